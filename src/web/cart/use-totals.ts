import { useEffect, useState } from "react";
import { isPiece } from "../../contracts/orders/cart-rules.ts";
import type { CartQuote, QuoteRequest } from "../../contracts/orders/quote.ts";
import { browserApi } from "../lib/browser-api.ts";
import { type CartLine, totalOf } from "../lib/cart.ts";
import { useShop } from "../lib/site.ts";
import { choosePrice, type PriceSource, usePriceChoices } from "./price-choices.ts";

export type CartTotals = Omit<CartQuote, "lines">;

export const fetchTotals = async (lines: readonly CartLine[], choices: Pick<QuoteRequest, "coupon" | "pin">) => {
  const items = lines.map(({ itemId, itemType, qty }) => ({ itemId, itemType, qty }));
  const body = { items, coupon: "", ...choices };
  return (await browserApi.call("POST /api/cart/quote", { body })) as CartQuote;
};

/**
 * The totals of the lines. Without a coupon and a delivery charge: their sum, computed here. Otherwise fetched;
 * while a request is pending, `totals` is undefined or still has the previous values.
 */
export function useTotals(lines: readonly CartLine[], own?: PriceSource) {
  const { delivery } = useShop();
  const stored = usePriceChoices();
  const { coupon, pin, choose, served }: PriceSource = own ?? { ...stored, choose: choosePrice };
  const [attempt, setAttempt] = useState(0);
  const hasDelivery = delivery !== null && lines.some(isPiece);
  const isSubtotalOnly = lines.length === 0 || !(coupon || hasDelivery);
  const subtotal = totalOf(lines);
  const key = isSubtotalOnly ? "" : JSON.stringify([lines, coupon, pin, attempt]);
  // The totals are undefined when the call failed.
  const [quoted, setQuoted] = useState<{ key: string; totals: CartTotals | undefined } | undefined>(
    served && { key, totals: served },
  );

  useEffect(() => {
    if (!key) return;
    let isCurrent = true;
    const [wanted, code, digits] = JSON.parse(key) as [CartLine[], string, string];
    const show = (totals: CartTotals | undefined) => isCurrent && setQuoted({ key, totals });
    fetchTotals(wanted, { coupon: code, pin: digits }).then(show, () => show(undefined));
    return () => {
      isCurrent = false;
    };
  }, [key]);

  const plain: CartTotals = { subtotal, discount: 0, delivery: 0, total: subtotal, coupon: null };
  const isAnswered = quoted?.key === key;
  return {
    totals: isSubtotalOnly ? plain : quoted?.totals,
    isPending: !isSubtotalOnly && !isAnswered,
    failed: !isSubtotalOnly && isAnswered && quoted.totals === undefined,
    retry: () => setAttempt(attempt + 1),
    isSubtotalOnly,
    hasDelivery,
    coupon,
    pin,
    choose,
    subtotal,
  };
}
export type TotalsState = ReturnType<typeof useTotals>;
