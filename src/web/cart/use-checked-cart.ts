import { useEffect } from "react";
import { useFetcher } from "react-router";
import { keyOf, useKnownCart } from "../lib/cart.ts";
import type { CartCheck } from "./check-cart.ts";

/**
 * The cart together with what the shop said about it when the page opened. A line that arrives later, from another tab,
 * is asked about then; what was said about the others stays.
 */
export function useCheckedCart(opening: CartCheck) {
  const cart = useKnownCart();
  const again = useFetcher<CartCheck>();
  const latest = again.data ?? opening;
  const findings = { ...again.data?.findings, ...opening.findings };
  const hasNews = latest.findings !== null && cart?.some((line) => !findings[keyOf(line)]) === true;
  const { load } = again;

  useEffect(() => {
    if (hasNews) load("/cart");
  }, [hasNews, load]);

  return { cart, findings, failed: latest.failed, askAgain: () => load("/cart") };
}
