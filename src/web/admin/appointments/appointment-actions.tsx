import { useState } from "react";
import type { Appointment, AppointmentDetails } from "../../../contracts/appointments/appointment.ts";
import { outcomes } from "../../../contracts/appointments/appointment-rules.ts";
import { BookTime } from "../../appointments/book-time.tsx";
import { CancelAppointment } from "../../appointments/cancel-appointment.tsx";
import { Moment } from "../../appointments/moment.tsx";
import { TypedTime } from "../../appointments/typed-time.tsx";
import { browserApi } from "../../lib/browser-api.ts";
import { formatRupees } from "../../lib/money.ts";
import { AdminButton, adminButton } from "../layout/admin-button.tsx";
import { AppointmentOutcome } from "../orders/appointment-outcome.tsx";
import { useAppointmentCall } from "../orders/use-appointment-call.ts";
import { CheckboxField } from "../resource/fields.tsx";
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
          <CancelByOwner appointment={session} />
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

/** Asks whether to refund the price. */
export function CancelByOwner({ appointment }: { appointment: Appointment }) {
  const { title, startsAt, zone, refund } = appointment;
  return (
    <CancelAppointment
      appointment={appointment}
      button={{ className: adminButton }}
      words={{
        keep: "Keep session",
        act: "Cancel session",
        done: "The session was cancelled.",
        failed: "It could not be saved. Please check your connection and try again.",
      }}
    >
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
        <CheckboxField name="refund" label={`Refund ${formatRupees(refund)}`} defaultChecked />
      ) : (
        <p>Nothing is refunded here. You decide about the money under Payment.</p>
      )}
    </CancelAppointment>
  );
}
