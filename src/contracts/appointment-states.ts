/** The life of an appointment. Free of zod: the browser imports it too. */
export const appointmentStates = [
  "to_schedule",
  "held",
  "confirmed",
  "done",
  "missed_by_caller",
  "missed_by_expert",
  "cancelled",
] as const;
export type AppointmentState = (typeof appointmentStates)[number];

/** The states that fill an expert's time. PostgreSQL refuses overlaps among them. */
export const FILLING_STATES = ["held", "confirmed"] as const satisfies readonly AppointmentState[];

/** How often a caller may move a session, and until when before it starts. */
export const MAX_MOVES = 2;
export const FREE_CHANGE_HOURS = 24;
