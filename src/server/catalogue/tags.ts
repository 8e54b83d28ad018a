/** Cache tags of the catalogue: the list of a kind, each record, and the exact stock figures. See docs/caching.md. */
export const listTag = (path: string) => path.slice(1);
export const recordTag = (path: string, id: string) => `${listTag(path)}:${id.toLowerCase()}`;

/** What the owner's edit of these records changes. */
export const editTags = (path: string, ids: readonly string[]) => [
  listTag(path),
  ...ids.map((id) => recordTag(path, id)),
];

/** Lists are refreshed by time alone: with many buyers, expiring them at each sale would render them all the time. */
export const ANY_STOCK_TAG = "stock";
/** One product's JSON is expired at each of its sales, so that a buyer's next request shows the new figure. */
export const stockTag = (productId: string) => `stock:${productId.toLowerCase()}`;
