import { useCallback, useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import type { Order } from "../../contracts/order.ts";
import { useSettings } from "../lib/site.ts";
import { toast } from "../lib/toast.ts";
import { successPath } from "./order-words.ts";
import { type PaymentOptions, payOrder } from "./pay-order.ts";

interface Payment extends Pick<PaymentOptions, "isExisting"> {
  onPaid(): void;
}

const SILENT = "silent";

/** Payment with toasts and the redirect to the success page. The popup closes when the page is left. */
export function usePayment() {
  const {
    checkoutScript: script,
    shop: { brand },
  } = useSettings();
  const navigate = useNavigate();
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);

  /** Closes the popup without a toast. */
  const closePopup = useCallback(() => controller.current?.abort(SILENT), []);

  async function pay(order: Order, { isExisting, onPaid }: Payment) {
    const current = new AbortController();
    controller.current = current;
    const outcome = await payOrder(order, { brand, script, isExisting, signal: current.signal });
    if (outcome === "paid") {
      onPaid();
      toast(order.totalAmount === 0 ? "✅ Order placed!" : "✅ Payment successful!");
      await navigate(successPath(order));
    } else if (current.signal.reason !== SILENT) {
      toast("Payment popup closed. Order not completed.", { tone: "plain" });
    }
  }
  return { pay, closePopup };
}
