import path from "node:path";
import type { FastifyBaseLogger } from "fastify";
import { site } from "../../site.config.ts";
import { createAccounts } from "./accounts/service.ts";
import { createActivity } from "./activity/service.ts";
import { createBackups } from "./backup/service.ts";
import { createCatalogue } from "./catalogue/service.ts";
import type { Config } from "./config.ts";
import { createEnquiries } from "./enquiries/service.ts";
import { createImages } from "./images/service.ts";
import { createNotifications } from "./notifications/service.ts";
import { createOrders } from "./orders/service.ts";
import { arrivedStep } from "./payments/arrived-step.ts";
import { createRazorpayClient } from "./payments/razorpay/client.ts";
import { forgetOldSandbox } from "./payments/sandbox/forget-old.ts";
import { createPayments } from "./payments/service.ts";
import { createPersonalData } from "./personal-data/service.ts";
import type { Clock } from "./platform/clock.ts";
import { noSiblings, type Siblings } from "./platform/cluster/siblings.ts";
import type { Database } from "./platform/database/database.ts";
import { createChanges } from "./platform/events/change-events.ts";
import { createEventChannel } from "./platform/events/listen-notify.ts";
import { localFileStore } from "./platform/files/file-store.ts";
import { s3FileStore } from "./platform/files/s3-file-store.ts";
import { createLoadGate } from "./platform/http/load-gate.ts";
import { createMetrics } from "./platform/http/metrics.ts";
import { createRateLimiter } from "./platform/http/rate-limit.ts";
import { securityHeaders } from "./platform/http/security-headers.ts";
import { createSelfUrl } from "./platform/http/self-url.ts";
import type { RequestTimeouts } from "./platform/http/server-limits.ts";
import { createSessions } from "./platform/http/sessions.ts";
import { createMailer } from "./platform/mailer.ts";
import { createResponseStore } from "./platform/response-cache/store.ts";
import { createReports } from "./reports/service.ts";

export interface AppDeps {
  config: Config;
  db: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  /** The other processes that serve this shop on this machine. */
  siblings?: Siblings;
  /** How long somebody may take to send a request; the usual time where nothing is said. */
  patience?: RequestTimeouts;
}

/** The shop's services, each knowing only what it needs. */
export function createServices({ config, db, clock, log, siblings = noSiblings() }: AppDeps) {
  const headers = securityHeaders({
    origin: config.publicUrl,
    payers: config.payments === "razorpay" ? ["https://api.razorpay.com", "https://checkout.razorpay.com"] : [],
  });
  const uploads = path.join(config.dataDir, "uploads");
  const signals = createEventChannel({ db, log });
  const changes = createChanges({ signals });
  const answers = createResponseStore({ changes });
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
  const address = createSelfUrl();
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
