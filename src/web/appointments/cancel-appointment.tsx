import { useCallback, useId, useState } from "react";
import { useRevalidator } from "react-router";
import type { Appointment } from "../../contracts/appointments/appointment.ts";
import { browserApi } from "../lib/browser-api.ts";
import { errorMessage } from "../lib/error-message.ts";
import { toast } from "../lib/toast.ts";
import { AskDialog } from "../ui/ask-dialog.tsx";
import { Button } from "../ui/button.tsx";
import { refundText } from "./appointment-states.ts";
import { Moment } from "./moment.tsx";
import { callerZone } from "./times.ts";

const FAILED = "The session could not be cancelled. Please check your connection and try again.";

interface CancelAppointmentProps {
  appointment: Appointment;
  onCancelled: () => void;
}

/** Cancels a session of the caller, after a confirmation that states the deadline and the refund. */
export function CancelAppointment({ appointment, onCancelled }: CancelAppointmentProps) {
  const { _id: id, version, title, state, startsAt, changeUntil, refund } = appointment;
  const { revalidate } = useRevalidator();
  const text = useId();
  const [isAsking, setAsking] = useState(false);
  const close = useCallback(() => setAsking(false), []);
  const zone = callerZone();

  async function cancel() {
    await browserApi.call("POST /api/appointments/:id/cancel", { params: { id }, body: { version } });
    close();
    toast(["Your session was cancelled.", refundText(refund)].join(" ").trim(), { tone: "plain" });
    onCancelled();
    await revalidate();
  }

  return (
    <>
      <Button onClick={() => setAsking(true)} aria-label={`Cancel ${title}`}>
        Cancel
      </Button>
      <AskDialog
        open={isAsking}
        onClose={close}
        title="Cancel this session?"
        describedBy={text}
        words={{ keep: "Keep session", act: "Cancel session", acting: "Cancelling…" }}
        act={cancel}
        explain={(error) => errorMessage(error, FAILED)}
      >
        <div id={text} className="grid gap-2">
          <p className="font-semibold wrap-anywhere">
            {title}
            {changeUntil && (
              <span className="block">
                <Moment zone={zone} at={startsAt!} />
              </span>
            )}
          </p>
          {state === "to_schedule" && <p>It has no time yet, so you can cancel it at any time.</p>}
          {changeUntil && (
            <p>
              You can cancel it here until <Moment zone={zone} at={changeUntil} />.
            </p>
          )}
          <p className="empty:hidden">{refundText(refund)}</p>
        </div>
      </AskDialog>
    </>
  );
}
