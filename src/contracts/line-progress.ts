/**
 * Progress of a line of a paid order. Derived from the status, the parcels and the appointments. Free of zod: the
 * browser imports it too.
 */
export const lineProgress = [
  "to_pack",
  "shipped",
  "delivered",
  "access_given",
  "to_schedule",
  "booked",
  "done",
  "missed",
] as const;
export type LineProgress = (typeof lineProgress)[number];
