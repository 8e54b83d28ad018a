import { site } from "../../../site.config.ts";
import type { Order, PaymentOrder } from "../../contracts/order.ts";
import { ApiError } from "../lib/api.ts";
import { browserApi } from "../lib/browser-api.ts";
import { readSession } from "../lib/session.ts";
import { toast } from "../lib/toast.ts";
import { isPaidFor, shortId } from "./order-words.ts";
import { isInsideApp, loadRazorpay, type Receipt } from "./razorpay.ts";

const PAUSES_MS = [500, 1500, 3000];

/** The money is taken, and the shop could not be told. It will hear of it from the provider. */
export class NotRecorded extends Error {}

/**
 * Asks whether an order that was opened before has been paid meanwhile: the news may have been lost on its way. A buyer's
 * word makes the shop ask the provider; the owner's would simply be taken, so the owner only looks.
 */
export async function askWhetherPaid({ _id: id }: Pick<Order, "_id">) {
  const params = { id };
  const asked =
    readSession()?.role === "owner"
      ? browserApi.call("GET /api/orders/:id", { params })
      : browserApi.call("PUT /api/orders/:id/status", { params, body: { status: "paid" } });
  return asked.then(isPaidFor, () => false);
}

/** Only what another try may cure is tried again. */
const isPassing = (error: unknown) => !(error instanceof ApiError) || error.status >= 500 || error.status === 429;

async function record({ _id: id }: Order, receipt: Receipt): Promise<PaymentEnd> {
  const { razorpay_payment_id: paymentId, razorpay_signature: signature } = receipt;
  const body = { status: "paid", paymentId, signature } as const;
  for (const pause of [...PAUSES_MS, 0]) {
    try {
      await browserApi.call("PUT /api/orders/:id/status", { params: { id }, body });
      return "paid";
    } catch (error) {
      if (pause === 0 || !isPassing(error)) break;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  throw new NotRecorded();
}

export type PaymentEnd = "paid" | "closed";

async function showPopup(order: Order, payment: PaymentOrder, { script, signal }: Opening): Promise<PaymentEnd> {
  const Razorpay = await loadRazorpay(script);
  const { name, email, phone } = order.shipping;
  return new Promise((resolve, reject) => {
    const popup = new Razorpay({
      key: payment.key,
      amount: payment.amount,
      currency: "INR",
      name: site.brand,
      description: `Order ${shortId(order)}`,
      order_id: payment.orderId,
      prefill: { name, email, contact: phone },
      theme: { color: getComputedStyle(document.documentElement).getPropertyValue("--color-night").trim() },
      // Recorded in any case, even when the page has closed the popup a moment ago.
      handler: (receipt) => void record(order, receipt).then(resolve, reject),
      modal: { ondismiss: () => resolve("closed") },
      ...(isInsideApp() && {
        redirect: true,
        callback_url: `${location.origin}/api/payments/razorpay/callback?orderId=${order._id}`,
      }),
    });
    popup.on("payment.failed", ({ error }) => toast(`❌ Payment failed: ${error.description}`, { tone: "bad" }));
    if (signal.aborted) return resolve("closed");
    signal.addEventListener("abort", () => {
      resolve("closed");
      popup.close();
    });
    popup.open();
  });
}

export interface Opening {
  /** Where the popup's script comes from. */
  script: string;
  /** Closes the popup. */
  signal: AbortSignal;
  /** The order was there before, so it may be paid already. */
  isKnown: boolean;
}

/** Lets a buyer pay an order in the provider's popup, and tells the shop. Whatever goes wrong is thrown. */
export async function payOrder(order: Order, opening: Opening): Promise<PaymentEnd> {
  if (opening.isKnown && (await askWhetherPaid(order))) return "paid";
  const payment = await browserApi.call("POST /api/payments/razorpay", { body: { orderId: order._id } });
  return showPopup(order, payment, opening);
}
