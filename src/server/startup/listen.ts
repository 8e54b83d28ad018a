import path from "node:path";
import type { FastifyInstance } from "fastify";
import { buildApp } from "../app.ts";
import { cacheKeyOf, isAlwaysTaken } from "../pages/cacheable-urls.ts";
import { storefront } from "../pages/storefront.ts";
import { answerFromMemory } from "../platform/response-cache/plugin.ts";
import type { AppDeps, Services } from "../services.ts";
import { createJobs } from "./jobs.ts";

const CLOSE_PATIENCE_MS = 10_000;
const IDLE_CHECK_MS = 100;
export const root = path.resolve(import.meta.dirname, "../../..");

/** Serves the shop and does its jobs in this process. */
export async function listen(deps: AppDeps, services: Services, isDevelopment = false) {
  const { config, log } = deps;
  const app = await buildApp(deps, services);
  const jobs = createJobs(services, log);
  app.addHook("onListen", jobs.start);
  app.addHook("preClose", jobs.stop);
  const mountPages = isDevelopment ? (await import("../pages/dev-server.ts")).devServer : storefront;
  const memory = { cache: services.answers, keyOf: cacheKeyOf };
  await mountPages(app, { origin: config.publicUrl, root, memory });
  if (!isDevelopment) {
    services.gate.guard(app, isAlwaysTaken);
    answerFromMemory(app, memory);
  }
  await app.listen({ port: config.port, host: config.host });
  return app;
}

/** Stops accepting and lets what is under way finish within ten seconds. */
export async function closeApp(app: FastifyInstance) {
  const impatience = setTimeout(() => app.server.closeAllConnections(), CLOSE_PATIENCE_MS);
  // A connection that was busy when the close began would otherwise be kept alive for its next request.
  const idling = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS);
  await app.close();
  clearTimeout(impatience);
  clearInterval(idling);
}
