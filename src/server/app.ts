import { randomUUID } from "node:crypto";
import type { Server } from "node:http";
import multipart from "@fastify/multipart";
import Fastify, { LogController } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { PAYMENT_METHOD } from "../contracts/payments/payment-rules.ts";
import { addressRoutes } from "./accounts/address-routes.ts";
import { accountRoutes } from "./accounts/routes.ts";
import { activityRoutes } from "./activity/routes.ts";
import { agentCheckoutRoutes, agentRoutes } from "./agents/routes.ts";
import { deskRoutes } from "./appointments/desk-routes.ts";
import { appointmentRoutes } from "./appointments/routes.ts";
import { catalogueRoutes } from "./catalogue/routes.ts";
import { checkoutRoutes } from "./checkout/routes.ts";
import { couponRoutes } from "./coupons/routes.ts";
import { customerRoutes } from "./customers/routes.ts";
import { feedRoutes } from "./discovery/feed-routes.ts";
import { discoveryRoutes } from "./discovery/routes.ts";
import { sharePictureRoutes } from "./discovery/share-picture-routes.ts";
import { accountsRoutes } from "./documents/accounts/routes.ts";
import { documentRoutes } from "./documents/routes.ts";
import { enquiryRoutes } from "./enquiries/routes.ts";
import { firstDayRoutes } from "./first-day/routes.ts";
import { remoteUploadRoutes, uploadRoutes } from "./images/routes.ts";
import { integrationRoutes } from "./integrations/routes.ts";
import { notificationRoutes } from "./notifications/routes.ts";
import { recordedPaymentRoutes } from "./orders/payment-routes.ts";
import { orderRoutes } from "./orders/routes.ts";
import { accentRoute, siteRoutes } from "./pages/site-settings.ts";
import { parcelRoutes } from "./parcels/routes.ts";
import { SANDBOX_PATH } from "./payments/provider/razorpay/urls.ts";
import { paymentRoutes } from "./payments/routes.ts";
import { sandboxProvider } from "./payments/sandbox/routes.ts";
import { personalDataRoutes } from "./personal-data/routes.ts";
import { apiDocs } from "./platform/http/api-docs.ts";
import { apiErrors, handleBadUrl, unknownApiPaths } from "./platform/http/api-errors.ts";
import { compression } from "./platform/http/compression.ts";
import {
  DEFAULT_TIMEOUTS,
  drainTimeout,
  handleClientError,
  httpServerFactory,
  MAX_BODY_BYTES,
} from "./platform/http/http-server.ts";
import { healthRoutes, metricsRoute } from "./platform/http/monitoring.ts";
import { FORM_LIMITS } from "./platform/http/multipart-form.ts";
import { requestLog } from "./platform/http/request-log.ts";
import { sendSecurityHeaders } from "./platform/http/security-headers.ts";
import { watchForProxy } from "./platform/http/untrusted-proxy.ts";
import { responseCachePlugin } from "./platform/response-cache/plugin.ts";
import { refundRoutes } from "./refunds/routes.ts";
import { reportRoutes } from "./reports/routes.ts";
import { reviewRoutes } from "./reviews/routes.ts";
import type { AppDeps, Services } from "./services.ts";
import { settingRoutes } from "./settings/routes.ts";
import { wishlistRoutes } from "./wishlist/routes.ts";

/** Registers all plugins and API routes, in order. The storefront registers the pages afterwards. */
export async function buildApp(deps: AppDeps, services: Services) {
  const { config } = deps;
  const { headers, responses, gate, metrics, selfUrl } = services;
  const timeouts = deps.timeouts ?? DEFAULT_TIMEOUTS;
  const app = Fastify<Server>({
    serverFactory: httpServerFactory({ timeouts, headers, responses }),
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: (_address, hop) => hop < config.trustProxy,
    bodyLimit: MAX_BODY_BYTES,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    forceCloseConnections: "idle",
    frameworkErrors: handleBadUrl(headers),
    clientErrorHandler: handleClientError(headers),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  // CSRF protection: a form on another site can send text/plain without a CORS preflight.
  app.removeContentTypeParser("text/plain");
  app.decorateRequest("user", undefined);
  app.addHook("onListen", async () => selfUrl.learn(app.server));
  app.addHook("onClose", async () => {
    await services.jobs.stop();
    services.notifications.close();
    await services.events.stop();
    await services.pdfs.close();
  });

  await app.register(sendSecurityHeaders, { headers });
  await app.register(requestLog);
  await app.register(watchForProxy, { ...deps, trustProxy: config.trustProxy });
  await app.register(metrics.countRequests);
  await app.register(gate.plugin);
  await app.register(responseCachePlugin, { responses });
  await app.register(compression);
  await app.register(drainTimeout, { drainMs: timeouts.drainMs });
  await app.register(apiErrors);
  await app.register(unknownApiPaths, { prefix: "/api" });
  await app.register(apiDocs, { title: "Nakshatra API", version: "1", origin: config.publicUrl });
  await app.register(multipart, { limits: FORM_LIMITS });
  await app.register(healthRoutes, { db: deps.db, gate });
  const readAll = deps.readAllMetrics ?? (() => metrics.registry.metrics());
  await app.register(metricsRoute, { token: config.metricsToken, readAll });
  if (services.bucket) await app.register(remoteUploadRoutes, { store: services.bucket });
  else await app.register(uploadRoutes, { folder: services.uploads });
  await app.register(accentRoute);
  await app.register(discoveryRoutes, { ...services, origin: config.publicUrl });
  await app.register(feedRoutes, { ...services, origin: config.publicUrl });
  await app.register(sharePictureRoutes, services);
  await app.register(agentRoutes, services);
  if (config.payments === "sandbox") {
    const webhookUrl = () => selfUrl.of(`/api/payments/${PAYMENT_METHOD}/webhook`);
    const isOn = async () => (await services.provider.current()).mode === "sandbox";
    await app.register(sandboxProvider, { ...deps, isOn, keys: config.provider, webhookUrl, prefix: SANDBOX_PATH });
  }
  await app.register(
    async (api) => {
      accountRoutes(api, services);
      addressRoutes(api, services);
      personalDataRoutes(api, services);
      catalogueRoutes(api, services);
      appointmentRoutes(api, services);
      deskRoutes(api, services);
      enquiryRoutes(api, services);
      wishlistRoutes(api, services);
      await paymentRoutes(api, services);
      couponRoutes(api, services);
      checkoutRoutes(api, services);
      orderRoutes(api, services);
      parcelRoutes(api, services);
      recordedPaymentRoutes(api, services);
      agentCheckoutRoutes(api, services);
      documentRoutes(api, services);
      accountsRoutes(api, services);
      refundRoutes(api, services);
      reviewRoutes(api, services);
      customerRoutes(api, services);
      activityRoutes(api, services);
      reportRoutes(api, services);
      settingRoutes(api, services);
      firstDayRoutes(api, services);
      integrationRoutes(api, services);
      await notificationRoutes(api, services);
      siteRoutes(api, config, services);
    },
    { prefix: "/api" },
  );
  return app;
}
