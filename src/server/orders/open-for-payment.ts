import { orderError } from "./errors.ts";
import { checkHolds, holderOf, lockNetwork, readOpenOrders } from "./order-limits.ts";
import { type ItemRow, lockOrder, type OrderRow, readItems } from "./order-records.ts";
import { outOfStock, type PricedLine, priceLines, toQuotedLine } from "./pricing.ts";
import { BeyondShare, takeSteps } from "./process.ts";
import type { OrderDeps } from "./service.ts";
import { InsufficientStock } from "./stock.ts";
import { agreeOn, type Totals, toRupeeTotals } from "./totals.ts";

const NOTHING_TO_PAY = "There is nothing to pay for this order.";

const toPayable = ({ id, totalPaise }: OrderRow) => ({ orderId: id, totalPaise });

function priceChanged(lines: PricedLine[], totals?: Totals) {
  return orderError("price_changed", {
    message: "Something in this order has changed since. Please look at your cart and order again.",
    data: { lines: lines.map(toQuotedLine), ...(totals && toRupeeTotals(totals)) },
  });
}

/** Prices the lines again. Refuses items that were withdrawn, renamed or repriced. The stock is checked under a lock. */
async function priceAgain(deps: OrderDeps, items: ItemRow[]) {
  const ordered = items.map(({ itemId, itemType, qty }) => ({ itemId, itemType, qty }));
  const lines = await priceLines(deps, ordered);
  if (lines.some(({ problem }) => problem === "gone")) throw outOfStock(lines);
  const isChanged = lines.some(
    ({ title, pricePaise, problem }, lineIndex) =>
      problem === "variant_required" ||
      title !== items[lineIndex]!.title ||
      pricePaise !== items[lineIndex]!.pricePaise,
  );
  if (isChanged) throw priceChanged(lines);
  return lines;
}

/** Undoes a transaction whose checks have passed. */
class ChecksPassed extends Error {}

/**
 * Ensures that the order can be paid at its price. An expired hold is renewed once, and never again. Beyond the share
 * of the buyer's network or account nothing is held: the payment takes coupon, times and pieces.
 */
export async function openForPayment(deps: OrderDeps, found: OrderRow, ip: string) {
  const isHeld = (order: OrderRow) => order.stock === "held" && order.heldUntil > deps.clock.now();
  if (found.totalPaise === 0) throw orderError("order_not_payable", { message: NOTHING_TO_PAY });
  if (found.status !== "pending") throw orderError("order_not_payable");
  if (isHeld(found)) return toPayable(found);
  if (found.holdRenewed) throw orderError("hold_ended");
  const items = await readItems(deps.db, [found.id]);
  const lines = await priceAgain(deps, items);

  const renew = (heldBy: string | null, isKept: boolean) =>
    deps.db.transaction(async (tx) => {
      await deps.findBuyer(tx, found.userId);
      const order = await lockOrder(tx, found.id);
      if (order.status !== "pending" || order.deletedAt) throw orderError("order_not_payable");
      // Another tab may have renewed the hold before this transaction got the lock.
      if (isHeld(order)) return;
      if (order.holdRenewed) throw orderError("hold_ended");
      const open = await readOpenOrders(tx, order.userId, deps.clock.now(), order.totalPaise);
      const others = open.filter(({ id }) => id !== order.id);
      await checkHolds(tx, deps, others, deps.catalogue.piecesOf(items));
      await lockNetwork(tx, deps, ip);
      const { userId, couponCode, shippingPin: pin, totalPaise } = order;
      const purchase = { lines, userId, pin, coupon: couponCode ?? undefined };
      const coupon = await agreeOn(deps, purchase, totalPaise, (totals) => {
        throw priceChanged(lines, totals);
      });
      const change = { order: { ...order, heldBy }, items, coupon, by: { actor: "buyer", userId } } as const;
      await takeSteps(tx, deps, { ...change, steps: ["renewed"] });
      if (!isKept) throw new ChecksPassed();
    });

  try {
    await renew(holderOf(deps, ip), true).catch((error: unknown) => {
      if (!(error instanceof BeyondShare)) throw error;
      return renew(null, false);
    });
  } catch (error) {
    if (error instanceof InsufficientStock) throw outOfStock(lines);
    if (!(error instanceof ChecksPassed)) throw error;
  }
  return toPayable(found);
}
