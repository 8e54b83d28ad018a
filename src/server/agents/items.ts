import type { LineItem } from "../../contracts/agents/sale-requests.ts";
import { parseProductItemId } from "../../contracts/catalogue/variant-rules.ts";
import { type ItemType, isPiece, MAX_QUANTITY } from "../../contracts/orders/cart-rules.ts";
import type { WantedLine } from "../../contracts/orders/quote.ts";
import type { Catalogue } from "../catalogue/service.ts";
import { isUuid } from "../platform/database/is-uuid.ts";

/** The lines of the shop's cart for an agent's items, whose ids are the same. Unknown ids become lines that are gone. */
export async function toWantedLines({ courses }: Pick<Catalogue, "courses">, items: readonly LineItem[]) {
  const ids = items.map(({ item }) => item.id);
  const found = await courses.findMany(ids, "checkout");
  const typeOf = (id: string): ItemType =>
    found.has(id) ? "course" : isUuid(parseProductItemId(id).productId) ? "product" : "consultancy";
  return items.map(({ item: { id }, quantity }): WantedLine => ({ itemId: id, itemType: typeOf(id), qty: quantity }));
}

/** Reduces quantities to what an order can have. `maxPieces` is for one product in all its sizes. */
export function withinLimits(lines: readonly WantedLine[], maxPieces: number) {
  const leftOf = new Map<string, number>();
  return lines.map((line): WantedLine => {
    const key = isPiece(line) ? parseProductItemId(line.itemId).productId : line.itemId;
    const left = leftOf.get(key) ?? (isPiece(line) ? maxPieces : MAX_QUANTITY);
    const qty = Math.max(1, Math.min(line.qty, left));
    leftOf.set(key, left - qty);
    return { ...line, qty };
  });
}

/** The same for the same lines: the item's id, with a number from the second line of an item on. */
export const lineIds = (lines: readonly Pick<WantedLine, "itemId">[]) =>
  lines.map(({ itemId }, n) => {
    const earlier = lines.slice(0, n).filter((line) => line.itemId === itemId).length;
    return earlier > 0 ? `${itemId}#${earlier + 1}` : itemId;
  });
