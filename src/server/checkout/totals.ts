import { toRupees } from "../../contracts/money.ts";
import { isPiece } from "../../contracts/orders/cart-rules.ts";
import { deliveryPrice, type ParcelQuote } from "../../contracts/orders/delivery-rules.ts";
import type { DeliveryCharge } from "../../contracts/settings/settings.ts";
import type { Evaluation } from "../coupons/service.ts";
import type { CouponCart, Evaluated } from "../orders/core/coupon-cart.ts";
import type { ItemRow } from "../orders/core/order.ts";
import { hasOrdered } from "../orders/core/read.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import type { CheckoutDeps } from "./deps.ts";
import type { PricedLine } from "./pricing.ts";

/** Price and weight of a cart's pieces; undefined for a cart without pieces. `discounts` has one entry per line. */
export function parcelOf(
  lines: readonly Pick<PricedLine, "itemType" | "pricePaise" | "qty" | "weightGrams">[],
  discounts: readonly number[],
  { defaultWeightGrams }: Pick<DeliveryCharge, "defaultWeightGrams">,
): ParcelQuote | undefined {
  if (!lines.some(isPiece)) return undefined;
  const parcel: ParcelQuote = { goodsPaise: 0, grams: 0 };
  for (const [lineIndex, line] of lines.entries()) {
    if (!isPiece(line)) continue;
    parcel.goodsPaise += line.pricePaise * line.qty - (discounts[lineIndex] ?? 0);
    parcel.grams += (line.weightGrams ?? defaultWeightGrams) * line.qty;
  }
  return parcel;
}

/** The payment provider's minimum amount. */
export const MIN_TOTAL_PAISE = 100;

/** Whether nothing is left to pay: a coupon covers the order, or its items cost nothing. */
export const isFree = ({ total }: Totals) => total === 0;

/** What a cart comes to, in paise. */
export interface Totals {
  subtotal: number;
  /** One discount per line. They add up to `discount`. */
  lineDiscounts: number[];
  discount: number;
  delivery: number;
  total: number;
}

/** Reduces the discount if less than the provider's minimum would be left to pay. */
function payableDiscount(discount: number, left: number) {
  const isTooLittle = left > 0 && left < MIN_TOTAL_PAISE;
  return isTooLittle ? Math.max(0, discount - (MIN_TOTAL_PAISE - left)) : discount;
}

/** Lines − discount + delivery. One function for the cart, the checkout and the order. */
export function sumUp(
  { lines, pin }: Pick<Purchase, "lines" | "pin">,
  charge: DeliveryCharge,
  coupon: Evaluated | undefined,
): Totals {
  const subtotal = lines.reduce((sum, { pricePaise, qty }) => sum + pricePaise * qty, 0);
  const split = coupon?.split ?? (() => lines.map(() => 0));
  const granted = coupon?.discountPaise ?? 0;
  const parcel = parcelOf(lines, split(granted), charge);
  const delivery = coupon?.isDeliveryFree ? 0 : deliveryPrice(charge, parcel, pin);
  const discount = payableDiscount(granted, subtotal - granted + delivery);
  return { subtotal, lineDiscounts: split(discount), discount, delivery, total: subtotal - discount + delivery };
}

export const toRupeeTotals = ({ subtotal, discount, delivery, total }: Totals) => ({
  subtotal: toRupees(subtotal),
  discount: toRupees(discount),
  delivery: toRupees(delivery),
  total: toRupees(total),
});

export interface Purchase {
  lines: readonly PricedLine[];
  coupon: string | undefined;
  pin: string;
  userId: string | undefined;
}

const readCharge = async ({ settings }: CheckoutDeps) => (await settings.readForSale()).delivery.charge;

/** What delivery of an order's lines costs, by PIN code. Weights and charges are today's. */
export async function deliveryByPin(
  deps: CheckoutDeps,
  from: Database | Transaction,
  items: readonly ItemRow[],
  discounts: readonly number[],
) {
  const charge = await readCharge(deps);
  const products = await deps.catalogue.products.findMany(
    items.flatMap(({ productId }) => productId ?? []),
    "owner",
    from,
  );
  const weightOf = ({ productId }: ItemRow) => (productId && products.get(productId)?.weightGrams) || null;
  const lines = items.map((item) => ({ ...item, weightGrams: weightOf(item) }));
  const parcel = parcelOf(lines, discounts, charge);
  return (pin: string) => deliveryPrice(charge, parcel, pin);
}

function toCouponCart(code: string, { lines, pin, userId }: Purchase, charge: DeliveryCharge): CouponCart {
  return {
    code,
    lines: lines.map(({ itemType, productId, courseId, category, pricePaise, qty }) => ({
      itemType,
      productId,
      courseId,
      category,
      totalPaise: pricePaise * qty,
    })),
    deliveryPaise: sumUp({ lines, pin }, charge, undefined).delivery,
    customer: userId === undefined ? undefined : { id: userId, hasOrdered: (executor) => hasOrdered(executor, userId) },
  };
}

/** Checks the total of an order under the lock of its coupon; without one at once. `refuse` throws. */
export async function agreeOn(
  deps: CheckoutDeps,
  purchase: Purchase,
  total: number,
  refuse: (totals: Totals) => never,
) {
  const charge = await readCharge(deps);
  const agree = (evaluated: Evaluated | undefined) => {
    const totals = sumUp(purchase, charge, evaluated);
    if (totals.total !== total) refuse(totals);
  };
  if (purchase.coupon) return { cart: toCouponCart(purchase.coupon, purchase, charge), agree };
  agree(undefined);
  return undefined;
}

/** Totals of the lines with coupon and delivery charge. A coupon with a problem gives no discount. */
export async function quoteTotals(deps: CheckoutDeps, purchase: Purchase, ip: string) {
  const charge = await readCharge(deps);
  const { coupon } = purchase;
  const cart = coupon && toCouponCart(coupon, purchase, charge);
  const evaluation: Evaluation | undefined = cart ? await deps.coupons.evaluate(cart, ip) : undefined;
  const applied = evaluation?.problem === undefined ? evaluation : undefined;
  const totals = sumUp(purchase, charge, applied);
  // `payableDiscount` reduced the discount to 0 because less than the minimum payment would have been left.
  if (applied && !applied.isDeliveryFree && totals.discount === 0)
    return { totals, evaluation: { problem: deps.coupons.noEffect } as Evaluation, freedPaise: 0 };
  /** What delivery would cost without the coupon that makes it free. */
  const freedPaise = applied?.isDeliveryFree && cart ? cart.deliveryPaise : 0;
  return { totals, evaluation, freedPaise };
}
