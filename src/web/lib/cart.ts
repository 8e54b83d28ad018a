import { useSyncExternalStore } from "react";
import { toPaise, toRupees } from "../../contracts/money.ts";
import { type ItemType, itemTypes, MAX_QUANTITY } from "../../contracts/orders/cart-rules.ts";
import { createStored } from "./stored.ts";
import { toast } from "./toast.ts";

type Identity = { itemId: string; itemType: ItemType };
export interface CartItem extends Identity {
  title: string;
  price: number;
  image: string;
}
export interface CartLine extends CartItem {
  qty: number;
  /** The chosen time of a session. Read it with `timeOf`: storage is untrusted. */
  startsAt?: string;
}

export const itemTypeNames = {
  product: "Product",
  course: "Course",
  consultancy: "Consultancy",
} as const satisfies Record<ItemType, string>;

const EMPTY: readonly CartLine[] = [];

const isText = (value: unknown): value is string => typeof value === "string";

function isLine(value: unknown): value is CartLine {
  if (typeof value !== "object" || value === null) return false;
  const line = value as Record<string, unknown>;
  return (
    isText(line.itemId) &&
    line.itemId !== "" &&
    itemTypes.some((type) => type === line.itemType) &&
    isText(line.title) &&
    isText(line.image) &&
    Number.isFinite(line.price) &&
    Number(line.price) >= 0 &&
    Number.isInteger(line.qty) &&
    Number(line.qty) >= 1
  );
}

/** The identity of a line: an item of one type is in the cart once. */
export const keyOf = ({ itemType, itemId }: Identity) => `${itemType} ${itemId}`;

const withQuantity = (line: CartLine, qty: number) => ({
  ...line,
  qty: Math.max(1, Math.min(MAX_QUANTITY, qty)),
});

/** Storage is untrusted (other scripts, old versions, people): invalid lines are dropped. */
export function parseCart(stored: string | null): readonly CartLine[] {
  if (stored === null) return EMPTY;
  try {
    const found: unknown = JSON.parse(stored);
    if (!Array.isArray(found)) return EMPTY;
    const lines = found.filter(isLine).map((line) => withQuantity(line, line.qty));
    return [...new Map(lines.map((line) => [keyOf(line), line])).values()];
  } catch {
    return EMPTY;
  }
}

const store = createStored("cart", parseCart);
let changes = 0;

/** How often this page changed the cart. The counter animates on changes, not on the first paint. */
export const cartChanges = () => changes;

export const readLines = () => store.read().value;

export function writeLines(next: readonly CartLine[]) {
  changes += 1;
  store.write(JSON.stringify(next));
  store.notify();
}

function subscribe(listener: () => void) {
  // React renders the count from here on; the mark set by `HEAD_SCRIPT` would become stale.
  delete document.documentElement.dataset.cart;
  return store.subscribe(listener);
}

export const useCart = () => useSyncExternalStore(subscribe, readLines, () => EMPTY);

/** `undefined` during server rendering and hydration: the cart exists only in the browser. */
export const useKnownCart = () =>
  useSyncExternalStore<readonly CartLine[] | undefined>(subscribe, readLines, () => undefined);

export const totalOf = (cart: readonly CartLine[]) =>
  toRupees(cart.reduce((paise, line) => paise + toPaise(line.price) * line.qty, 0));

export const quantityOf = (cart: readonly CartLine[]) => cart.reduce((sum, line) => sum + line.qty, 0);

/** A course or session with a quantity above 1: rarely intended, so cart and checkout show a note. */
export const isRepeatedService = ({ itemType, qty }: CartLine) => itemType !== "product" && qty > 1;

const isSame = (line: Identity, item: Identity) => keyOf(line) === keyOf(item);

export const quantityInCart = (cart: readonly CartLine[], item: Identity) =>
  cart.find((line) => isSame(line, item))?.qty ?? 0;

type AddOptions = { most?: number; pieces?: number };

/**
 * Adds pieces up to `most` (the stock, or the limit per order) and returns how many the cart then holds; 0 when none
 * could be added.
 */
export function addToCart(item: CartItem, { most = MAX_QUANTITY, pieces = 1 }: AddOptions = {}) {
  const cart = readLines();
  const before = quantityInCart(cart, item);
  const qty = Math.min(before + pieces, most);
  if (qty <= before) return 0;
  writeLines(
    before === 0
      ? [...cart, { ...item, qty }]
      : cart.map((line) => (isSame(line, item) ? { ...line, ...item, qty } : line)),
  );
  return qty;
}

/** Maps the lines. Writes and notifies only when a line changed. */
export function changeLines(change: (line: CartLine) => CartLine) {
  const before = readLines();
  const after = before.map(change);
  if (after.some((line, index) => line !== before[index])) writeLines(after);
}

export const setQuantity = (item: Identity, qty: number) =>
  changeLines((line) => (isSame(line, item) ? withQuantity(line, qty) : line));

export const removeFromCart = (itemId: string) => writeLines(readLines().filter((line) => line.itemId !== itemId));

export const clearCart = () => writeLines(EMPTY);

/** Adds an item and shows a toast with the count and a link to the cart; `false` when the cart takes no more of it. */
export function addToCartWithToast(item: CartItem, options?: AddOptions) {
  const qty = addToCart(item, options);
  if (qty > 0)
    toast(`Added to your cart: ${qty} of this`, { topic: "cart", action: { label: "View cart", to: "/cart" } });
  return qty > 0;
}
