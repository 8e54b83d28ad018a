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

export const MAX_API_KEYS = 20;
export const MAX_WEBHOOKS = 5;
export const MAX_KEY_NAME_LENGTH = 80;
export const MAX_WEBHOOK_URL_LENGTH = 500;
