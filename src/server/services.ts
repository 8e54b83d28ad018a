import path from "node:path";
import type { FastifyBaseLogger } from "fastify";
import type { Business } from "../contracts/settings/settings.ts";
import { findEmail } from "./accounts/profiles.ts";
import { createAccounts } from "./accounts/service.ts";
import { createActivity } from "./activity/service.ts";
import { createAgents } from "./agents/service.ts";
import { removeDemoAppointments } from "./appointments/demo.ts";
import { findExpertReferences } from "./appointments/expert-references.ts";
import { endFeedsOf } from "./appointments/feed.ts";
import { createAppointmentFollower } from "./appointments/follow.ts";
import { createJoinLinks } from "./appointments/join-links.ts";
import { createAppointmentMails } from "./appointments/mail-queue.ts";
import { createAppointments } from "./appointments/service.ts";
import { createBackups } from "./backup/service.ts";
import { createCatalogue } from "./catalogue/service.ts";
import { createArrivalFollower } from "./checkout/follow.ts";
import { createCheckout } from "./checkout/service.ts";
import { type Config, readFixedSettings, readIntakeKey } from "./config.ts";
import { createCoupons } from "./coupons/service.ts";
import { createCustomers } from "./customers/service.ts";
import { createMonthlyAccounts } from "./documents/accounts/monthly-accounts.ts";
import { createDocumentFollower } from "./documents/follow.ts";
import { createPdfWriter } from "./documents/pdf/pdf-writer.ts";
import { createDocuments } from "./documents/service.ts";
import { createEnquiries } from "./enquiries/service.ts";
import { createFirstDay } from "./first-day/service.ts";
import { createImages } from "./images/service.ts";
import { createWebhookFollower } from "./integrations/follow.ts";
import { createIntegrations } from "./integrations/service.ts";
import { createNotifications } from "./notifications/service.ts";
import { createChange } from "./orders/core/change.ts";
import type { Follower } from "./orders/core/follow.ts";
import { createOrderRecords } from "./orders/core/read.ts";
import { createStockFollower } from "./orders/core/stock.ts";
import { createOrderActivityFollower, createOrderMailFollower } from "./orders/follow.ts";
import { createOrderMails } from "./orders/mail-queue.ts";
import { createOrders } from "./orders/service.ts";
import { createParcels } from "./parcels/service.ts";
import { createCurrentProvider } from "./payments/provider/current-provider.ts";
import { razorpayBrowserNeeds } from "./payments/provider/razorpay/urls.ts";
import { tryKeys } from "./payments/provider/try-keys.ts";
import { deleteExpiredSandbox } from "./payments/sandbox/store.ts";
import { createPayments } from "./payments/service.ts";
import { createPersonalData } from "./personal-data/service.ts";
import type { Clock } from "./platform/clock.ts";
import type { Database } from "./platform/database/database.ts";
import { createChangeEvents, createEventChannel } from "./platform/events.ts";
import { openFileStore, uploadsFolder } from "./platform/files/open-file-store.ts";
import type { RequestTimeouts } from "./platform/http/http-server.ts";
import { createSelfUrl } from "./platform/http/http-server.ts";
import { createLoadGate } from "./platform/http/load-gate.ts";
import { createLogins } from "./platform/http/logins.ts";
import { createMetrics } from "./platform/http/monitoring.ts";
import { createPublicRequest } from "./platform/http/public-request.ts";
import { createRateLimiter } from "./platform/http/rate-limit.ts";
import { securityHeaders } from "./platform/http/security-headers.ts";
import { readProxyWarning } from "./platform/http/untrusted-proxy.ts";
import { createJobRunner } from "./platform/jobs/job-runner.ts";
import { createKeyedHash } from "./platform/keyed-hash.ts";
import { createMailer, senderAddress } from "./platform/mailer.ts";
import { createResponseCache } from "./platform/response-cache/cache.ts";
import { createSecretBox } from "./platform/secrets.ts";
import { createRefundMails } from "./refunds/mail-queue.ts";
import { createRefunds } from "./refunds/service.ts";
import { createReports } from "./reports/service.ts";
import { createReviews } from "./reviews/service.ts";
import type { SealedTries } from "./settings/routes.ts";
import { createSealedSettings, hasMailServer, toSmtpUrl } from "./settings/sealed-settings.ts";
import { createSettings } from "./settings/service.ts";
import { jobQueues } from "./startup/job-queues.ts";
import { addShopMetrics } from "./startup/shop-metrics.ts";
import { createWishlist } from "./wishlist/service.ts";

export interface AppDeps {
  config: Config;
  db: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  /** The metrics of all workers. Undefined for a single process. */
  readAllMetrics?: () => Promise<string>;
  timeouts?: RequestTimeouts;
  isDevelopment?: boolean;
}

/** The From header. The name is quoted, because it may contain commas. */
const senderOf = ({ brand, email }: Business) => `"${brand.replace(/["\\]/g, "")}" <${email}>`;

/** Creates every service. The types of their dependencies say what each of them may use. */
export function createServices({ config, db, clock, log, isDevelopment = false }: AppDeps) {
  const selfUrl = createSelfUrl();
  const headers = securityHeaders({ origin: config.publicUrl, payers: razorpayBrowserNeeds.paymentOrigins });
  const events = createEventChannel({ db, log });
  const changes = createChangeEvents({ events });
  const responses = createResponseCache({ changes, isEnabled: !isDevelopment });
  const limiter = createRateLimiter({ db, clock, enabled: config.rateLimit });
  const keyedHash = createKeyedHash(config.jwtSecret);
  const { publicUrl } = config;
  const jobs = createJobRunner({ db, clock, log }, jobQueues);
  const platform = { db, clock, log, limiter, keyedHash, changes, jobs, publicUrl };
  const activity = createActivity({ ...platform, findEmail });
  const { files, bucket } = openFileStore(config, clock);
  const images = createImages({ db, store: files, log });
  const settings = createSettings({ ...platform, activity, images });
  const sealed = createSealedSettings({
    ...platform,
    activity,
    keyFile: config.settingsKeyFile,
    environment: readFixedSettings(config),
  });
  const readKeys = async () => (await sealed.read()).payments;
  const provider = createCurrentProvider({ ...config, selfUrl: selfUrl.of, readKeys });
  async function readSender(typed?: string) {
    const sender = config.mailFrom || (typed ?? (await sealed.read()).mail.values?.sender);
    return sender || senderOf((await settings.read()).business);
  }
  async function readMailUrl() {
    if (config.smtpUrl) return config.smtpUrl;
    const { values, problem } = (await sealed.read()).mail;
    // Mails are tried again: a file would reach nobody.
    if (problem) throw Object.assign(new Error(problem), { code: "EKEY" });
    return values && toSmtpUrl(values);
  }
  const mailFolder = path.join(config.dataDir, "mail");
  const mailer = createMailer({ readUrl: readMailUrl, from: () => readSender(), folder: mailFolder, log });
  const notifications = createNotifications({ ...platform, mailer, settings });
  const common = { ...platform, activity, images, settings, notifications };
  const catalogue = createCatalogue({
    ...common,
    findExpertReferences: (tx, ids) => findExpertReferences(tx, { clock }, ids),
    removeDemoAppointments,
  });
  const secretBox = createSecretBox(config.jwtSecret);
  const accounts = createAccounts({
    ...common,
    secretBox,
    shopName: async () => (await settings.read()).business.brand,
    async findExpertNames(ids) {
      const found = await catalogue.experts.findMany(ids, "owner");
      return new Map([...found].map(([id, { name }]) => [id, name]));
    },
    endFeedsOf,
  });
  const enquiries = createEnquiries({ ...common, catalogue });
  const coupons = createCoupons(common);
  const records = createOrderRecords(platform);
  const appointmentMails = createAppointmentMails(common);
  const orderMails = createOrderMails(notifications);
  /** The followers of an order. They run in this order, which is also the lock order: coupon, experts, products. */
  const followers: Follower[] = [
    coupons.follow,
    createAppointmentFollower({ ...common, catalogue, orders: records, mails: appointmentMails }),
    createStockFollower({ ...catalogue.stock, piecesOf: catalogue.piecesOf }),
    createArrivalFollower({ settings, clock }),
    createOrderMailFollower({ ...common, mails: orderMails }),
    createDocumentFollower({ clock, files, jobs }),
    createWebhookFollower(common),
    createOrderActivityFollower(activity),
  ];
  const core = createChange({ clock, followers });
  const refundMails = createRefundMails(notifications);
  const refunds = createRefunds({ ...common, orders: records, core, provider, mails: refundMails });
  const appointments = createAppointments({
    ...common,
    catalogue,
    intakeBox: createSecretBox(readIntakeKey(config.intakeKeyFile)),
    findExpertOf: accounts.findExpertOf,
    lockAccess: accounts.lockAccess,
    findExpertAccount: accounts.findExpertAccount,
    orders: records,
    core,
    refunds,
    mails: appointmentMails,
    joinLinks: createJoinLinks(platform),
    senderAddress: async () => senderAddress(await readSender()),
  });
  const pdfs = createPdfWriter({ log });
  const documents = createDocuments({ ...common, catalogue, orders: records, files, pdfs });
  const monthlyAccounts = createMonthlyAccounts({ ...common, documents, provider, refunds });
  const { findBuyer } = accounts;
  const checkout = createCheckout({ ...common, catalogue, coupons, appointments, findBuyer, records, core });
  const parcels = createParcels({ db, settings, core });
  const limitClaims = config.rateLimit;
  const payments = createPayments({ ...platform, checkout, records, provider, refundEvents: refunds, limitClaims });
  const orders = createOrders({
    ...common,
    catalogue,
    checkout,
    appointments,
    documents,
    refunds,
    records,
    core,
    findBuyer,
    mails: orderMails,
  });
  const publicRequest = createPublicRequest({ publicUrl });
  const integrations = createIntegrations({ ...common, accounts, orders, secretBox, publicRequest });
  const acceptApiKey = integrations.apiKeys.accept;
  const logins = createLogins({ secret: config.jwtSecret, clock, isCurrent: accounts.isCurrent, acceptApiKey });
  const reviews = createReviews({ ...common, appointments, catalogue, records, findBuyer });
  const customers = createCustomers({ ...common, accounts, orders });
  const wishlist = createWishlist({ ...common, catalogue, lockAccount: accounts.lockAccount });
  const personalData = createPersonalData({
    ...common,
    accounts,
    appointments,
    customers,
    documents,
    orders,
    reviews,
    wishlist,
  });
  const sandbox = { deleteExpired: () => deleteExpiredSandbox(db, clock.now()) };
  const backups = createBackups({ ...common, ...config.backup, files });
  const reports = createReports({
    clock,
    catalogue,
    appointments,
    documents,
    orders,
    refunds,
    enquiries,
    reviews,
    readPaymentMode: async () => (await provider.current()).mode,
    readProxyWarning: () => readProxyWarning(db, clock, config.trustProxy),
    backups,
  });
  const firstDay = createFirstDay({
    ...common,
    accounts,
    catalogue,
    orders,
    payments,
    provider,
    hasMailServer: async () => hasMailServer(config, (await sealed.read()).mail),
  });
  const agents = createAgents({ ...common, catalogue, checkout, publicRequest });
  /** How typed keys and mail servers are tried before they are saved. */
  const tries: SealedTries = {
    payments: (keys) => tryKeys({ ...config.provider, ...keys, selfUrl: selfUrl.of }, config.rateLimit),
    mail(server, owner) {
      const from = () => readSender(server.sender);
      const readUrl = async () => toSmtpUrl(server);
      return firstDay.tryMailServer(owner, createMailer({ readUrl, from, folder: mailFolder, log }));
    },
  };
  const gate = createLoadGate();
  const metrics = createMetrics();
  addShopMetrics(metrics, { db, gate, jobs, responses, orders });
  return {
    ...common,
    sealed,
    tries,
    headers,
    gate,
    metrics,
    uploads: uploadsFolder(config),
    bucket,
    files,
    events,
    responses,
    accounts,
    agents,
    logins,
    catalogue,
    checkout,
    appointments,
    enquiries,
    integrations,
    coupons,
    documents,
    monthlyAccounts,
    pdfs,
    orders,
    parcels,
    followers,
    reviews,
    customers,
    reports,
    firstDay,
    personalData,
    sandbox,
    selfUrl,
    provider,
    payments,
    refunds,
    backups,
    wishlist,
  };
}
export type Services = ReturnType<typeof createServices>;
