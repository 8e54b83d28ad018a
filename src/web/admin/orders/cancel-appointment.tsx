import { useCallback, useRef, useState } from "react";
import type { Appointment } from "../../../contracts/appointments/appointment.ts";
import { Moment } from "../../appointments/moment.tsx";
import { browserApi } from "../../lib/browser-api.ts";
import { formatRupees } from "../../lib/money.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { AdminButton, DangerButton } from "../layout/admin-button.tsx";
import { CheckboxField } from "../resource/fields.tsx";
import { useAppointmentCall } from "./use-appointment-call.ts";

/** Cancels a session, after a confirmation that asks whether to refund its price. */
export function CancelAppointment({ appointment }: { appointment: Appointment }) {
  const { _id: id, version, title, startsAt, zone, refund } = appointment;
  const [isAsking, setAsking] = useState(false);
  const close = useCallback(() => setAsking(false), []);
  const refunds = useRef<HTMLInputElement>(null);
  const { send, isSending, message } = useAppointmentCall();

  async function cancel() {
    const body = { version, ...(refunds.current && { refund: refunds.current.checked }) };
    const call = () => browserApi.call("POST /api/appointments/:id/cancel", { params: { id }, body });
    if (await send(call, "The session was cancelled.")) close();
  }

  return (
    <>
      <AdminButton onClick={() => setAsking(true)}>Cancel</AdminButton>
      <Dialog open={isAsking} onClose={close} title="Cancel this session?" look="choice">
        <div className="grid gap-4 overflow-y-auto px-5 pb-5">
          <p className="font-semibold wrap-anywhere">
            {title}
            {startsAt && (
              <span className="block">
                <Moment zone={zone} at={startsAt} />
              </span>
            )}
          </p>
          <p>Its time is free again, and the caller and the expert get a mail.</p>
          {refund ? (
            <CheckboxField ref={refunds} label={`Refund ${formatRupees(refund)}`} defaultChecked />
          ) : (
            <p>Nothing is refunded here. You decide about the money under Payment.</p>
          )}
          <p role="alert" className="font-medium text-rose empty:hidden">
            {message}
          </p>
          <div className="flex flex-wrap justify-end gap-3">
            <AdminButton onClick={close}>Keep session</AdminButton>
            <DangerButton onClick={() => void cancel()} disabled={isSending}>
              {isSending ? "Cancelling…" : "Cancel session"}
            </DangerButton>
          </div>
        </div>
      </Dialog>
    </>
  );
}
