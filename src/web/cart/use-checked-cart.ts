import { useEffect } from "react";
import { useFetcher } from "react-router";
import { keyOf, useKnownCart } from "../lib/cart.ts";
import type { CartCheck } from "./check-cart.ts";

/** The cart with the server's findings. Checks again when another tab adds a line; findings of other lines stay. */
export function useCheckedCart(initial: CartCheck) {
  const cart = useKnownCart();
  const fetcher = useFetcher<CartCheck>();
  const latest = fetcher.data ?? initial;
  const findings = { ...fetcher.data?.findings, ...initial.findings };
  const hasUncheckedLine = latest.findings !== null && cart?.some((line) => !findings[keyOf(line)]) === true;
  const { load } = fetcher;

  useEffect(() => {
    if (hasUncheckedLine) load("/cart");
  }, [hasUncheckedLine, load]);

  return { cart, findings, failed: latest.failed, checkAgain: () => load("/cart") };
}
