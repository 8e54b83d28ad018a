import { MAX_LINES } from "../../contracts/cart-rules.ts";
import type { QuotedLine } from "../../contracts/quote.ts";
import { browserApi } from "../lib/browser-api.ts";
import { type CartLine, changeLines, keyOf, readLines } from "../lib/cart.ts";

const PATIENCE_MS = 6_000;

/** What the shop said about a line: how many there are, why it cannot be bought, and what was changed in the cart for it. */
export interface Finding {
  available: number | null;
  problem: "gone" | "sold_out" | null;
  priceWas?: number;
  qtyWas?: number;
}
export type Findings = Record<string, Finding>;

/** `findings` is nothing as long as the shop has not answered. */
export interface CartCheck {
  findings: Findings | null;
  failed: boolean;
}

/** Nobody waits for the shop longer than this: the cart can be shown without an answer. */
const withPatience = <T>(answer: Promise<T>) =>
  Promise.race([
    answer,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error("The shop took too long to answer")), PATIENCE_MS);
    }),
  ]);

async function quotesFor(lines: readonly CartLine[]) {
  const items = lines.map(({ itemId, itemType, qty }) => ({ itemId, itemType, qty }));
  const parts = Array.from({ length: Math.ceil(items.length / MAX_LINES) }, (_, part) =>
    browserApi.call("POST /api/cart/quote", {
      body: { items: items.slice(part * MAX_LINES, (part + 1) * MAX_LINES) },
    }),
  );
  return (await withPatience(Promise.all(parts))).flat();
}

function findingFor(line: CartLine, { price, available, problem }: QuotedLine): Finding {
  if (problem === "gone" || problem === "sold_out") return { available, problem };
  return {
    available,
    problem: null,
    ...(line.price !== price && { priceWas: line.price }),
    ...(available !== null && line.qty > available && { qtyWas: line.qty }),
  };
}

function updated(line: CartLine, { title, price, image, available, problem }: QuotedLine): CartLine {
  if (problem === "gone") return line;
  const qty = available ? Math.min(line.qty, available) : line.qty;
  const isSame = line.title === title && line.price === price && line.image === image && line.qty === qty;
  return isSame ? line : { ...line, title, price, image, qty };
}

/** Asks the shop what the cart costs now and takes it over: into the cart as it is when the answer comes. */
export async function checkCart(): Promise<CartCheck> {
  const asked = readLines();
  if (asked.length === 0) return { findings: {}, failed: false };
  try {
    const quotes = new Map((await quotesFor(asked)).map((quote) => [keyOf(quote), quote]));
    const findings: Findings = {};
    for (const line of readLines()) {
      const quote = quotes.get(keyOf(line));
      if (quote) findings[keyOf(line)] = findingFor(line, quote);
    }
    changeLines((line) => {
      const quote = quotes.get(keyOf(line));
      return quote ? updated(line, quote) : line;
    });
    return { findings, failed: false };
  } catch {
    return { findings: null, failed: true };
  }
}
