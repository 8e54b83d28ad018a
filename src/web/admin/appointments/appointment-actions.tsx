import { useState } from "react";
import type { AppointmentDetails } from "../../../contracts/appointments/appointment.ts";
import { outcomes } from "../../../contracts/appointments/appointment-rules.ts";
import { BookTime } from "../../appointments/book-time.tsx";
import { TypedTime } from "../../appointments/typed-time.tsx";
import { browserApi } from "../../lib/browser-api.ts";
import { AdminButton } from "../layout/admin-button.tsx";
import { AppointmentOutcome } from "../orders/appointment-outcome.tsx";
import { CancelAppointment } from "../orders/cancel-appointment.tsx";
import { useAppointmentCall } from "../orders/use-appointment-call.ts";
import { Reassign, reassignLabel } from "./reassign.tsx";

/** The owner's actions for a session. Only one of the forms is open at a time. */
export function AppointmentActions({ session }: { session: AppointmentDetails }) {
  const { state, startsAt, expertId } = session;
  const [part, setPart] = useState<"move" | "expert">();
  const hasBegun = startsAt !== null && Date.parse(startsAt) <= Date.now();
  const isOpen = state === "to_schedule" || (state === "confirmed" && !hasBegun);
  const hasEnded = hasBegun && (state === "confirmed" || outcomes.some((outcome) => outcome === state));
  const canMove = expertId && (isOpen || state === "missed_by_expert");
  const canCancel = isOpen || state === "missed_by_expert";
  const toggle = (wanted: typeof part) => ({
    "aria-expanded": part === wanted,
    onClick: () => setPart(part === wanted ? undefined : wanted),
  });
  return (
    <>
      {session.isOutsideHours && <Keep session={session} />}
      {hasEnded && <AppointmentOutcome appointment={session} />}
      {canCancel && (
        <div className="flex flex-wrap gap-2">
          {canMove && <AdminButton {...toggle("move")}>{state === "confirmed" ? "Move" : "Set the time"}</AdminButton>}
          {isOpen && <AdminButton {...toggle("expert")}>{reassignLabel(session)}</AdminButton>}
          <CancelAppointment appointment={session} />
        </div>
      )}
      {part === "move" && expertId && (
        <div className="grid gap-6">
          <TypedTime appointment={session} />
          {session.canChoose && (
            <BookTime appointment={session} expertId={expertId} zone={session.zone} isStaff onBooked={() => {}} />
          )}
        </div>
      )}
      {part === "expert" && <Reassign session={session} />}
    </>
  );
}

/** Confirms a session outside the expert's hours, so that it leaves the attention list. */
function Keep({ session: { _id, version } }: { session: AppointmentDetails }) {
  const { send, isSending, message } = useAppointmentCall();
  const keep = () => browserApi.call("PUT /api/appointments/:id/keep", { params: { id: _id }, body: { version } });
  return (
    <div className="rounded-control bg-rose-wash px-4 py-3">
      <p>The expert's hours no longer have this time. The caller still counts on it.</p>
      <AdminButton disabled={isSending} onClick={() => void send(keep, "The session stays as it is")} className="mt-2">
        Keep this time
      </AdminButton>
      <p role="alert" className="mt-1 text-small font-medium text-rose empty:hidden">
        {message}
      </p>
    </div>
  );
}
