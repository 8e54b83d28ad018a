/** Cache tags of the catalogue: the list of a kind, each record, and the exact stock figures. See docs/caching.md. */
export const listTag = (path: string) => path.slice(1);
export const recordTag = (path: string, id: string) => `${listTag(path)}:${id.toLowerCase()}`;

export const editTags = (path: string, ids: readonly string[]) => [
  listTag(path),
  ...ids.map((id) => recordTag(path, id)),
];

/** Never expired by a sale: lists refresh by age only, because frequent sales would render them all the time. */
export const ANY_STOCK_TAG = "stock";
/** Expired by each sale of the product, so that the buyer's next request shows the new figure. */
export const stockTag = (productId: string) => `stock:${productId.toLowerCase()}`;
