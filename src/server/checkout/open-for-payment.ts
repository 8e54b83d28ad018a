import { checkPayable, isHeld } from "../orders/core/decide-placement.ts";
import { orderError } from "../orders/core/errors.ts";
import { BeyondShare } from "../orders/core/follow.ts";
import type { FullOrder, ItemRow, OrderRow } from "../orders/core/order.ts";
import type { Transaction } from "../platform/database/database.ts";
import type { CheckoutDeps } from "./deps.ts";
import { checkHolds, holderOf, lockNetwork, readOpenOrders } from "./limits.ts";
import { isOutOfStock } from "./place-order.ts";
import { outOfStock, type PricedLine, priceLines, toQuotedLine } from "./pricing.ts";
import { agreeOn, type Totals, toRupeeTotals } from "./totals.ts";

const toPayable = ({ id, totalPaise }: OrderRow) => ({ orderId: id, totalPaise });

function priceChanged(lines: PricedLine[], totals?: Totals) {
  return orderError("price_changed", {
    message: "Something in this order has changed since. Please look at your cart and order again.",
    data: { lines: lines.map(toQuotedLine), ...(totals && toRupeeTotals(totals)) },
  });
}

/** Prices the lines again. Refuses items that were withdrawn, renamed or repriced. The stock is checked under a lock. */
async function priceAgain(deps: CheckoutDeps, items: ItemRow[]) {
  const lines = await priceLines(deps, items);
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
export async function openForPayment(deps: CheckoutDeps, full: FullOrder, ip: string) {
  const now = deps.clock.now();
  const { order: found, items } = full;
  checkPayable(full);
  // What the shop owes keeps its pieces.
  if (found.placement === "accepted" || isHeld(found, now)) return toPayable(found);
  if (found.holdRenewed) throw orderError("hold_ended");
  const lines = await priceAgain(deps, items);

  /** Checks under the locks what pricing could not: limits, share, coupon, pieces and times. */
  async function toRenewal(tx: Transaction, current: FullOrder, heldBy: string | null) {
    const { order } = current;
    checkPayable(current);
    // Another tab may have renewed the hold before this transaction got the lock.
    if (order.placement === "accepted" || isHeld(order, deps.clock.now())) return undefined;
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
    return { type: "renewHold", heldBy, coupon } as const;
  }

  const renew = (heldBy: string | null, isKept: boolean) =>
    deps.db.transaction(async (tx) => {
      await deps.findBuyer(tx, found.userId);
      const by = { actor: "buyer", userId: found.userId } as const;
      await deps.core.change(tx, found.id, by, (current) => toRenewal(tx, current, heldBy));
      if (!isKept) throw new ChecksPassed();
    });

  try {
    await renew(holderOf(deps, ip), true).catch((error: unknown) => {
      if (!(error instanceof BeyondShare)) throw error;
      return renew(null, false);
    });
  } catch (error) {
    if (isOutOfStock(error)) throw outOfStock(lines);
    if (!(error instanceof ChecksPassed)) throw error;
  }
  return toPayable(found);
}
