import { useCallback, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { Order } from "../../contracts/orders/order.ts";
import { HOLD_MINUTES } from "../../contracts/orders/order-rules.ts";
import { useSettings } from "../lib/site.ts";
import { toast } from "../lib/toast.ts";
import { successPath } from "./order-rules.ts";
import { type PaymentOptions, payOrder } from "./pay-order.ts";

interface Payment extends Pick<PaymentOptions, "isExisting"> {
  onPaid(): void;
}

const SILENT = "silent";
const HOLD_MS = HOLD_MINUTES * 60_000;

/** How long the chosen times of an order are still held; `undefined` when it has none. */
function holdLeft({ appointments = [], createdAt }: Order, isExisting: boolean) {
  if (!appointments.some(({ startsAt }) => startsAt)) return undefined;
  const left = isExisting ? Date.parse(createdAt) + HOLD_MS - Date.now() : HOLD_MS;
  // Paying an order whose hold has expired starts a new hold.
  return left > 0 ? left : HOLD_MS;
}

/** Payment with toasts and the redirect to the success page. The popup closes when the page is left. */
export function usePayment() {
  const {
    checkoutScript: script,
    shop: { brand },
  } = useSettings();
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
    const outcome = await payOrder(order, { brand, script, isExisting, signal: current.signal }).finally(() =>
      clearTimeout(timer),
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
