import { orderError } from "./errors.ts";
import { checkHolds, readOpenOrders } from "./order-limits.ts";
import { type ItemRow, lockOrder, type OrderRow, readItems } from "./order-records.ts";
import { outOfStock, priceLines, toQuotedLine } from "./pricing.ts";
import { takeSteps } from "./process.ts";
import type { OrderDeps } from "./service.ts";
import { InsufficientStock } from "./stock.ts";

const NOTHING_TO_PAY = "There is nothing to pay for this order: its coupon covers all of it.";

const toPayable = ({ id, totalPaise }: OrderRow) => ({ orderId: id, totalPaise });

/** Refuses an order whose items were withdrawn, renamed or repriced. The stock is checked under a lock. */
async function checkPrices(deps: OrderDeps, items: ItemRow[]) {
  const ordered = items.map(({ itemId, itemType, qty }) => ({ itemId, itemType, qty }));
  const lines = await priceLines(deps, ordered);
  if (lines.some(({ problem }) => problem === "gone")) throw outOfStock(lines);
  const isChanged = lines.some(
    ({ title, pricePaise }, lineIndex) =>
      title !== items[lineIndex]!.title || pricePaise !== items[lineIndex]!.pricePaise,
  );
  if (isChanged) {
    throw orderError("price_changed", {
      message: "Something in this order has changed since. Please look at your cart and order again.",
      data: { lines: lines.map(toQuotedLine) },
    });
  }
  return lines;
}

/** Ensures that the stock is held. An expired hold is renewed once, at unchanged prices, and never again. */
export async function openForPayment(deps: OrderDeps, found: OrderRow) {
  const isHeld = (order: OrderRow) => order.stock === "held" && order.heldUntil > deps.clock.now();
  if (found.totalPaise === 0) throw orderError("order_not_payable", { message: NOTHING_TO_PAY });
  if (found.status !== "pending") throw orderError("order_not_payable");
  if (isHeld(found)) return toPayable(found);
  if (found.holdRenewed) throw orderError("hold_ended");
  const items = await readItems(deps.db, [found.id]);
  const lines = await checkPrices(deps, items);
  const renewed = deps.db.transaction(async (tx) => {
    await deps.findBuyer(tx, found.userId);
    const order = await lockOrder(tx, found.id);
    if (order.status !== "pending" || order.deletedAt) throw orderError("order_not_payable");
    // Another tab may have renewed the hold before this transaction got the lock.
    if (isHeld(order)) return toPayable(order);
    if (order.holdRenewed) throw orderError("hold_ended");
    const open = await readOpenOrders(tx, order.userId, deps.clock.now(), order.totalPaise);
    await checkHolds(tx, deps, open, deps.catalogue.piecesOf(items));
    await takeSteps(tx, deps, { order, items, steps: ["renewed"], by: { actor: "buyer", userId: order.userId } });
    return toPayable(order);
  });
  return renewed.catch((error: unknown) => {
    throw error instanceof InsufficientStock ? outOfStock(lines) : error;
  });
}
