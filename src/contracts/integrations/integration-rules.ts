/** What a program may do with an API key. */
export const apiKeyAccess = ["read", "orders"] as const;
export type ApiKeyAccess = (typeof apiKeyAccess)[number];

/** What a webhook tells. */
export const webhookEvents = [
  "order.paid",
  "order.cancelled",
  "order.shipped",
  "order.delivered",
  "order.refunded",
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
