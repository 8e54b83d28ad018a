import type { AppointmentDetails } from "../../../contracts/appointments/appointment.ts";
import type { AppointmentState } from "../../../contracts/appointments/appointment-rules.ts";

/** Badge colour and label of each state. */
export const stateLabels = {
  to_schedule: ["gold", "Time to be agreed"],
  held: ["gold", "Held until paid"],
  confirmed: ["sage", "Booked"],
  done: ["grey", "Done"],
  missed_by_caller: ["rose", "Missed by the caller"],
  missed_by_expert: ["rose", "Missed by the expert"],
  cancelled: ["rose", "Cancelled"],
} as const satisfies Record<AppointmentState, readonly [string, string]>;

export const isOver = ({ endsAt }: Pick<AppointmentDetails, "endsAt">) =>
  endsAt !== null && Date.parse(endsAt) <= Date.now();

/** The caller's name, or a placeholder after the personal data was erased. */
export const callerName = ({ caller }: Pick<AppointmentDetails, "caller">) => caller?.name || "Unknown caller";
