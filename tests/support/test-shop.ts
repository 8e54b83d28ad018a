import { readdir } from "node:fs/promises";
import path from "node:path";
import type { LightMyRequestResponse } from "fastify";
import { test as base, inject } from "vitest";
import { buildApp } from "../../src/server/app.ts";
import { readConfig } from "../../src/server/config.ts";
import { openDatabase } from "../../src/server/platform/database/database.ts";
import { createLog } from "../../src/server/platform/log.ts";
import { createServices } from "../../src/server/services.ts";
import { OWNER } from "./owner.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { createDatabase } from "./test-postgres.ts";

interface CallOptions {
  token?: string | undefined;
  json?: unknown;
  form?: FormData | undefined;
  headers?: Record<string, string>;
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
  const deps = { config, db, clock, log };
  const services = createServices(deps);
  await services.accounts.ensureOwner(config.owner);
  const app = await buildApp(deps, services);
  await services.events.start();

  async function call(method: string, url: string, { token, json, form, headers = {} }: CallOptions = {}) {
    const encoded = form && new Response(form);
    const reply: LightMyRequestResponse = await app.inject({
      method: method as "GET",
      url,
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
    ownerToken: await logIn(),
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

/** Tests of one file share a shop, so each test names its records with `unique()`. */
export const test = base.extend<{ $file: { shop: TestShop } }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest derives the fixture's dependencies from the pattern.
    async ({}, use) => {
      const shop = await openTestShop();
      await use(shop);
      await shop.close();
    },
    { scope: "file" },
  ],
});

export { OWNER };
