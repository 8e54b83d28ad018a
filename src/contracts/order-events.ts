/** Kinds of events of an order other than status changes. Free of zod: the browser imports it too. */
export const orderEventKinds = [
  "address",
  "note",
  "shipment",
  "refund",
  "payment",
  "dispute",
  "coupon",
  "session",
] as const;
export type OrderEventKind = (typeof orderEventKinds)[number];
