import { useState } from "react";
import type { Appointment } from "../../../contracts/appointment.ts";
import type { AppointmentState } from "../../../contracts/appointment-states.ts";
import type { Order } from "../../../contracts/order.ts";
import { ChooseTime } from "../../appointments/choose-time.tsx";
import { Moment } from "../../appointments/moment.tsx";
import { Badge } from "../../ui/badge.tsx";
import { AdminButton } from "../layout/admin-button.tsx";
import { TypedTime } from "./typed-time.tsx";

const stateWords = {
  to_schedule: ["gold", "Time to be agreed"],
  held: ["gold", "Held until paid"],
  confirmed: ["sage", "Booked"],
  done: ["grey", "Done"],
  missed_by_caller: ["rose", "Missed by the caller"],
  missed_by_expert: ["rose", "Missed by the expert"],
  cancelled: ["rose", "Cancelled"],
} as const satisfies Record<AppointmentState, readonly [string, string]>;

/** The sessions of an order, with their times. */
export function Sessions({ order: { appointments = [] } }: { order: Order }) {
  if (appointments.length === 0) return null;
  return (
    <section aria-labelledby="order-sessions" className="order-card">
      <h2 id="order-sessions" className="text-title">
        Sessions
      </h2>
      <ul aria-label="Sessions">
        {appointments.map((appointment) => (
          // Closed again after each change.
          <Session key={`${appointment._id} ${appointment.version}`} appointment={appointment} />
        ))}
      </ul>
    </section>
  );
}

function Session({ appointment }: { appointment: Appointment }) {
  const { title, state, startsAt, zone, expertId } = appointment;
  const [isOpen, setOpen] = useState(false);
  const [tone, words] = stateWords[state];
  const isOpenState = state === "to_schedule" || state === "confirmed";
  return (
    <li className="border-b border-line py-4 last:border-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="font-medium wrap-anywhere">{title}</p>
        <Badge tone={tone}>{words}</Badge>
      </div>
      {startsAt && (
        <p className="mt-1">
          <Moment zone={zone} at={startsAt} />
        </p>
      )}
      {isOpenState && !expertId && (
        <p className="mt-1 text-small text-ink-soft">No expert is assigned. Agree on the time by phone.</p>
      )}
      {isOpenState && expertId && (
        <AdminButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className="mt-3">
          {isOpen ? "Close" : startsAt ? "Move" : "Set the time"}
        </AdminButton>
      )}
      {isOpen && expertId && (
        <div className="mt-4 grid gap-6">
          <TypedTime appointment={appointment} />
          {appointment.canChoose && (
            <ChooseTime appointment={appointment} expertId={expertId} zone={zone} onBooked={() => {}} />
          )}
        </div>
      )}
    </li>
  );
}
