/** Filters and sort orders that only the owner's screens offer. Free of zod: the browser imports this too. */

/** `low` includes sold-out products, like the dashboard's count. */
export const stockFilters = ["in", "low", "out"] as const;
export type StockFilter = (typeof stockFilters)[number];

export const ownerSortOrders = ["title", "stock_up", "stock_down"] as const;

/** What is left to do for paid orders: pack pieces, ask for an address, arrange sessions. */
export const orderTasks = ["pack", "address", "arrange"] as const;
export type OrderTask = (typeof orderTasks)[number];

/** The number of orders whose status one call can set. */
export const MAX_BULK_ORDERS = 100;
