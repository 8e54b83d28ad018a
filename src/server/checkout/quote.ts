import { withParts } from "../../contracts/orders/item-rules.ts";
import type { CartQuote, QuotedLine, WantedLine } from "../../contracts/orders/quote.ts";
import type { Evaluation } from "../coupons/service.ts";
import type { CheckoutDeps } from "./deps.ts";
import { priceLines, toQuotedLine } from "./pricing.ts";
import { quoteTotals, toRupeeTotals } from "./totals.ts";

interface QuoteFor {
  coupon: string | undefined;
  pin: string | undefined;
  userId: string | undefined;
  ip: string;
  /** Counts lines with too little stock or without a size too, everything that has a price. */
  isEstimate?: boolean;
}

function toCoupon(code: string | undefined, evaluation: Evaluation | undefined): CartQuote["coupon"] {
  if (!code || !evaluation) return null;
  if (evaluation.problem !== undefined) return { code, problem: evaluation.problem };
  const { isDeliveryFree, note } = evaluation;
  return { code, ...(isDeliveryFree && { freeDelivery: true }), ...(note && { note }) };
}

/** Prices a cart, in paise. The totals exclude unavailable lines; those of an estimate only what is gone. */
export async function priceCart(
  deps: CheckoutDeps,
  wanted: readonly WantedLine[],
  { coupon, pin = "", userId, ip, isEstimate = false }: QuoteFor,
) {
  const lines = await priceLines(deps, wanted.map(withParts));
  const sold = lines.filter(({ problem }) => !problem);
  const counted = isEstimate ? lines.filter(({ problem }) => problem !== "gone") : sold;
  const priced = await quoteTotals(deps, { lines: counted, coupon, pin, userId }, ip);
  // Appointments also have their expert, and with opening hours their bookable times.
  const bookable = await deps.appointments.findBookable(sold, userId);
  const quoted = lines.map((line): QuotedLine => ({ ...toQuotedLine(line), ...bookable.get(line) }));
  return { ...priced, lines, quoted };
}
export type PricedCart = Awaited<ReturnType<typeof priceCart>>;

/** A cart with its totals, in rupees. */
export async function quoteCart(deps: CheckoutDeps, wanted: readonly WantedLine[], by: QuoteFor): Promise<CartQuote> {
  const { quoted, totals, evaluation } = await priceCart(deps, wanted, by);
  return { lines: quoted, ...toRupeeTotals(totals), coupon: toCoupon(by.coupon, evaluation) };
}
