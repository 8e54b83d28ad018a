import type { CartQuote, QuotedLine, WantedLine } from "../../contracts/orders/quote.ts";
import { type PricedLine, priceLines, toQuotedLine } from "./pricing.ts";
import { type PricedPurchase, quoteTotals } from "./quote-totals.ts";
import type { OrderDeps } from "./service.ts";
import { toRupeeTotals } from "./totals.ts";

export interface QuoteFor {
  coupon: string | undefined;
  pin: string | undefined;
  /** Undefined for a visitor. */
  userId: string | undefined;
  ip: string;
}

function toCoupon(code: string | undefined, { evaluation }: PricedPurchase): CartQuote["coupon"] {
  if (!code || !evaluation) return null;
  if (evaluation.problem !== undefined) return { code, problem: evaluation.problem };
  const { isDeliveryFree, note } = evaluation;
  return { code, ...(isDeliveryFree && { freeDelivery: true }), ...(note && { note }) };
}

/** The lines with current prices. Sessions of experts with opening hours also have their bookable times. */
export async function quoteLines(deps: OrderDeps, lines: readonly PricedLine[], userId?: string) {
  const sold = lines.filter(({ problem }) => !problem);
  const sessions = await deps.appointments.findBookable(sold, userId);
  return lines.map((line): QuotedLine => {
    const session = sessions.get(line);
    return { ...toQuotedLine(line), ...(session && { session }) };
  });
}

/** A cart with its totals, which exclude unavailable lines. */
export async function quoteCart(
  deps: OrderDeps,
  wanted: readonly WantedLine[],
  { coupon, pin = "", userId, ip }: QuoteFor,
): Promise<CartQuote> {
  const lines = await priceLines(deps, wanted);
  const purchase = { lines: lines.filter(({ problem }) => !problem), coupon, pin, userId };
  const priced = await quoteTotals(deps, purchase, ip);
  return {
    lines: await quoteLines(deps, lines, userId),
    ...toRupeeTotals(priced.totals),
    coupon: toCoupon(coupon, priced),
  };
}
