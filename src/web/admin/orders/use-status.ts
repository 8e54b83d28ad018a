import { useEffect, useRef, useState } from "react";
import type { Order } from "../../../contracts/order.ts";
import type { OrderStatus } from "../../../contracts/order-states.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { toast } from "../../lib/toast.ts";
import { reasonOr } from "../layout/reason-or.ts";

/**
 * An order's status as the owner sees it: what was chosen shows at once and, where it cannot be saved, gives way to what
 * it was. Two choices in a row are saved one after the other, so the last one stands.
 */
export function useStatus(order: Order, onSaved?: () => void) {
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
      setReason(reasonOr(error, "It could not be saved. Please try again."));
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
export type StatusChoice = ReturnType<typeof useStatus>;
