import { useState } from "react";
import type { Appointment } from "../../../contracts/appointments/appointment.ts";
import { isOutcome, stateRules } from "../../../contracts/appointments/appointment-rules.ts";
import type { Order } from "../../../contracts/orders/order.ts";
import { BookTime, TypedTime } from "../../appointments/book-time.tsx";
import { IntakeView } from "../../appointments/intake-view.tsx";
import { Moment } from "../../appointments/times.tsx";
import { OrderSection } from "../../orders/order-frame.tsx";
import { Badge } from "../../ui/badge.tsx";
import { SmallButton, smallButton } from "../../ui/button.tsx";
import { AppointmentOutcome, CancelByOwner, Reassign, reassignLabel } from "../appointments/appointment-actions.tsx";

export function Sessions({ order: { appointments = [], archivedAt } }: { order: Order }) {
  if (appointments.length === 0) return null;
  return (
    <OrderSection id="order-sessions" title="Sessions">
      <ul aria-label="Sessions" className="-mt-2">
        {appointments.map((appointment) => (
          // The version in the key closes the open forms after each change.
          <Session
            key={`${appointment._id} ${appointment.version}`}
            appointment={appointment}
            isReadOnly={archivedAt !== undefined}
          />
        ))}
      </ul>
    </OrderSection>
  );
}

function Session({ appointment, isReadOnly }: { appointment: Appointment; isReadOnly: boolean }) {
  const { title, state, startsAt, zone, expertId } = appointment;
  const [opened, setOpened] = useState<"time" | "expert">();
  const toggle = (part: "time" | "expert") => setOpened(opened === part ? undefined : part);
  const { tone, label, canChange } = stateRules[state];
  const hasBegun = isOutcome(state) || (state === "confirmed" && Date.parse(startsAt!) <= Date.now());
  // An expired hold of an unpaid order: only the payment can book its time.
  const isHoldExpired = state === "to_schedule" && startsAt !== null;
  const isOpenState = canChange && !isHoldExpired && !hasBegun && !isReadOnly;
  const canCancel = isOpenState || (canChange && isOutcome(state) && !isReadOnly);
  const canSetTime = expertId && canCancel;
  return (
    <li className="border-b border-line py-4 last:border-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="font-medium wrap-anywhere">{title}</p>
        <Badge tone={tone}>{label}</Badge>
      </div>
      {startsAt && (
        <p className="mt-1">
          <Moment zone={zone} at={startsAt} />
        </p>
      )}
      {isHoldExpired && <p className="mt-1 text-small text-ink-soft">Not paid, and not held.</p>}
      {isOpenState && !expertId && (
        <p className="mt-1 text-small text-ink-soft">
          No expert is assigned. Give it to one, or agree on the time by phone.
        </p>
      )}
      {canCancel && (
        <div className="mt-3 flex flex-wrap gap-3">
          {canSetTime && (
            <SmallButton aria-expanded={opened === "time"} onClick={() => toggle("time")}>
              {opened === "time"
                ? "Close"
                : state === "missed_by_expert"
                  ? "New time"
                  : startsAt
                    ? "Move"
                    : "Set the time"}
            </SmallButton>
          )}
          {isOpenState && (
            <SmallButton aria-expanded={opened === "expert"} onClick={() => toggle("expert")}>
              {reassignLabel(appointment)}
            </SmallButton>
          )}
          <CancelByOwner appointment={appointment} />
        </div>
      )}
      {state !== "cancelled" && state !== "held" && (
        <div className="mt-3">
          <IntakeView appointmentId={appointment._id} className={smallButton} />
        </div>
      )}
      {hasBegun && !isReadOnly && <AppointmentOutcome appointment={appointment} />}
      {opened === "expert" && (
        <div className="mt-4">
          <Reassign session={appointment} />
        </div>
      )}
      {opened === "time" && expertId && (
        <div className="mt-4 grid gap-6">
          <TypedTime appointment={appointment} />
          {appointment.canChoose && <BookTime appointment={appointment} isStaff />}
        </div>
      )}
    </li>
  );
}
