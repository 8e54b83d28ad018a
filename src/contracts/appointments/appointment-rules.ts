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

/** The states that occupy an expert's time. An exclusion constraint prevents overlaps among them. */
export const FILLING_STATES = ["held", "confirmed"] as const satisfies readonly AppointmentState[];

/** How an appointment that had a time ended. */
export const outcomes = ["done", "missed_by_caller", "missed_by_expert"] as const satisfies readonly AppointmentState[];
export type Outcome = (typeof outcomes)[number];

interface StateRule {
  /** A new time can be set, and it can be cancelled: by the buyer within the shop's policy, by the owner always. */
  canChange: boolean;
  /** The paid hour is still to happen. */
  isToCome?: true;
  /** It happened: the buyer may review it. */
  tookPlace?: true;
  isMissed?: true;
  label: string;
  tone: "gold" | "sage" | "grey" | "rose";
}

export const stateRules: Record<AppointmentState, StateRule> = {
  to_schedule: { canChange: true, isToCome: true, label: "Time to be agreed", tone: "gold" },
  held: { canChange: false, isToCome: true, label: "Held until paid", tone: "gold" },
  confirmed: { canChange: true, isToCome: true, label: "Booked", tone: "sage" },
  done: { canChange: false, tookPlace: true, label: "Done", tone: "grey" },
  missed_by_caller: { canChange: false, isMissed: true, label: "Missed by the caller", tone: "rose" },
  missed_by_expert: { canChange: true, isToCome: true, isMissed: true, label: "Missed by the expert", tone: "rose" },
  cancelled: { canChange: false, label: "Cancelled", tone: "rose" },
};

export const isOutcome = (state: AppointmentState): state is Outcome => outcomes.some((outcome) => outcome === state);

/** How the owner and the expert choose an outcome, and how the expert reads it later. */
export const outcomeTexts: Record<Outcome, { owner: string; expert: string; past: string; saved: string }> = {
  done: { owner: "It took place", expert: "Done", past: "Done", saved: "Marked as done" },
  missed_by_caller: {
    owner: "Missed by the caller",
    expert: "Missed by the caller",
    past: "Missed by the caller",
    saved: "Marked as missed",
  },
  missed_by_expert: {
    owner: "Missed by the expert",
    expert: "I missed it",
    past: "Missed by you",
    saved: "Marked as missed",
  },
};

/** What the owner reads before a no-show is recorded. `refund`: what the buyer gets back, where that is known. */
export const noShowTexts: Record<Exclude<Outcome, "done">, (refund: string | undefined) => string[]> = {
  missed_by_caller: () => [
    "The session is closed: the buyer can no longer move or cancel it, and nothing is refunded.",
    "Nobody gets a mail. You can correct it later.",
  ],
  missed_by_expert: (refund = "its price") => [
    `The buyer can choose a new time, or cancel the session and get ${refund} back, whatever the shop's rules say.`,
    "Nobody gets a mail: please tell the buyer. You can correct it later.",
  ],
};

/** The owner's list: the appointments of a date range, or those that need attention. */
export const appointmentViews = ["all", "attention"] as const;

export const MAX_LIST_DAYS = 62;

/** Why an appointment is cancelled. Paying the order again reopens only appointments with the reason "order". */
export const cancelReasons = ["order", "refund", "caller", "expert", "owner"] as const;
export type CancelReason = (typeof cancelReasons)[number];

/** The fragment of the order page where a time is chosen. Mails link to it. */
export const CHOOSE_TIME = "choose-time";

export const JOIN_MINUTES_BEFORE = 10;

/** A call can be joined from this time until its end. */
export const joinOpensAt = (startsAt: Date) => new Date(startsAt.getTime() - JOIN_MINUTES_BEFORE * 60_000);

export const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** 630 → `10:30 am`. */
export function formatTime(minute: number) {
  const hour = Math.floor(minute / 60) % 24;
  return `${hour % 12 || 12}:${String(minute % 60).padStart(2, "0")} ${hour < 12 ? "am" : "pm"}`;
}

/** For fields: 630 → `10:30`. Minutes beyond a day wrap around to `00:00`. */
export function toTime(minute: number) {
  const text = (value: number) => String(value).padStart(2, "0");
  return `${text(Math.floor(minute / 60) % 24)}:${text(minute % 60)}`;
}
