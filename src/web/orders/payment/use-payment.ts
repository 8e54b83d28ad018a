import { useCallback, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { Order } from "../../../contracts/orders/order.ts";
import { HOLD_MINUTES } from "../../../contracts/orders/order-rules.ts";
import { ApiError } from "../../lib/api.ts";
import { useSettings } from "../../lib/site.ts";
import { toast } from "../../lib/toast.ts";
import { hasFields } from "../../lib/use-form.ts";
import { successPath } from "../order-rules.ts";
import { NotRecorded, type PaymentOptions, payOrder } from "./pay-order.ts";
import { PopupUnavailable } from "./payment-popup.ts";

interface Payment extends Pick<PaymentOptions, "isExisting"> {
  onPaid(): void;
}

const SILENT = "silent";
const HOLD_MS = HOLD_MINUTES * 60_000;

/** How long the chosen times of an order are still held; `undefined` when it has none. */
function holdLeft({ appointments = [], createdAt, held }: Order, isExisting: boolean) {
  if (!appointments.some(({ startsAt }) => startsAt)) return undefined;
  if (held === false && !isExisting) return 0;
  const left = isExisting ? Date.parse(createdAt) + HOLD_MS - Date.now() : HOLD_MS;
  // Paying an order whose hold has expired starts a new hold.
  return left > 0 ? left : HOLD_MS;
}

/** Payment with toasts and the redirect to the success page. The popup closes when the page is left. */
export function usePayment() {
  const { checkoutScript: script, shop } = useSettings();
  const navigate = useNavigate();
  const [isHoldExpired, setHoldExpired] = useState(false);
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);

  /** Closes the popup without a toast. */
  const closePopup = useCallback(() => controller.current?.abort(SILENT), []);

  async function pay(order: Order, { isExisting, onPaid }: Payment) {
    const current = new AbortController();
    controller.current = current;
    setHoldExpired(false);
    const left = holdLeft(order, isExisting);
    const timer = left === undefined ? undefined : setTimeout(() => setHoldExpired(true), left);
    const outcome = await payOrder(order, { brand: shop.brand, script, isExisting, signal: current.signal }).finally(
      () => clearTimeout(timer),
    );
    if (outcome === "paid") {
      onPaid();
      toast(order.totalAmount === 0 ? "✅ Order placed!" : "✅ Payment successful!");
      await navigate(successPath(order));
    } else if (current.signal.reason !== SILENT) {
      toast("Payment popup closed. Order not completed.", { tone: "plain" });
    }
  }
  return { pay, closePopup, isHoldExpired };
}

const FAILED = "Something went wrong. Please try again.";
const NOT_RECORDED = "⚠️ Payment success, but could not update order.";
const WILL_BE_RECORDED =
  "Your money has arrived and nothing more is to be paid. The payment provider tells us of it as well: within a few minutes your profile shows this order as paid.";

const hasCode =
  (...codes: string[]) =>
  (error: unknown) =>
    error instanceof ApiError && codes.includes(error.code);

/** The cart no longer matches the shop's prices, sizes or stock, or a chosen time is taken. */
export const isCartOutdated = hasCode("price_changed", "out_of_stock", "slot_taken", "variant_required");

export const isHoldExpiredError = hasCode("hold_ended");

export const isCouponRefused = hasCode("coupon_invalid");

/** This order can no longer be paid. The items have to be ordered again. */
export const needsNewOrder = (error: unknown) =>
  isCartOutdated(error) || isHoldExpiredError(error) || isCouponRefused(error);

/** Errors whose message from the server helps the buyer more than the general one. */
const isExplained = (error: ApiError) =>
  needsNewOrder(error) || error.code === "too_many_open_orders" || error.status === 429;

/** Shows a toast about a failed or unrecorded payment and returns the message beside the button. */
export function reportPaymentError(error: unknown): string {
  if (error instanceof NotRecorded) {
    toast(NOT_RECORDED, { tone: "bad" });
    return WILL_BE_RECORDED;
  }
  const refusal = error instanceof ApiError ? error : undefined;
  // A 401 has already shown its own toast.
  if (refusal?.status === 401) return "";
  toast(refusal && isExplained(refusal) ? refusal.message : FAILED, { tone: "bad" });
  // `items` and `coupon` have no form field that could show the error.
  if (hasFields(refusal)) return refusal?.fields.items ?? refusal?.fields.coupon ?? "";
  return refusal?.message ?? (error instanceof PopupUnavailable ? error.message : FAILED);
}
