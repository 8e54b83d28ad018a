import type { AddressInfo } from "node:net";
import path from "node:path";
import { pino } from "pino";
import { type AppDeps, buildApp, type Services } from "../../src/server/app.ts";
import { answerFromMemory } from "../../src/server/platform/cached-answers.ts";
import { isAlwaysTaken, publicAddress } from "../../src/server/public-addresses.ts";
import { storefront } from "../../src/server/storefront.ts";

const root = path.resolve(import.meta.dirname, "../..");

type Shop = Omit<AppDeps, "log"> & { services: Services };

/** Serves a shop with its built pages, answering from memory as the real one does. */
export async function serve({ config, db, clock, services }: Shop) {
  const app = await buildApp({ config, db, clock, log: pino({ level: "silent" }) }, services);
  await storefront(app, { origin: "http://localhost", root });
  services.gate.guard(app, isAlwaysTaken);
  answerFromMemory(app, { cache: services.answers, keyOf: publicAddress });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => app.close() };
}
