import { useCallback, useState } from "react";
import { useRevalidator } from "react-router";
import type { Order } from "../../../contracts/orders/order.ts";
import { MAX_DEALT_WITH_LENGTH } from "../../../contracts/refunds/refund-rules.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { toast } from "../../lib/toast.ts";
import { hasFields, useForm } from "../../lib/use-form.ts";
import { DialogForm } from "../../ui/ask-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { AdminButton } from "../layout/admin-button.tsx";

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
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      <AdminButton onClick={() => setOpen(true)}>Dealt with</AdminButton>
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
    fail: (refusal) =>
      hasFields(refusal)
        ? ""
        : (refusal?.message ?? "It could not be saved. Please check your connection and try again."),
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
