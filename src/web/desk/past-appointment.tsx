import type { AppointmentDetails } from "../../contracts/appointments/appointment.ts";
import { isOutcome, outcomeTexts } from "../../contracts/appointments/appointment-rules.ts";
import { INDIA, momentIn } from "../appointments/times.ts";

export function PastAppointment({ session: { startsAt, caller, state } }: { session: AppointmentDetails }) {
  return (
    <li className="flex flex-wrap justify-between gap-x-4 border-t border-line py-2">
      <span>{momentIn(INDIA, startsAt!)}</span>
      <span className="grow wrap-anywhere">{caller?.name ?? "Caller's data erased"}</span>
      <span className="text-ink-soft">{isOutcome(state) && outcomeTexts[state].past}</span>
    </li>
  );
}
