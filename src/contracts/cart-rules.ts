/** Free of zod: browser and server apply the same rules. */
export const itemTypes = ["course", "product", "consultancy"] as const;
export type ItemType = (typeof itemTypes)[number];

export const MAX_QUANTITY = 999;
/** Lines per quote and per order. */
export const MAX_LINES = 100;
