import { useCallback, useState } from "react";
import { useRevalidator } from "react-router";
import type { AppointmentDetails } from "../../contracts/appointments/appointment.ts";
import { DialogForm } from "../account/dialog-form.tsx";
import { INDIA, momentIn } from "../appointments/times.ts";
import { browserApi } from "../lib/browser-api.ts";
import { errorMessage } from "../lib/error-message.ts";
import { toast } from "../lib/toast.ts";
import { useForm } from "../lib/use-form.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";

export function CancelAppointment({ session: { _id, version, startsAt, caller } }: { session: AppointmentDetails }) {
  const { revalidate } = useRevalidator();
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const form = useForm({
    async send() {
      await browserApi.call("POST /api/appointments/:id/cancel", { params: { id: _id }, body: { version } });
      close();
      toast("The session is cancelled");
      await revalidate();
    },
    fail: (_refusal, error) => errorMessage(error, "The session could not be cancelled. Please try again."),
  });
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)} className="min-h-11 px-4 py-1.5 max-sm:grow">
        Cancel
      </Button>
      <Dialog open={isOpen} onClose={close} title="Cancel this session?" look="choice">
        <DialogForm
          name="Cancel this session"
          form={form}
          action={["Cancel the session", "Cancelling…"]}
          cancel="Keep it"
          onClose={close}
          isDanger
        >
          <p>
            {caller?.name ?? "The caller"}, {momentIn(INDIA, startsAt!)}. We write to the caller at once, and the shop's
            rules decide about the money. Moving it is often kinder.
          </p>
        </DialogForm>
      </Dialog>
    </>
  );
}
