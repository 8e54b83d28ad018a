export const PAGE_SIZE = 6;
export const MY_ORDERS_PAGE_SIZE = 100;
export const SALES_PAGE_SIZE = 50;
export const MAX_PAGE = 1_000_000;
export const MAX_SEARCH_LENGTH = 200;
export const MAX_ORDER_SEARCH_LENGTH = 100;
/** A search counts up to this number and then shows "500+". */
export const MAX_COUNTED = 500;
/** The owner's list of orders counts up to this number and then shows "10,000+". */
export const MAX_COUNTED_ORDERS = 10_000;

export const MAX_FILTER_RUPEES = 10_000_000;
export const MAX_FILTER_LENGTH = 120;

export const sortOrders = ["newest", "match", "relevance"] as const;
export const productSortOrders = [...sortOrders, "price_up", "price_down", "loved", "origin"] as const;
export type SortOrder = (typeof productSortOrders | typeof ownerSortOrders)[number];

/** Sorted by creation of the account, by last order or by total spent. */
export const customerSortOrders = ["newest", "last_order", "spent"] as const;
export type CustomerSortOrder = (typeof customerSortOrders)[number];

/** `low` includes sold-out products, like the dashboard's count. */
export const stockFilters = ["in", "low", "out"] as const;
export type StockFilter = (typeof stockFilters)[number];

export const ownerSortOrders = ["title", "stock_up", "stock_down"] as const;

/** What is left to do for paid orders: pack pieces, ask for an address, arrange appointments. */
export const orderTasks = ["pack", "address", "arrange"] as const;
export type OrderTask = (typeof orderTasks)[number];

export const MAX_BULK_ORDERS = 100;
