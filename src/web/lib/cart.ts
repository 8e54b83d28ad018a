import { useSyncExternalStore } from "react";

export const itemTypes = ["course", "product", "consultancy"] as const;
export type ItemType = (typeof itemTypes)[number];

export interface CartItem {
  itemId: string;
  itemType: ItemType;
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

/** Storage is outside our hands (other scripts, old versions, people): what cannot be read is left out. */
export function parseCart(stored: string | null): readonly CartLine[] {
  if (stored === null) return EMPTY;
  try {
    const lines: unknown = JSON.parse(stored);
    return Array.isArray(lines) ? lines.filter(isLine) : EMPTY;
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

function readLines() {
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
  // From here on the page counts for itself; the count it was served with (see `CART_COUNT_SCRIPT`) would go out of date.
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

export const totalOf = (cart: readonly CartLine[]) =>
  cart.reduce((paise, line) => paise + Math.round(line.price * 100) * line.qty, 0) / 100;

export const quantityOf = (cart: readonly CartLine[]) => cart.reduce((sum, line) => sum + line.qty, 0);

const isSame = (line: CartLine, item: CartItem) => line.itemId === item.itemId && line.itemType === item.itemType;

export const quantityInCart = (cart: readonly CartLine[], item: CartItem) =>
  cart.find((line) => isSame(line, item))?.qty ?? 0;

/** Adds one piece; `false` when the cart already holds every piece there is. */
export function addToCart(item: CartItem, stock = Number.POSITIVE_INFINITY) {
  const cart = readLines();
  const qty = quantityInCart(cart, item) + 1;
  if (qty > stock) return false;
  write(
    qty === 1
      ? [...cart, { ...item, qty }]
      : cart.map((line) => (isSame(line, item) ? { ...line, ...item, qty } : line)),
  );
  return true;
}

export const removeFromCart = (itemId: string) => write(readLines().filter((line) => line.itemId !== itemId));

export const clearCart = () => write(EMPTY);
