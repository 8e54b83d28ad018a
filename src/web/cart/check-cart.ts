import { useEffect } from "react";
import { useFetcher } from "react-router";
import { MAX_LINES } from "../../contracts/orders/cart-rules.ts";
import type { QuotedLine } from "../../contracts/orders/quote.ts";
import { browserApi } from "../lib/browser-api.ts";
import { type CartLine, changeLines, keyOf, readLines, useKnownCart, writeLines } from "../lib/cart.ts";
import { timeOf, withTime } from "./chosen-time.ts";
import type { LineCheck, LineChecks } from "./line-check.ts";

const TIMEOUT_MS = 6_000;

/** `lineChecks` is `null` until the server has answered. */
export interface CartCheck {
  lineChecks: LineChecks | null;
  failed: boolean;
}

/** The cart can be shown unchecked, so the page does not wait for a slow check. */
const withTimeout = <T>(promise: Promise<T>) =>
  Promise.race([
    promise,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error("The shop took too long to answer")), TIMEOUT_MS);
    }),
  ]);

export async function fetchQuotes(lines: readonly CartLine[]) {
  const items = lines.map((line) => {
    const { itemId, itemType, qty } = line;
    return { itemId, itemType, qty, startsAt: timeOf(line) };
  });
  const batches = Array.from({ length: Math.ceil(items.length / MAX_LINES) }, (_, batch) =>
    browserApi.call("POST /api/cart/quote", {
      body: { items: items.slice(batch * MAX_LINES, (batch + 1) * MAX_LINES) },
    }),
  );
  // Without a coupon and a PIN code the reply is the list of lines.
  return (await withTimeout(Promise.all(batches))).flat() as QuotedLine[];
}

/** The chosen time if it can no longer be booked: past, too close, taken, or outside the expert's hours. */
const lostTime = (line: CartLine, { session }: QuotedLine) => (session?.isOpen ? undefined : timeOf(line));

function toLineCheck(line: CartLine, quote: QuotedLine): LineCheck {
  const { price, available, problem, session: appointment, expert } = quote;
  if (problem && problem !== "short") return { available, problem };
  const timeWas = lostTime(line, quote);
  return {
    ...(appointment && { appointment }),
    ...(expert && { expert }),
    ...(timeWas && { timeWas }),
    available,
    problem: null,
    ...(line.price !== price && { priceWas: line.price }),
    ...(available !== null && line.qty > available && { qtyWas: line.qty }),
  };
}

function updateLine(before: CartLine, quote: QuotedLine): CartLine {
  const { title, price, image, available, problem } = quote;
  if (problem === "gone") return before;
  const line = lostTime(before, quote) ? withTime(before, undefined) : before;
  const qty = available ? Math.min(line.qty, available) : line.qty;
  const isSame = line.title === title && line.price === price && line.image === image && line.qty === qty;
  return isSame ? line : { ...line, title, price, image, qty };
}

/** The lines with current prices and stock, and what changed. */
export function applyQuotes(cart: readonly CartLine[], quotes: readonly QuotedLine[]) {
  const byKey = new Map(quotes.map((quote) => [keyOf(quote), quote]));
  const lineChecks: LineChecks = {};
  const lines = cart.map((line) => {
    const quote = byKey.get(keyOf(line));
    if (!quote) return line;
    lineChecks[keyOf(line)] = toLineCheck(line, quote);
    return updateLine(line, quote);
  });
  return { lines, lineChecks };
}

/** Without the line of a product that got sizes since, once the cart has the product in one of them. */
function dropUnsizedLines() {
  const cart = readLines();
  const rest = cart.filter((line) => !cart.some(({ itemId }) => itemId.startsWith(`${line.itemId}:`)));
  if (rest.length < cart.length) writeLines(rest);
  return rest;
}

/** Fetches current prices and stock and applies them to the cart, which may have changed during the request. */
export async function checkCart(): Promise<CartCheck> {
  const lines = dropUnsizedLines();
  if (lines.length === 0) return { lineChecks: {}, failed: false };
  try {
    const quotes = await fetchQuotes(lines);
    const before = readLines();
    const { lines: after, lineChecks } = applyQuotes(before, quotes);
    changeLines((line) => after[before.indexOf(line)] ?? line);
    return { lineChecks, failed: false };
  } catch {
    return { lineChecks: null, failed: true };
  }
}

/** The cart with the server's checks. Checks again when another tab adds a line; the checks of other lines stay. */
export function useCheckedCart(initial: CartCheck) {
  const cart = useKnownCart();
  const fetcher = useFetcher<CartCheck>();
  const latest = fetcher.data ?? initial;
  const lineChecks = { ...fetcher.data?.lineChecks, ...initial.lineChecks };
  const hasUncheckedLine = latest.lineChecks !== null && cart?.some((line) => !lineChecks[keyOf(line)]) === true;
  const { load } = fetcher;

  useEffect(() => {
    if (hasUncheckedLine) load("/cart");
  }, [hasUncheckedLine, load]);

  return { cart, lineChecks, failed: latest.failed, checkAgain: () => load("/cart") };
}
