import path from "node:path";
import type { FastifyInstance } from "fastify";
import { buildApp } from "../app.ts";
import { createSiteSettings } from "../pages/site-settings.ts";
import { createPagePolicy, storefront } from "../pages/storefront.ts";
import type { AppDeps, Services } from "../services.ts";
import { createJobs } from "./jobs.ts";

const CLOSE_TIMEOUT_MS = 10_000;
const IDLE_CHECK_MS = 100;
export const root = path.resolve(import.meta.dirname, "../../..");

export async function buildShop(deps: AppDeps, services: Services) {
  const { config, isDevelopment } = deps;
  const app = await buildApp(deps, services);
  const mountPages = isDevelopment ? (await import("../pages/dev-server.ts")).devServer : storefront;
  const policy = createPagePolicy({
    paymentSources: async () => (await services.provider.current()).browser.contentSecurityPolicy,
    formService: config.web3forms ? new URL(config.web3forms.url).origin : undefined,
  });
  const { responses, settings } = services;
  const toSite = createSiteSettings(config, services);
  await mountPages(app, { origin: config.publicUrl, root, responses, settings, toSite, policy });
  return app;
}

export async function listen(deps: AppDeps, services: Services) {
  const { config, log } = deps;
  const app = await buildShop(deps, services);
  const jobs = createJobs(services, log);
  app.addHook("onListen", jobs.start);
  app.addHook("preClose", jobs.stop);
  await app.listen({ port: config.port, host: config.host });
  return app;
}

/** Graceful shutdown: stops accepting and lets running requests finish within ten seconds. */
export async function closeApp(app: FastifyInstance) {
  const force = setTimeout(() => app.server.closeAllConnections(), CLOSE_TIMEOUT_MS);
  // A connection that was busy when closing began would otherwise stay open as keep-alive.
  const idleCheck = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS);
  await app.close();
  clearTimeout(force);
  clearInterval(idleCheck);
}
