import { useId, useState } from "react";
import { type OrderStatus, shortId } from "../../../contracts/orders/order-rules.ts";
import { MIN_REFUND_RUPEES } from "../../../contracts/refunds/refund-rules.ts";
import { ApiError } from "../../lib/api.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { errorMessage } from "../../lib/error-message.ts";
import { formatRupees } from "../../lib/money.ts";
import { toast } from "../../lib/toast.ts";
import { useForm } from "../../lib/use-form.ts";
import { DialogForm } from "../../ui/ask-dialog.tsx";
import { RadioChoice, RupeesField } from "../../ui/choice-fields.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { showRefundToast } from "./refunds/refund-form.tsx";
import type { OrderStatusChoice } from "./use-order-status.ts";

const titles: Record<OrderStatus, string> = {
  pending: "Set back to pending",
  paid: "Set back to paid",
  shipped: "Send it all the same",
  delivered: "Mark as delivered all the same",
  cancelled: "Cancel the order",
};

const REFUND_REASON = "The order was cancelled.";

/** Asks before a status that hurts. Cancelling can refund at once: after the status, so that nothing is paid in vain. */
export function AskStatus({ order, asked, isAsking, keep, saveAsked, refresh }: OrderStatusChoice) {
  const text = useId();
  const [isRefunding, setRefunding] = useState(true);
  const form = useForm({ send, failed: "Failed to update status" });

  async function refundNow(amount: number) {
    try {
      const refunded = await browserApi.call("POST /api/orders/:id/refunds", {
        params: { id: order._id },
        headers: { "idempotency-key": crypto.randomUUID() },
        body: { amount, reason: REFUND_REASON, restock: false },
      });
      showRefundToast(refunded);
    } catch (error) {
      const why = errorMessage(error, "Please look at the order's refunds.");
      toast(`The order is cancelled, but it is not clear whether the refund began. ${why}`, { tone: "bad" });
    }
    await refresh();
  }

  async function send({ amount }: Record<string, string>) {
    try {
      await saveAsked(asked!.to);
    } catch (error) {
      // The page shows what another owner has made of it.
      if (error instanceof ApiError && error.code === "changed_meanwhile") return keep();
      throw error;
    }
    if (amount) await refundNow(Number(amount));
    keep();
  }

  function close() {
    form.clear();
    keep();
  }

  // The answered question stays for the next one: a dialog gives the focus back when it closes.
  if (!asked) return null;
  const { to, refund, title = titles[to] } = asked;
  const action = refund && isRefunding ? "Cancel and refund" : title;
  return (
    <Dialog open={isAsking} onClose={close} title={`${title} (${shortId(order._id)})`} describedBy={text} look="choice">
      <DialogForm form={form} isDanger keep="Keep" action={[action, "Saving…"]} onClose={close}>
        <div id={text} className="grid gap-2">
          {asked.text.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
        {refund && (
          <fieldset className="grid gap-1">
            <legend className="sr-only">The money</legend>
            <RadioChoice label="Refund now" isChosen={isRefunding} onChoose={() => setRefunding(true)} />
            {isRefunding && (
              <div className="ml-7">
                <RupeesField
                  label="Amount in rupees"
                  key={refund}
                  name="amount"
                  required
                  min={MIN_REFUND_RUPEES}
                  max={refund}
                  defaultValue={refund}
                  hint={`${formatRupees(refund)} can be refunded.`}
                  error={form.errors.amount}
                />
              </div>
            )}
            <RadioChoice
              label="Decide about the money later"
              isChosen={!isRefunding}
              onChoose={() => setRefunding(false)}
            />
          </fieldset>
        )}
      </DialogForm>
    </Dialog>
  );
}
