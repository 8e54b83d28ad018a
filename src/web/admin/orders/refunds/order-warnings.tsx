import { type ReactNode, useState } from "react";
import { useRevalidator } from "react-router";
import type { Order } from "../../../../contracts/orders/order.ts";
import { MAX_DEALT_WITH_LENGTH } from "../../../../contracts/refunds/refund-rules.ts";
import { browserApi } from "../../../lib/browser-api.ts";
import { formatMoment } from "../../../lib/dates.ts";
import { formatRupees } from "../../../lib/money.ts";
import { toast } from "../../../lib/toast.ts";
import { useForm } from "../../../lib/use-form.ts";
import { DialogForm } from "../../../ui/ask-dialog.tsx";
import { SmallButton } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { disputeTexts, isOpenFailure, openDisputes, REFUNDS_CARD } from "./money-states.ts";
import { RefundButton } from "./refund-form.tsx";

export function OrderWarnings({ order }: { order: Order }) {
  const { stockShort, paymentNotes = [] } = order;
  const disputes = openDisputes(order);
  const failures = (order.refunds ?? []).filter(isOpenFailure);
  if (!stockShort && paymentNotes.length === 0 && disputes.length === 0 && failures.length === 0) return null;
  return (
    <ul className="grid gap-2" aria-label="Needs a look">
      {stockShort && (
        <Warning title="Stock is short.">
          The money came after the pieces were sold to others. Find a piece, or cancel the order and pay the money back.
        </Warning>
      )}
      {disputes.map(({ _id, amount, status, respondBy }) => (
        <Warning key={_id} title={`A dispute of ${formatRupees(amount)} ${disputeTexts[status]}.`}>
          {respondBy && `Respond by ${formatMoment(respondBy)}. `}
          Send the evidence in the payment provider's dashboard. Until it is closed, the payment cannot be refunded.
        </Warning>
      ))}
      {failures.map(({ _id, amount, failure }) => (
        <Warning key={_id} title={`A refund of ${formatRupees(amount)} failed.`} actions={<ToRefunds />}>
          {failure}
        </Warning>
      ))}
      {paymentNotes.map(({ at, paymentId, note, refundable }) => (
        <Warning
          key={paymentId}
          title="A payment needs a look."
          actions={refundable !== undefined && <PaymentActions {...{ order, paymentId, refundable }} />}
        >
          {note} Payment {paymentId}, {formatMoment(at)}.
        </Warning>
      ))}
    </ul>
  );
}

const ToRefunds = () => (
  <a href={`#${REFUNDS_CARD}`} className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4">
    Go to the refund
  </a>
);

function PaymentActions({ order, paymentId, refundable }: { order: Order; paymentId: string; refundable: number }) {
  const isDisputed = openDisputes(order).some((dispute) => dispute.paymentId === paymentId);
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {refundable > 0 && !isDisputed && <RefundButton {...{ order, paymentId, refundable }} />}
      <DealtWith order={order} paymentId={paymentId} />
    </div>
  );
}

function Warning({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-3 rounded-card border border-rose bg-rose-wash px-4 py-3 text-rose">
      <Icon name="info" size={22} className="mt-0.5 shrink-0" />
      <div className="min-w-0 wrap-anywhere">
        <p>
          <strong className="font-semibold">{title}</strong> {children}
        </p>
        {actions}
      </div>
    </li>
  );
}

type DealtWithProps = { order: Order } & ({ refundId: string } | { paymentId: string });

const send = ({ order: { _id: id }, ...what }: DealtWithProps, note: string) =>
  "refundId" in what
    ? browserApi.call("POST /api/orders/:id/refunds/:refundId/dealt-with", { params: { id, ...what }, body: { note } })
    : browserApi.call("POST /api/orders/:id/payments/:paymentId/dealt-with", {
        params: { id, ...what },
        body: { note },
      });

/** Marks money that the owner settled outside the shop, with a note. It then leaves the to-do list. */
export function DealtWith(props: DealtWithProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <SmallButton onClick={() => setOpen(true)}>Dealt with</SmallButton>
      <Dialog open={isOpen} onClose={close} title="Dealt with" look="choice">
        <NoteForm {...props} onDone={close} />
      </Dialog>
    </>
  );
}

function NoteForm({ onDone, ...props }: DealtWithProps & { onDone: () => void }) {
  const { revalidate } = useRevalidator();
  const form = useForm<{ note: string }>({
    async send({ note }) {
      await send(props, note);
      onDone();
      toast("Marked as dealt with");
      await revalidate();
    },
  });
  return (
    <DialogForm name="Dealt with" form={form} action={["Save", "Saving..."]} onClose={onDone}>
      <TextField
        label="Note"
        name="note"
        required
        rows={3}
        maxLength={MAX_DEALT_WITH_LENGTH}
        hint="What was done, for example: paid by bank transfer. Only you see it."
        error={form.errors.note}
      />
    </DialogForm>
  );
}
