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

/** How a session that had a time ended. */
export const outcomes = ["done", "missed_by_caller", "missed_by_expert"] as const satisfies readonly AppointmentState[];
export type Outcome = (typeof outcomes)[number];

/** Why a session is off. Only an order that is paid again brings its sessions back. */
export const cancelReasons = ["order", "refund", "caller", "expert", "owner"] as const;
export type CancelReason = (typeof cancelReasons)[number];
