import { useState } from "react";
import { useRevalidator } from "react-router";
import type { Order } from "../../../contracts/orders/order.ts";
import type { Refund } from "../../../contracts/refunds/refund.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { errorMessage } from "../../lib/error-message.ts";
import { toast } from "../../lib/toast.ts";
import { showRefundToast } from "./refund-toast.ts";

/** Retries a failed refund. Idempotent: the server creates only one new refund. */
export function useRetryRefund({ _id: id }: Order, { _id: refundId }: Refund) {
  const { revalidate } = useRevalidator();
  const [isSending, setSending] = useState(false);
  async function retry() {
    setSending(true);
    try {
      showRefundToast(
        await browserApi.call("POST /api/orders/:id/refunds/:refundId/retry", { params: { id, refundId } }),
      );
      await revalidate();
    } catch (error) {
      toast(errorMessage(error, "It could not be tried again. Please check your connection."), { tone: "bad" });
    }
    setSending(false);
  }
  return { retry, isSending };
}
