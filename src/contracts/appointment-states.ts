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

/** The owner's list: the sessions of some days, or those that wait for the owner. */
export const appointmentViews = ["all", "attention"] as const;
export type AppointmentView = (typeof appointmentViews)[number];

/** The longest span of the owner's list. */
export const MAX_LIST_DAYS = 62;

/** Why a session is off. Only an order that is paid again brings its sessions back. */
export const cancelReasons = ["order", "refund", "caller", "expert", "owner"] as const;
export type CancelReason = (typeof cancelReasons)[number];

/** Where on the page of an order a time is chosen: the target of the mail's link. */
export const CHOOSE_TIME = "choose-time";
