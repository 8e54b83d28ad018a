/** Plain words, without zod: the browser reads them too. */
export const orderStatuses = ["pending", "paid", "shipped", "delivered", "cancelled"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const PAYMENT_METHOD = "razorpay";
