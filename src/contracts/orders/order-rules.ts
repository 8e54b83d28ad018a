export const orderStatuses = ["pending", "paid", "shipped", "delivered", "cancelled"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const PAID_STATUSES: readonly OrderStatus[] = ["paid", "shipped", "delivered"];

export const isPaid = (status: OrderStatus) => PAID_STATUSES.includes(status);

/** The statuses that the buyer gets a mail about when the owner sets them. */
export const fulfilmentSteps = ["shipped", "delivered"] as const satisfies readonly OrderStatus[];
export type FulfilmentStep = (typeof fulfilmentSteps)[number];

export const isFulfilmentStep = (status: OrderStatus): status is FulfilmentStep =>
  fulfilmentSteps.some((step) => step === status);

/** Whether the buyer may still change the recipient and address. The owner may at any time. */
export const isShippingOpen = (status: OrderStatus) => status === "pending" || status === "paid";

/** What the customer reads out on the phone. */
export const shortId = (id: string) => id.slice(-6);

/** What an order is called where there is room: `7f2a9c (#1001)`. */
export const orderName = (id: string, number: number) => `${shortId(id)} (#${number})`;

/** How long an unpaid order holds its stock. */
export const HOLD_MINUTES: number = 30;

export const holdEnd = (now: Date) => new Date(now.getTime() + HOLD_MINUTES * 60_000);

/** Unpaid orders with an active hold that one account can have. */
export const MAX_OPEN_ORDERS = 3;

/** Unpaid orders are cancelled after this time if the payment provider has no payment for them. */
export const UNPAID_DAYS = 7;

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

/** Of each order in a list, the newest. */
export const LISTED_EVENTS = 5;

/** Progress of a line of a paid order. Derived from the status, the shipments and the appointments. */
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
