import { useEffect, useRef, useState } from "react";
import type { Order } from "../../../contracts/orders/order.ts";
import type { OrderStatus } from "../../../contracts/orders/order-rules.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { errorMessage } from "../../lib/error-message.ts";
import { toast } from "../../lib/toast.ts";

/**
 * Optimistic update: a chosen status shows at once and is rolled back when saving fails.
 * Saves are queued, so of two quick choices the last one wins.
 */
export function useOrderStatus(order: Order, onSaved?: () => void) {
  const [status, setStatus] = useState(order.status);
  const [reason, setReason] = useState("");
  const saved = useRef(order.status);
  const queue = useRef(Promise.resolve());

  useEffect(() => {
    saved.current = order.status;
    setStatus(order.status);
  }, [order.status]);

  async function save(to: OrderStatus) {
    try {
      await browserApi.call("PUT /api/orders/:id/status", { params: { id: order._id }, body: { status: to } });
      saved.current = to;
      toast("Order status updated");
      onSaved?.();
    } catch (error) {
      setStatus(saved.current);
      setReason(errorMessage(error, "It could not be saved. Please try again."));
      toast("Failed to update status", { tone: "bad" });
    }
  }

  function choose(to: OrderStatus) {
    setStatus(to);
    setReason("");
    queue.current = queue.current.then(() => save(to));
  }

  return { status, reason, choose };
}
export type OrderStatusChoice = ReturnType<typeof useOrderStatus>;
