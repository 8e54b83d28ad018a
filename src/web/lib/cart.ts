import { useSyncExternalStore } from "react";
import { type ItemType, itemTypes, MAX_QUANTITY } from "../../contracts/cart-rules.ts";

interface Identity {
  itemId: string;
  itemType: ItemType;
}
export interface CartItem extends Identity {
  title: string;
  price: number;
  image: string;
}
export interface CartLine extends CartItem {
  qty: number;
}

const KEY = "cart";
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

/** One name for a line: an item of one type is in the cart once. */
export const keyOf = ({ itemType, itemId }: Identity) => `${itemType} ${itemId}`;

const withQuantity = (line: CartLine, qty: number) => ({ ...line, qty: Math.max(1, Math.min(MAX_QUANTITY, qty)) });

/** Storage is outside our hands (other scripts, old versions, people): what cannot be read is left out. */
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

const listeners = new Set<() => void>();
let stored: string | null = null;
let lines = EMPTY;
let storageWorks = true;
let changes = 0;

/** How often this page has changed the cart: what merely was there already needs no attention drawn to it. */
export const cartChanges = () => changes;

/** The lines as they are now. */
export function readLines() {
  if (!storageWorks) return lines;
  try {
    const found = localStorage.getItem(KEY);
    if (found !== stored) {
      stored = found;
      lines = parseCart(found);
    }
  } catch {
    storageWorks = false;
  }
  return lines;
}

function write(next: readonly CartLine[]) {
  changes += 1;
  lines = next;
  stored = JSON.stringify(next);
  try {
    localStorage.setItem(KEY, stored);
  } catch {
    // Full or forbidden storage: the cart then lasts as long as this page does.
    storageWorks = false;
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  const follow = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) listener();
  };
  // From here on the page itself knows the cart; what it started with (see `HEAD_SCRIPT`) would only grow old.
  delete document.documentElement.dataset.cart;
  listeners.add(listener);
  window.addEventListener("storage", follow);
  // A page brought back by the back button slept through the changes made since.
  window.addEventListener("pageshow", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", follow);
    window.removeEventListener("pageshow", listener);
  };
}

export const useCart = () => useSyncExternalStore(subscribe, readLines, () => EMPTY);

/** Nothing as long as the cart is not known: in the page as served, which is the same for everyone. */
export const useKnownCart = () =>
  useSyncExternalStore<readonly CartLine[] | undefined>(subscribe, readLines, () => undefined);

export const totalOf = (cart: readonly CartLine[]) =>
  cart.reduce((paise, line) => paise + Math.round(line.price * 100) * line.qty, 0) / 100;

export const quantityOf = (cart: readonly CartLine[]) => cart.reduce((sum, line) => sum + line.qty, 0);

const isSame = (line: Identity, item: Identity) => line.itemId === item.itemId && line.itemType === item.itemType;

export const quantityInCart = (cart: readonly CartLine[], item: Identity) =>
  cart.find((line) => isSame(line, item))?.qty ?? 0;

/** Adds one piece; `false` when the cart already holds every piece there is. */
export function addToCart(item: CartItem, stock = MAX_QUANTITY) {
  const cart = readLines();
  const qty = quantityInCart(cart, item) + 1;
  if (qty > Math.min(stock, MAX_QUANTITY)) return false;
  write(
    qty === 1
      ? [...cart, { ...item, qty }]
      : cart.map((line) => (isSame(line, item) ? { ...line, ...item, qty } : line)),
  );
  return true;
}

/** Changes lines where they stand; when none is another afterwards, nothing is written and nobody is told. */
export function changeLines(change: (line: CartLine) => CartLine) {
  const before = readLines();
  const after = before.map(change);
  if (after.some((line, place) => line !== before[place])) write(after);
}

export const setQuantity = (item: Identity, qty: number) =>
  changeLines((line) => (isSame(line, item) ? withQuantity(line, qty) : line));

export const removeFromCart = (itemId: string) => write(readLines().filter((line) => line.itemId !== itemId));

export const clearCart = () => write(EMPTY);
