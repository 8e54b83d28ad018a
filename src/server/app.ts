import { randomUUID } from "node:crypto";
import path from "node:path";
import multipart from "@fastify/multipart";
import Fastify, { type FastifyBaseLogger, LogController } from "fastify";
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from "fastify-type-provider-zod";
import { site } from "../../site.config.ts";
import { accountRoutes } from "./accounts/routes.ts";
import { createAccounts } from "./accounts/service.ts";
import { activityRoutes } from "./activity/routes.ts";
import { createActivity } from "./activity/service.ts";
import { createBackups } from "./backup/service.ts";
import { catalogueRoutes } from "./catalogue/routes.ts";
import { createCatalogue } from "./catalogue/service.ts";
import type { Config } from "./config.ts";
import { discoveryRoutes } from "./discovery/routes.ts";
import { enquiryRoutes } from "./enquiries/routes.ts";
import { createEnquiries } from "./enquiries/service.ts";
import { distantUploadRoutes, uploadRoutes } from "./images/routes.ts";
import { createImages } from "./images/service.ts";
import { metricsRoute } from "./metrics-route.ts";
import { createNotifications } from "./notifications/service.ts";
import { orderRoutes } from "./orders/routes.ts";
import { createOrders } from "./orders/service.ts";
import { arrivedStep } from "./payments/arrived-step.ts";
import { createRazorpayClient } from "./payments/razorpay-client.ts";
import { paymentRoutes } from "./payments/routes.ts";
import { createPayments } from "./payments/service.ts";
import { personalDataRoutes } from "./personal-data/routes.ts";
import { createPersonalData } from "./personal-data/service.ts";
import { createAnswerCache } from "./platform/answer-cache.ts";
import { apiDocs } from "./platform/api-docs.ts";
import { answerUnreadableAddresses, apiErrors, unknownCalls } from "./platform/api-errors.ts";
import { keepAnswers } from "./platform/cached-answers.ts";
import { createChanges } from "./platform/changes.ts";
import type { Clock } from "./platform/clock.ts";
import type { Database } from "./platform/database.ts";
import { localFileStore } from "./platform/file-store.ts";
import { healthRoutes } from "./platform/health.ts";
import { createLoadGate } from "./platform/load-gate.ts";
import { createMailer } from "./platform/mailer.ts";
import { countRequests, createMetrics } from "./platform/metrics.ts";
import { FORM_LIMITS } from "./platform/multipart-form.ts";
import { createOwnAddress } from "./platform/own-address.ts";
import { protectAnswers, protectiveHeaders } from "./platform/protective-headers.ts";
import { createRateLimiter } from "./platform/rate-limit.ts";
import { requestLog } from "./platform/request-log.ts";
import { s3FileStore } from "./platform/s3/s3-file-store.ts";
import { type Patience, serverLimits } from "./platform/server-limits.ts";
import { createSessions } from "./platform/sessions.ts";
import { noSiblings, type Siblings } from "./platform/siblings.ts";
import { createSignals } from "./platform/signals.ts";
import { answerUnreadableRequests } from "./platform/unreadable-requests.ts";
import { publicAddress } from "./public-addresses.ts";
import { reportRoutes } from "./reports/routes.ts";
import { createReports } from "./reports/service.ts";
import { forgetOldSandbox } from "./sandbox/forget-old.ts";
import { sandboxGateway } from "./sandbox/routes.ts";
import { siteRoutes } from "./site-settings.ts";

export interface AppDeps {
  config: Config;
  db: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  /** The other processes that serve this shop on this machine. */
  siblings?: Siblings;
  /** How long somebody may take to send a request; the usual time where nothing is said. */
  patience?: Patience;
}

/** The shop's services, each knowing only what it needs. */
export function createServices({ config, db, clock, log, siblings = noSiblings() }: AppDeps) {
  const headers = protectiveHeaders({
    origin: config.publicUrl,
    payers: config.payments === "razorpay" ? ["https://api.razorpay.com", "https://checkout.razorpay.com"] : [],
  });
  const uploads = path.join(config.dataDir, "uploads");
  const signals = createSignals({ db, log });
  const changes = createChanges({ signals });
  const answers = createAnswerCache({ changes });
  const mailer = createMailer({
    smtpUrl: config.smtpUrl,
    from: config.mailFrom ?? `${site.brand} <${site.email}>`,
    folder: path.join(config.dataDir, "mail"),
    log,
  });
  const notifications = createNotifications({ db, clock, mailer, signals, log });
  const limiter = createRateLimiter({ db, clock, enabled: config.rateLimit });
  const accounts = createAccounts({
    db,
    clock,
    limiter,
    signals,
    notifications,
    publicUrl: config.publicUrl,
  });
  const sessions = createSessions({ secret: config.jwtSecret, clock, isCurrent: accounts.isCurrent });
  const bucket = config.s3 && s3FileStore(config.s3, clock);
  const files = bucket ?? localFileStore(uploads);
  const images = createImages({ db, store: files, log });
  const activity = createActivity({ db, clock, emailOf: accounts.emailOf });
  const catalogue = createCatalogue({ db, images, activity, changes, clock });
  const enquiries = createEnquiries({ db, clock, limiter, notifications, activity });
  const orders = createOrders({
    db,
    clock,
    catalogue,
    notifications,
    activity,
    changes,
    buyerOf: accounts.buyerOf,
    settledStep: arrivedStep,
    publicUrl: config.publicUrl,
  });
  const personalData = createPersonalData({ db, clock, limiter, accounts, orders, notifications, activity });
  const sandbox = { forgetOld: () => forgetOldSandbox({ db, clock }) };
  const address = createOwnAddress();
  const gateway = createRazorpayClient({
    ...config.gateway,
    apiUrl: () => config.gateway.apiUrl ?? address.of("/sandbox/razorpay/v1"),
  });
  const payments = createPayments({ db, clock, orders, gateway, log });
  const reports = createReports({ clock, catalogue, orders, enquiries, payments: config.payments });
  const backups = createBackups({ db, clock, files, brand: site.brand, ...config.backup, log });
  return {
    clock,
    siblings,
    headers,
    gate: createLoadGate({ headers }),
    metrics: createMetrics(),
    uploads,
    bucket,
    files,
    signals,
    changes,
    answers,
    notifications,
    limiter,
    accounts,
    sessions,
    images,
    activity,
    catalogue,
    enquiries,
    orders,
    reports,
    personalData,
    sandbox,
    address,
    gateway,
    payments,
    backups,
  };
}
export type Services = ReturnType<typeof createServices>;

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
    frameworkErrors: answerUnreadableAddresses(services.headers),
    clientErrorHandler: answerUnreadableRequests(services.headers),
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

  await app.register(protectAnswers, { headers: services.headers });
  await app.register(requestLog);
  await app.register(countRequests, { metrics: services.metrics });
  await app.register(keepAnswers, { cache: services.answers, keyOf: publicAddress });
  await app.register(apiErrors);
  await app.register(unknownCalls, { prefix: "/api" });
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
