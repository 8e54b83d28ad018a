import type { LateCoupon, ReceivedMoney } from "../orders/core/commands.ts";
import { type FullOrder, hasMoney } from "../orders/core/order.ts";
import type { PaymentOutcome } from "../orders/core/order-table.ts";
import type { Transaction } from "../platform/database/database.ts";
import type { CheckoutDeps } from "./deps.ts";
import { deliveryByPin } from "./totals.ts";

/** The coupon of an unpaid order that can no longer be used, with what the order costs without it. */
async function findLateCoupon(tx: Transaction, deps: CheckoutDeps, full: FullOrder): Promise<LateCoupon | undefined> {
  const { order, items } = full;
  const isWaiting = order.placement === "open" && !order.deletedAt && !hasMoney(full);
  const reason = order.couponCode && isWaiting ? await deps.coupons.whyLate(tx, order) : undefined;
  if (!reason) return undefined;
  const deliveryPaise = (await deliveryByPin(deps, tx, items, []))(order.shippingPin);
  const totalPaise = items.reduce((sum, { pricePaise, qty }) => sum + pricePaise * qty, deliveryPaise);
  return { reason, price: { totalPaise, deliveryPaise, discountPaise: 0, couponCode: null } };
}

/**
 * Records a payment of the provider and applies it to its order. The browser, the webhook and the reconcile job all end
 * here. Idempotent: each payment counts once.
 */
export function settle(
  deps: CheckoutDeps,
  orderId: string,
  payment: Omit<ReceivedMoney, "method">,
): Promise<PaymentOutcome> {
  return deps.db.transaction(async (tx) => {
    const { after } = await deps.core.change(tx, orderId, { actor: "payment" }, async (full) => ({
      type: "receiveMoney",
      money: { ...payment, method: "provider" },
      late: await findLateCoupon(tx, deps, full),
    }));
    return after.payments.find(({ paymentId }) => paymentId === payment.paymentId)!.outcome;
  });
}
