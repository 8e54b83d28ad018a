import type { CartQuote, WantedLine } from "../../contracts/quote.ts";
import { priceLines, toQuotedLine } from "./pricing.ts";
import { type PricedPurchase, quoteTotals } from "./quote-totals.ts";
import type { OrderDeps } from "./service.ts";
import { toRupeeTotals } from "./totals.ts";

export interface QuoteFor {
  coupon: string | undefined;
  pin: string | undefined;
  /** Undefined for a visitor. */
  userId: string | undefined;
  address: string;
}

function toCoupon(code: string | undefined, { evaluation }: PricedPurchase): CartQuote["coupon"] {
  if (!code || !evaluation) return null;
  if (evaluation.problem !== undefined) return { code, problem: evaluation.problem };
  const { isDeliveryFree, note } = evaluation;
  return { code, ...(isDeliveryFree && { freeDelivery: true }), ...(note && { note }) };
}

/** A cart with its totals. Lines that cannot be bought are not part of them. */
export async function quoteCart(
  deps: OrderDeps,
  wanted: readonly WantedLine[],
  { coupon, pin = "", userId, address }: QuoteFor,
): Promise<CartQuote> {
  const lines = await priceLines(deps, wanted);
  const purchase = { lines: lines.filter(({ problem }) => !problem), coupon, pin, userId };
  const priced = await quoteTotals(deps, purchase, address);
  return {
    lines: lines.map(toQuotedLine),
    ...toRupeeTotals(priced.totals),
    coupon: toCoupon(coupon, priced),
  };
}
