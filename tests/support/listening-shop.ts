import { request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import type { RequestTimeouts } from "../../src/server/platform/http/http-server.ts";
import { createLoadGate } from "../../src/server/platform/http/load-gate.ts";
import type { AppDeps, Services } from "../../src/server/services.ts";
import { listen } from "../../src/server/startup/listen.ts";
import { test as base } from "./test-shop.ts";

type Shop = AppDeps & { services: Services };

/** Serves a shop with its built pages, as `npm start` does, on a free port. */
export async function serve({ config, db, clock, log, services }: Shop, timeouts?: RequestTimeouts) {
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
export const serveAtCapacity = (shop: Shop) => {
  const gate = createLoadGate({ maxInFlight: 0 });
  return serve({ ...shop, services: { ...shop.services, gate } });
};

export const countCached = ({ services }: Pick<Shop, "services">) => services.responses.size().responses;

export interface Response {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** Sends only these headers, on a connection of its own, and leaves the body as it came; `fetch` would decompress it. */
export function request(url: string, headers: Record<string, string> = {}, method = "GET") {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  httpRequest(url, { method, headers, agent: false }, (reply) => {
    const chunks: Buffer[] = [];
    reply.on("data", (chunk: Buffer) => chunks.push(chunk));
    reply.on("error", reject);
    reply.on("end", () => resolve({ status: reply.statusCode!, headers: reply.headers, body: Buffer.concat(chunks) }));
  })
    .on("error", reject)
    .end();
  return promise;
}

export const text = async (url: string) => (await request(url)).body.toString("utf8");

/** Only responses that went through a route carry a request id; cached ones do not. */
export const isFromCache = ({ headers }: Response) => headers["x-request-id"] === undefined;

/** Tests of one file share a listening shop. */
export const test = base.extend<{ $file: { url: string } }>({
  url: [
    async ({ shop }, use) => {
      const { url, close } = await serve(shop);
      await use(url);
      await close();
    },
    { scope: "file" },
  ],
});
