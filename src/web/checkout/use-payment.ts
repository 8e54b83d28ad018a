import { useCallback, useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import type { Order } from "../../contracts/order.ts";
import { toast } from "../lib/toast.ts";
import { successPath } from "./order-words.ts";
import { type Opening, payOrder } from "./pay-order.ts";
import { useSettings } from "./use-settings.ts";

interface Payment extends Pick<Opening, "isKnown"> {
  onPaid(): void;
}

const WITHDRAWN = "withdrawn";

/** Payment as a page offers it: told in words, and once paid the buyer is taken on. A popup does not outlive its page. */
export function usePayment() {
  const { checkoutScript: script } = useSettings();
  const navigate = useNavigate();
  const open = useRef<AbortController>(null);
  useEffect(() => () => open.current?.abort(), []);

  /** Closes the popup without a word. */
  const withdraw = useCallback(() => open.current?.abort(WITHDRAWN), []);

  async function pay(order: Order, { isKnown, onPaid }: Payment) {
    const opening = new AbortController();
    open.current = opening;
    const end = await payOrder(order, { script, isKnown, signal: opening.signal });
    if (end === "paid") {
      onPaid();
      toast("✅ Payment successful!");
      await navigate(successPath(order));
    } else if (opening.signal.reason !== WITHDRAWN) {
      toast("Payment popup closed. Order not completed.", { tone: "plain" });
    }
  }
  return { pay, withdraw };
}
