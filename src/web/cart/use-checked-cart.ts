import { useEffect } from "react";
import { useFetcher } from "react-router";
import { keyOf, useKnownCart } from "../lib/cart.ts";
import type { CartCheck } from "./check-cart.ts";

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
