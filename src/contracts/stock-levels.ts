/** At this many pieces or fewer the product page says "Only n left" and the dashboard lists the product. */
export const LOW_STOCK = 3;

/** Two stock figures with the same value here look the same on every page. */
export const visibleStock = (stock: number) => Math.min(stock, LOW_STOCK + 1);
