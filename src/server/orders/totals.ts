import { toRupees } from "../../contracts/money.ts";
import type { DeliveryCharge } from "../../contracts/settings/settings.ts";
import type { Evaluated } from "../coupons/service.ts";
import { deliveryPrice, parcelOf } from "./delivery.ts";
import type { PricedLine } from "./pricing.ts";

/** The payment provider's minimum amount. */
export const MIN_TOTAL_PAISE = 100;

/** What a cart comes to, in paise. */
export interface Totals {
  subtotal: number;
  /** One discount per line. They add up to `discount`. */
  lineDiscounts: number[];
  discount: number;
  delivery: number;
  total: number;
}

interface Cart {
  lines: readonly PricedLine[];
  /** Empty if unknown. */
  pin: string;
}

/** Reduces the discount if less than the provider's minimum would be left to pay. */
function payableDiscount(discount: number, left: number) {
  const isTooLittle = left > 0 && left < MIN_TOTAL_PAISE;
  return isTooLittle ? Math.max(0, discount - (MIN_TOTAL_PAISE - left)) : discount;
}

/** Lines − discount + delivery. One function for the cart, the checkout and the order. */
export function sumUp({ lines, pin }: Cart, charge: DeliveryCharge, coupon: Evaluated | undefined): Totals {
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
