import { and, eq } from "drizzle-orm";
import type { DeliveryCharge } from "../../contracts/settings/settings.ts";
import type { CouponCart, Evaluation } from "../coupons/service.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { orders } from "./order-table.ts";
import { isSale } from "./paid-orders.ts";
import type { PricedLine } from "./pricing.ts";
import type { OrderDeps } from "./service.ts";
import { sumUp, type Totals } from "./totals.ts";

export interface Purchase {
  lines: readonly PricedLine[];
  coupon: string | undefined;
  /** Empty if unknown. */
  pin: string;
  /** Undefined for a visitor. */
  userId: string | undefined;
}

export interface PricedPurchase {
  totals: Totals;
  /** The coupon's effect, or the reason why it does not apply. */
  evaluation: Evaluation | undefined;
}

const hasOrdered = (userId: string) => async (executor: Database | Transaction) => {
  const isPaid = and(eq(orders.userId, userId), isSale);
  const found = await executor.select({ id: orders.id }).from(orders).where(isPaid).limit(1);
  return found.length > 0;
};

const readCharge = async ({ settings }: OrderDeps) => (await settings.read()).delivery.charge;

/** The cart as coupons see it. */
export function toCouponCart(code: string, { lines, pin, userId }: Purchase, charge: DeliveryCharge): CouponCart {
  return {
    code,
    lines: lines.map(({ itemId, itemType, category, pricePaise, qty }) => ({
      itemId,
      itemType,
      category,
      totalPaise: pricePaise * qty,
    })),
    deliveryPaise: sumUp({ lines, pin }, charge, undefined).delivery,
    customer: userId === undefined ? undefined : { id: userId, hasOrdered: hasOrdered(userId) },
  };
}

/** Totals of the lines with coupon and delivery charge. A coupon with a problem gives no discount. */
export async function quoteTotals(deps: OrderDeps, purchase: Purchase, ip: string): Promise<PricedPurchase> {
  const charge = await readCharge(deps);
  const { coupon } = purchase;
  const evaluation = coupon ? await deps.coupons.evaluate(toCouponCart(coupon, purchase, charge), ip) : undefined;
  const applied = evaluation?.problem === undefined ? evaluation : undefined;
  const totals = sumUp(purchase, charge, applied);
  // `payableDiscount` reduced the discount to 0 because less than the minimum payment would have been left.
  if (applied && !applied.isDeliveryFree && totals.discount === 0)
    return { totals, evaluation: { problem: deps.coupons.noEffect } };
  return { totals, evaluation };
}

/** Reserves the coupon for a new order. Needs the locks of the buyer and the address's counter. */
export async function reserveCoupon(
  tx: Transaction,
  deps: OrderDeps,
  { purchase, totals, orderId }: { purchase: Purchase & { userId: string }; totals: Totals; orderId: string },
) {
  const { coupon, userId } = purchase;
  if (!coupon) return;
  const charge = await readCharge(deps);
  const cart = toCouponCart(coupon, purchase, charge);
  // A free-delivery coupon has no line discount, so the coupon report counts the waived delivery charge.
  const discountPaise = totals.discount || cart.deliveryPaise;
  const use = { orderId, userId, discountPaise, totalPaise: totals.total };
  const evaluated = await deps.coupons.reserve(tx, cart, use);
  return sumUp(purchase, charge, evaluated);
}
