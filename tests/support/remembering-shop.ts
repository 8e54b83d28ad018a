import { request } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { pino } from "pino";
import { buildApp } from "../../src/server/app.ts";
import { cacheKeyOf, isAlwaysTaken } from "../../src/server/pages/cacheable-urls.ts";
import { storefront } from "../../src/server/pages/storefront.ts";
import { answerFromMemory } from "../../src/server/platform/response-cache/plugin.ts";
import type { AppDeps, Services } from "../../src/server/services.ts";
import { test as base } from "./test-shop.ts";

const root = path.resolve(import.meta.dirname, "../..");

type Shop = Omit<AppDeps, "log"> & { services: Services };

/** Serves a shop with its built pages, answering from memory as the real one does. */
export async function serve({ config, db, clock, services }: Shop) {
  const app = await buildApp({ config, db, clock, log: pino({ level: "silent" }) }, services);
  const memory = { cache: services.answers, keyOf: cacheKeyOf };
  await storefront(app, { origin: "http://localhost", root, memory });
  services.gate.guard(app, isAlwaysTaken);
  answerFromMemory(app, memory);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => app.close() };
}

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** Asks with just these headers; `fetch` would add its own and unpack what it gets. */
export function ask(address: string, headers: Record<string, string> = {}, method = "GET") {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  request(address, { method, headers, agent: false }, (reply) => {
    const chunks: Buffer[] = [];
    reply.on("data", (chunk: Buffer) => chunks.push(chunk));
    reply.on("end", () => resolve({ status: reply.statusCode!, headers: reply.headers, body: Buffer.concat(chunks) }));
  })
    .on("error", reject)
    .end();
  return promise;
}

export const text = async (address: string) => (await ask(address)).body.toString("utf8");

/** Tests of one file share a shop that listens and answers from memory. */
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
