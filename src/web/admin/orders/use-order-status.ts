import { useCallback, useEffect, useRef, useState } from "react";
import type { Order } from "../../../contracts/orders/order.ts";
import type { OrderStatus } from "../../../contracts/orders/order-rules.ts";
import { factsOf, questionBefore, type StatusQuestion } from "../../../contracts/orders/status-change-rules.ts";
import { ApiError } from "../../lib/api.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { errorMessage } from "../../lib/error-message.ts";
import { useShop } from "../../lib/site.ts";
import { toast } from "../../lib/toast.ts";

const FAILED = "It could not be saved. Please try again.";

/**
 * Optimistic update: a chosen status shows at once and is rolled back when saving fails. One that hurts is asked about
 * first. Saves are queued, so of two quick choices the last one wins; each says which status it was chosen from, so that
 * another owner's change is not overwritten.
 */
export function useOrderStatus(given: Order, reload?: () => void) {
  const { isRegistered } = useShop();
  const [order, setOrder] = useState(given);
  const [status, setStatus] = useState(given.status);
  const [reason, setReason] = useState("");
  const [asked, setAsked] = useState<StatusQuestion & { to: OrderStatus }>();
  const [isAsking, setAsking] = useState(false);
  const saved = useRef(given);
  const queue = useRef(Promise.resolve());
  const params = { id: given._id };

  const show = useCallback((now: Order) => {
    saved.current = now;
    setOrder(now);
    setStatus(now.status);
  }, []);

  useEffect(() => show(given), [given, show]);

  /** What it is now, after another owner or a refund. */
  async function refresh() {
    show(await browserApi.call("GET /api/orders/:id", { params }).catch(() => saved.current));
    reload?.();
  }

  /** Throws after it has rolled back. */
  async function save(to: OrderStatus) {
    try {
      const body = { status: to, from: saved.current.status };
      saved.current = await browserApi.call("PUT /api/orders/:id/status", { params, body });
    } catch (error) {
      show(saved.current);
      setReason(errorMessage(error, FAILED));
      toast("Failed to update status", { tone: "bad" });
      if (error instanceof ApiError && error.code === "changed_meanwhile") await refresh();
      throw error;
    }
    setOrder(saved.current);
    toast("Order status updated");
    reload?.();
  }

  async function saveAsked(to: OrderStatus) {
    await save(to);
    setStatus(to);
  }

  function choose(to: OrderStatus) {
    setReason("");
    const question = questionBefore(to, factsOf({ ...saved.current, status }, Date.now(), isRegistered));
    setAsking(question !== undefined);
    if (question) return setAsked({ ...question, to });
    setStatus(to);
    queue.current = queue.current.then(() => save(to).catch(() => undefined));
  }

  const keep = () => setAsking(false);
  return { order, status, reason, choose, asked, isAsking, keep, saveAsked, refresh };
}
export type OrderStatusChoice = ReturnType<typeof useOrderStatus>;
