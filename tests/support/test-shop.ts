import { readdir } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { eq } from "drizzle-orm";
import type { LightMyRequestResponse } from "fastify";
import { pino } from "pino";
import { test as base, inject, onTestFinished } from "vitest";
import { users } from "../../src/server/accounts/user-table.ts";
import { buildApp } from "../../src/server/app.ts";
import { readConfig } from "../../src/server/config.ts";
import { openDatabase } from "../../src/server/platform/database/database.ts";
import type { RequestTimeouts } from "../../src/server/platform/http/http-server.ts";
import { createLoadGate } from "../../src/server/platform/http/load-gate.ts";
import type { LoginUser } from "../../src/server/platform/http/logins.ts";
import { createLog } from "../../src/server/platform/log.ts";
import { type AppDeps, createServices, type Services } from "../../src/server/services.ts";
import { listen } from "../../src/server/startup/listen.ts";
import { OWNER } from "./owner.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { createDatabase } from "./test-postgres.ts";

interface CallOptions {
  token?: string | undefined;
  json?: unknown;
  form?: FormData | undefined;
  headers?: Record<string, string>;
  /** The client's IP address. */
  address?: string | undefined;
}

/** A clock that only moves when a test advances it. */
export function testClock(start = new Date()) {
  let now = start.getTime();
  return {
    now: () => new Date(now),
    advance: (ms: number) => {
      now += ms;
    },
  };
}

/** How long the shop waits for its payment provider, and before it tries again. */
interface ProviderTimeouts {
  timeoutMs?: number;
  pauseMs?: number;
}

async function openApp(deps: AppDeps) {
  const services = createServices(deps);
  const app = await buildApp(deps, services);
  await services.events.start();
  return { app, services };
}

/** A token without a password hash, which takes longer than most tests. */
export const issueToken = async ({ services }: { services: Services }, user: LoginUser) =>
  services.logins.issue(await services.accounts.openLogin(user, "127.0.0.1", undefined));

/** The whole shop without its pages, on its own database and data folder. */
export async function openTestShop(settings: Record<string, string> = {}, providerTimeouts: ProviderTimeouts = {}) {
  const home = await temporaryFolder();
  const template = "OWNER_EMAIL" in settings ? "template" : "ownedTemplate";
  const database = await createDatabase(inject("serverUrl"), inject(template));
  const lines: string[] = [];
  const read = readConfig({ DATA_DIR: home.folder, OWNER_PASSWORD: OWNER.password, ...settings });
  const log = createLog(read.logLevel, { write: (line: string) => void lines.push(line) });
  const config = { ...read, provider: { ...read.provider, ...providerTimeouts } };
  const db = openDatabase({ connectionString: database.url }, log);
  const clock = testClock();
  const { app, services } = await openApp({ config, db, clock, log });
  await services.accounts.ensureOwner(config.owner);

  async function call(method: string, url: string, { token, json, form, headers = {}, address }: CallOptions = {}) {
    const encoded = form && new Response(form);
    const reply: LightMyRequestResponse = await app.inject({
      method: method as "GET",
      url,
      ...(address && { remoteAddress: address }),
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(encoded && { "content-type": encoded.headers.get("content-type")! }),
        ...(json !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(encoded && { payload: Buffer.from(await encoded.arrayBuffer()) }),
      ...(json !== undefined && { payload: JSON.stringify(json) }),
    });
    return reply;
  }

  async function logIn(credentials = OWNER) {
    return (await call("POST", "/api/users/login", { json: credentials })).json().token as string;
  }

  async function openOwnerLogin() {
    const [owner] = await db.select().from(users).where(eq(users.email, config.owner.email));
    const { id, tokenGeneration: generation } = owner!;
    const user = { id, role: "owner", generation } as const;
    return issueToken({ services }, user);
  }

  return {
    app,
    db,
    databaseUrl: database.url,
    clock,
    config,
    log,
    services,
    call,
    logIn,
    ownerToken: await openOwnerLogin(),
    logLines: lines,
    storedFiles: async () => (await readdir(path.join(home.folder, "uploads"))).sort(),
    async close() {
      await app.close();
      await db.$client.end();
      await database.drop();
      await home.remove();
    },
  };
}
export type TestShop = Awaited<ReturnType<typeof openTestShop>>;

/** A shop for one test only. */
export async function openOwnShop(settings: Record<string, string> = {}) {
  const shop = await openTestShop(settings);
  onTestFinished(shop.close);
  return shop;
}

/** Stands for a second process of the same shop: it shares only the database and the data folder with the first. */
export async function openSecondShop({
  databaseUrl,
  config,
  clock,
}: Pick<TestShop, "databaseUrl" | "config" | "clock">) {
  const log = pino({ level: "silent" });
  const db = openDatabase({ connectionString: databaseUrl }, log);
  const { app, services } = await openApp({ config, db, clock, log });
  onTestFinished(async () => {
    await app.close();
    await db.$client.end();
  });
  return { app, db, log, services };
}

type OpenedShop = AppDeps & { services: Services };

/** Serves a shop with its built pages, as `npm start` does, on a free port. */
export async function serve({ config, db, clock, log, services }: OpenedShop, timeouts?: RequestTimeouts) {
  const deps: AppDeps = { config: { ...config, port: 0, host: "127.0.0.1" }, db, clock, log };
  if (timeouts) deps.timeouts = timeouts;
  const app = await listen(deps, services);
  const { port } = app.server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** A client that does not read cannot see that it was cut off; the server's count shows it. */
    countConnections: promisify(app.server.getConnections.bind(app.server)),
    close: () => app.close(),
  };
}

/** Serves a shop whose load gate refuses every request that it does not exempt. */
export const serveAtCapacity = (shop: OpenedShop) => {
  const gate = createLoadGate({ maxInFlight: 0 });
  return serve({ ...shop, services: { ...shop.services, gate } });
};

export const countCached = ({ services }: Pick<OpenedShop, "services">) => services.responses.size().responses;

/** Tests of one file share a shop, so each test names its records with `unique()`. `url` is where it listens. */
export const test = base.extend<{ $file: { shop: TestShop; url: string } }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest derives the fixture's dependencies from the pattern.
    async ({}, use) => {
      const shop = await openTestShop();
      await use(shop);
      await shop.close();
    },
    { scope: "file" },
  ],
  url: [
    async ({ shop }, use) => {
      const { url, close } = await serve(shop);
      await use(url);
      await close();
    },
    { scope: "file" },
  ],
});

export { OWNER };
