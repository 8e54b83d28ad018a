import { randomBytes } from "node:crypto";
import { z } from "zod";
import {
  type BrowserNeeds,
  type PaymentProvider,
  ProviderError,
  type ProviderSettings,
  type SettlementItem,
} from "../provider.ts";
import { createRazorpayHttp } from "./http.ts";
import { razorpayOrder, razorpayPayment, razorpayRefund, razorpaySettlementItem } from "./replies.ts";
import { RAZORPAY_API, razorpayBrowserNeeds, SANDBOX_PATH, sandboxBrowserNeeds } from "./urls.ts";
import { isSigned, readWebhook } from "./webhook.ts";

const CURRENCY = "INR";
const ID_NAMES = { order: "order", pay: "payment", rfnd: "refund" };
const PAGE = "count=100";
/** A page stays below the size limit of a reply. */
const SETTLEMENT_PAGE = 500;

/** 409: the first request with this key is still being worked on. Its result is not known yet. */
const isInProgress = (error: ProviderError) => error.status === 409 && /in progress/i.test(error.message);

/** Undefined for an id that the provider does not know. */
const unlessUnknown = <T>(reading: Promise<T>) =>
  reading.catch((error: unknown) => {
    if (error instanceof ProviderError && error.kind === "not_found") return undefined;
    throw error;
  });

/** Checks an id before it becomes part of a URL. */
function requireId(prefix: "order" | "pay" | "rfnd", id: string) {
  if (new RegExp(`^${prefix}_[A-Za-z0-9]{1,40}$`).test(id)) return;
  throw new ProviderError("not_found", `This is no ${ID_NAMES[prefix]} of the payment provider.`);
}

/** Rejects a well-formed response that is about another order, payment or amount. */
function requireMatch<T>(reply: T, isMatch: boolean) {
  if (!isMatch) throw new ProviderError("unreadable", "The payment provider answered about something else.");
  return reply;
}

interface Endpoints {
  /** Undefined while the sandbox in this process does not listen yet. */
  apiUrl(): string | undefined;
  browser: BrowserNeeds;
}

function createClient(settings: ProviderSettings, { apiUrl, browser }: Endpoints): PaymentProvider {
  const { keyId, keySecret, webhookSecret } = settings;
  const call = createRazorpayHttp({ ...settings, apiUrl });

  const list = async <T extends z.ZodType>(path: string, item: T) =>
    (await call({ path, reply: z.object({ items: z.array(item) }) })).items;

  async function readPayment(id: string) {
    requireId("pay", id);
    const payment = await call({ path: `/payments/${id}`, reply: razorpayPayment });
    return requireMatch(payment, payment.id === id);
  }

  return {
    keyId,
    browser,

    async createOrder({ amountPaise, receipt, notes }) {
      const order = await call({
        path: "/orders",
        body: { amount: amountPaise, currency: CURRENCY, receipt, notes, payment: { capture: "automatic" } },
        reply: razorpayOrder,
      });
      return requireMatch(order, order.amountPaise === amountPaise && order.currency === CURRENCY);
    },

    async findOrderByReceipt(receipt) {
      const items = await list(`/orders?${new URLSearchParams({ receipt, count: "100" })}`, razorpayOrder);
      // Razorpay also returns orders whose receipt only contains this one.
      const matches = items.filter((order) => order.receipt === receipt);
      return matches.find((order) => order.status === "paid") ?? matches[0];
    },

    async paymentsOf(orderId) {
      requireId("order", orderId);
      return list(`/orders/${orderId}/payments`, razorpayPayment);
    },

    findPayment: (id) => unlessUnknown(readPayment(id)),

    async capture(paymentId, amountPaise) {
      requireId("pay", paymentId);
      try {
        const body = { amount: amountPaise, currency: CURRENCY };
        const payment = await call({ path: `/payments/${paymentId}/capture`, body, reply: razorpayPayment });
        return requireMatch(payment, payment.id === paymentId);
      } catch (error) {
        if (!(error instanceof ProviderError) || error.kind !== "refused") throw error;
        // Usually another process, or an attempt whose response was lost, has captured it.
        const payment = await readPayment(paymentId);
        if (payment.status === "captured") return payment;
        throw error;
      }
    },

    async refund({ paymentId, amountPaise, receipt, notes }) {
      requireId("pay", paymentId);
      try {
        const refund = await call({
          path: `/payments/${paymentId}/refund`,
          headers: { "x-refund-idempotency": receipt },
          body: { amount: amountPaise, speed: "normal", receipt, notes },
          reply: razorpayRefund,
        });
        return requireMatch(refund, refund.paymentId === paymentId && refund.amountPaise === amountPaise);
      } catch (error) {
        if (error instanceof ProviderError && isInProgress(error))
          throw new ProviderError("unavailable", error.message, error.status);
        throw error;
      }
    },

    async refundsOf(paymentId) {
      requireId("pay", paymentId);
      return list(`/payments/${paymentId}/refunds?${PAGE}`, razorpayRefund);
    },

    async findRefund(id) {
      requireId("rfnd", id);
      const refund = await unlessUnknown(call({ path: `/refunds/${id}`, reply: razorpayRefund }));
      return refund && requireMatch(refund, refund.id === id);
    },

    refundsSince: (since) => list(`/refunds?from=${Math.floor(since.getTime() / 1000)}&${PAGE}`, razorpayRefund),

    async listSettlements(month) {
      const [year, number] = month.split("-");
      const query = `year=${year}&month=${number}&count=${SETTLEMENT_PAGE}`;
      const found: SettlementItem[] = [];
      do {
        const path = `/settlements/recon/combined?${query}&skip=${found.length}`;
        found.push(...(await list(path, razorpaySettlementItem)));
      } while (found.length % SETTLEMENT_PAGE === 0 && found.length > 0 && found.length < 100 * SETTLEMENT_PAGE);
      return found.filter(({ settlementId }) => settlementId);
    },

    isPaymentSigned: (providerOrderId, paymentId, signature) =>
      isSigned(keySecret, `${providerOrderId}|${paymentId}`, signature),

    readWebhook: (request) => readWebhook(webhookSecret, request),
  };
}

export const createRazorpay = (settings: ProviderSettings) =>
  createClient(settings, { apiUrl: () => settings.apiUrl ?? RAZORPAY_API, browser: razorpayBrowserNeeds });

/** For a shop without keys: it cannot be reached, and no signature is valid. */
export function createAbsentRazorpay(settings: ProviderSettings) {
  const secret = randomBytes(32).toString("hex");
  const keys = { keyId: "", keySecret: secret, webhookSecret: secret };
  return createClient({ ...settings, ...keys }, { apiUrl: () => undefined, browser: razorpayBrowserNeeds });
}

/** The same API, served by this process: see `payments/sandbox/`. */
export const createSandboxRazorpay = (settings: ProviderSettings) =>
  createClient(settings, {
    apiUrl: () => settings.apiUrl ?? settings.selfUrl(`${SANDBOX_PATH}/v1`),
    browser: sandboxBrowserNeeds,
  });
