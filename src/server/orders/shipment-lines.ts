import { isPiece } from "../../contracts/orders/cart-rules.ts";
import type { WantedPieces } from "../../contracts/orders/shipment.ts";
import { badInput } from "../platform/http/errors.ts";
import { orderError } from "./errors.ts";
import { unpackedQty } from "./line-progress.ts";
import type { ItemRow, Parcel } from "./order-rows.ts";

interface Line {
  lineIndex: number;
  qty: number;
}

export const countPieces = (count: number) => `${count} ${count === 1 ? "piece" : "pieces"}`;

/** Takes pieces of one item from its lines, in order. Changes `left`. */
function take(left: (Line & { itemId: string; title: string })[], { itemId, qty }: WantedPieces): Line[] {
  const ofItem = left.filter((line) => line.itemId === itemId);
  const [first] = ofItem;
  if (!first) throw badInput({ lines: "This order has no such piece." });
  const available = ofItem.reduce((sum, line) => sum + line.qty, 0);
  let open = qty ?? available;
  if (open > available || available === 0) {
    const message = `${first.title}: ${available === 0 ? "nothing" : `only ${countPieces(available)}`} left to send.`;
    throw orderError("too_many_pieces", { message, fields: { lines: message } });
  }
  return ofItem.map((line) => {
    const taken = Math.min(open, line.qty);
    line.qty -= taken;
    open -= taken;
    return { lineIndex: line.lineIndex, qty: taken };
  });
}

/** The lines of a new parcel: at most the unsent pieces. Without `wanted`, all unsent pieces. */
export function chooseLines(items: ItemRow[], parcels: Parcel[], wanted?: WantedPieces[]): Line[] {
  const left = items.filter(isPiece).map((item) => ({ ...item, qty: unpackedQty(item, parcels) }));
  if (left.every(({ qty }) => qty === 0)) throw orderError("nothing_to_send");
  const chosen = wanted ? wanted.flatMap((one) => take(left, one)) : left;
  // `wanted` may list an item twice: merge its lines.
  const byLine = Map.groupBy(chosen, ({ lineIndex }) => lineIndex);
  return [...byLine]
    .map(([lineIndex, lines]) => ({ lineIndex, qty: lines.reduce((sum, { qty }) => sum + qty, 0) }))
    .filter(({ qty }) => qty > 0);
}
