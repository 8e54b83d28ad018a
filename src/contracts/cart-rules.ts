/** What a line of the cart may be. Free of zod: the browser keeps to the same rules as the server. */
export const itemTypes = ["course", "product", "consultancy"] as const;
export type ItemType = (typeof itemTypes)[number];

export const MAX_QUANTITY = 999;
/** How many lines can be priced at once. */
export const MAX_LINES = 100;
