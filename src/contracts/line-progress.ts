/** Where a line of a paid order is. Derived from the status and the parcels. Free of zod: the browser imports it too. */
export const lineProgress = ["to_pack", "shipped", "delivered", "access_given", "to_schedule", "done"] as const;
export type LineProgress = (typeof lineProgress)[number];
