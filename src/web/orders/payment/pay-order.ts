import type { Order } from "../../../contracts/orders/order.ts";
import { isPaid } from "../../../contracts/orders/order-rules.ts";
import { PAYMENT_METHOD } from "../../../contracts/payments/payment-rules.ts";
import { ApiError } from "../../lib/api.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { readLogin } from "../../lib/login.ts";
import type { PaymentPopup, PaymentProof } from "./payment-popup.ts";
import { openPopup } from "./razorpay.ts";

const RETRY_DELAYS_MS = [500, 1500, 3000];

/** The payment succeeded, but the shop could not be reached. The webhook or the reconcile job will settle the order. */
export class NotRecorded extends Error {}

/**
 * Whether an existing order is paid by now. A buyer's update makes the server check with the provider; an owner's
 * update would mark the order as paid unchecked, so an owner only reads it.
 */
export async function checkPaid({ _id: id }: Pick<Order, "_id">) {
  const params = { id };
  const request =
    readLogin()?.role === "owner"
      ? browserApi.call("GET /api/orders/:id", { params })
      : browserApi.call("PUT /api/orders/:id/status", { params, body: { status: "paid" } });
  return request.then(
    ({ status }) => isPaid(status),
    () => false,
  );
}

const isRetryable = (error: unknown) => !(error instanceof ApiError) || error.status >= 500 || error.status === 429;

async function recordPayment({ _id: id }: Order, proof: PaymentProof) {
  const body = { status: "paid", ...proof } as const;
  for (const delay of [...RETRY_DELAYS_MS, 0]) {
    try {
      await browserApi.call("PUT /api/orders/:id/status", { params: { id }, body });
      return;
    } catch (error) {
      if (delay === 0 || !isRetryable(error)) break;
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
  throw new NotRecorded();
}

export interface PaymentOptions extends Pick<PaymentPopup, "brand" | "script" | "signal"> {
  /** The order existed before, so it may already be paid. */
  isExisting: boolean;
}

export async function payOrder(order: Order, { brand, script, signal, isExisting }: PaymentOptions) {
  // There was nothing to pay: the server has marked the order as paid.
  if (order.totalAmount === 0 && isPaid(order.status)) return "paid";
  if (isExisting && (await checkPaid(order))) return "paid";
  const payment = await browserApi.call(`POST /api/payments/${PAYMENT_METHOD}`, { body: { orderId: order._id } });
  return openPopup({ order, payment, brand, script, signal, record: (proof) => recordPayment(order, proof) });
}
