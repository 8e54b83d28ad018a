import type { QuotedLine, WantedLine } from "../../contracts/quote.ts";
import type { Catalogue } from "../catalogue/service.ts";
import { toRupees } from "../platform/money.ts";
import { type PricedLine, priceLines } from "./pricing.ts";

const toQuotedLine = ({ pricePaise, qty: _, ...line }: PricedLine): QuotedLine => ({
  ...line,
  price: toRupees(pricePaise),
});

export function createOrders({ catalogue }: { catalogue: Catalogue }) {
  return {
    /** What a cart would cost now, line by line. */
    async quote(lines: readonly WantedLine[]) {
      return (await priceLines(catalogue, lines)).map(toQuotedLine);
    },
  };
}
export type Orders = ReturnType<typeof createOrders>;
