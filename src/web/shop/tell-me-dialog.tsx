import { useState } from "react";
import { browserApi } from "../lib/browser-api.ts";
import { toast } from "../lib/toast.ts";
import { useForm } from "../lib/use-form.ts";
import { DialogForm } from "../ui/ask-dialog.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { EmailField } from "../ui/field.tsx";

type TellMeDialogProps = { piece: { _id: string; title: string }; email: string | undefined };

export function TellMeDialog({ piece, email }: TellMeDialogProps) {
  const [isOpen, setOpen] = useState(true);
  const close = () => setOpen(false);
  const form = useForm<{ email: string }>({
    async send(values) {
      const { message } = await browserApi.call("POST /api/back-in-stock", {
        body: { itemId: piece._id, ...values },
      });
      close();
      toast(message, { lastsMs: 5000 });
    },
  });
  return (
    <Dialog open={isOpen} onClose={close} title="Tell me when it is back" look="choice">
      <DialogForm name="Tell me when it is back" form={form} action={["Tell me", "Sending…"]} onClose={close}>
        <p>We send one mail when {piece.title} is back. Who asks first hears first.</p>
        <EmailField name="email" defaultValue={email} error={form.errors.email} />
      </DialogForm>
    </Dialog>
  );
}
