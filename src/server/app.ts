import { randomUUID } from "node:crypto";
import multipart from "@fastify/multipart";
import Fastify, { LogController } from "fastify";
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from "fastify-type-provider-zod";
import { site } from "../../site.config.ts";
import { accountRoutes } from "./accounts/routes.ts";
import { activityRoutes } from "./activity/routes.ts";
import { catalogueRoutes } from "./catalogue/routes.ts";
import { discoveryRoutes } from "./discovery/routes.ts";
import { enquiryRoutes } from "./enquiries/routes.ts";
import { distantUploadRoutes, uploadRoutes } from "./images/routes.ts";
import { orderRoutes } from "./orders/routes.ts";
import { cacheKeyOf } from "./pages/cacheable-urls.ts";
import { siteRoutes } from "./pages/site-settings.ts";
import { paymentRoutes } from "./payments/routes.ts";
import { sandboxGateway } from "./payments/sandbox/routes.ts";
import { personalDataRoutes } from "./personal-data/routes.ts";
import { apiDocs } from "./platform/http/api-docs.ts";
import { apiErrors, handleBadUrl, unknownApiPaths } from "./platform/http/api-errors.ts";
import { handleClientError } from "./platform/http/client-errors.ts";
import { healthRoutes } from "./platform/http/health.ts";
import { countRequests } from "./platform/http/metrics.ts";
import { FORM_LIMITS } from "./platform/http/multipart-form.ts";
import { requestLog } from "./platform/http/request-log.ts";
import { sendSecurityHeaders } from "./platform/http/security-headers.ts";
import { serverLimits } from "./platform/http/server-limits.ts";
import { responseCache } from "./platform/response-cache/plugin.ts";
import { reportRoutes } from "./reports/routes.ts";
import type { AppDeps, Services } from "./services.ts";
import { metricsRoute } from "./startup/metrics-route.ts";

/** Everything that is mounted, in order; the pages are mounted after it, by the storefront. */
export async function buildApp(deps: AppDeps, services: Services) {
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: (_address, hop) => hop < deps.config.trustProxy,
    ...serverLimits(deps.patience),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    forceCloseConnections: "idle",
    frameworkErrors: handleBadUrl(services.headers),
    clientErrorHandler: handleClientError(services.headers),
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  // What a form of another site can send without the browser asking first is read by nobody.
  app.removeContentTypeParser("text/plain");
  app.decorateRequest("user", undefined);
  app.addHook("onClose", async () => {
    await services.notifications.stop();
    await services.signals.stop();
  });

  await app.register(sendSecurityHeaders, { headers: services.headers });
  await app.register(requestLog);
  await app.register(countRequests, { metrics: services.metrics });
  await app.register(responseCache, { cache: services.answers, keyOf: cacheKeyOf });
  await app.register(apiErrors);
  await app.register(unknownApiPaths, { prefix: "/api" });
  await app.register(apiDocs, { title: `${site.brand} API`, version: "1" });
  await app.register(multipart, { limits: FORM_LIMITS });
  await app.register(healthRoutes, { db: deps.db });
  await app.register(metricsRoute, { token: deps.config.metricsToken, db: deps.db, services });
  if (services.bucket) await app.register(distantUploadRoutes, { store: services.bucket });
  else await app.register(uploadRoutes, { folder: services.uploads });
  await app.register(discoveryRoutes, { catalogue: services.catalogue, origin: deps.config.publicUrl });
  app.addHook("onListen", async () => services.address.learn(app.server));
  if (deps.config.payments === "sandbox") {
    const shopUrl = () => services.address.of("/api/payments/razorpay/webhook");
    await app.register(sandboxGateway, { ...deps, keys: deps.config.gateway, shopUrl, prefix: "/sandbox/razorpay" });
  }
  await app.register(
    async (api) => {
      accountRoutes(api.withTypeProvider<ZodTypeProvider>(), services);
      personalDataRoutes(api.withTypeProvider<ZodTypeProvider>(), services);
      catalogueRoutes(api.withTypeProvider<ZodTypeProvider>(), services);
      enquiryRoutes(api.withTypeProvider<ZodTypeProvider>(), services);
      await paymentRoutes(api.withTypeProvider<ZodTypeProvider>(), services);
      orderRoutes(api.withTypeProvider<ZodTypeProvider>(), services);
      activityRoutes(api.withTypeProvider<ZodTypeProvider>(), services);
      reportRoutes(api.withTypeProvider<ZodTypeProvider>(), services);
      siteRoutes(api.withTypeProvider<ZodTypeProvider>(), deps.config);
    },
    { prefix: "/api" },
  );
  return app;
}
