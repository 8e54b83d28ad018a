import type { LineItem } from "../../contracts/agents/sale-requests.ts";
import { type ItemType, isPiece, MAX_QUANTITY } from "../../contracts/orders/cart-rules.ts";
import { parseItem } from "../../contracts/orders/item-rules.ts";
import type { WantedLine } from "../../contracts/orders/quote.ts";
import type { Catalogue } from "../catalogue/service.ts";

/** One line of the shop's cart for each item of an agent, whose ids are the same. Unknown ids become lines that are gone. */
export async function toWantedLines({ courses }: Pick<Catalogue, "courses">, items: readonly LineItem[]) {
  const quantities = new Map<string, number>();
  for (const { item, quantity } of items) quantities.set(item.id, (quantities.get(item.id) ?? 0) + quantity);
  const found = await courses.findMany([...quantities.keys()], "checkout");
  const typeOf = (id: string): ItemType =>
    found.has(id) ? "course" : parseItem({ itemType: "product", itemId: id }).productId ? "product" : "consultancy";
  return [...quantities].map(([itemId, qty]): WantedLine => ({ itemId, itemType: typeOf(itemId), qty }));
}

/** Reduces quantities to what an order can have. `maxPieces` is for one product in all its sizes. */
export function withinLimits(lines: readonly WantedLine[], maxPieces: number) {
  const leftOf = new Map<string, number>();
  return lines.map((line): WantedLine => {
    const key = parseItem(line).productId ?? line.itemId;
    const left = leftOf.get(key) ?? (isPiece(line) ? maxPieces : MAX_QUANTITY);
    const qty = Math.max(1, Math.min(line.qty, left));
    leftOf.set(key, left - qty);
    return { ...line, qty };
  });
}
