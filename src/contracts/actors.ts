/** Who changed an order or a session. */
export const actors = ["buyer", "owner", "expert", "payment", "system"] as const;
export type Actor = (typeof actors)[number];
