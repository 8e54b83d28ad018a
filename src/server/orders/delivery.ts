import { toPaise } from "../../contracts/money.ts";
import { isPiece } from "../../contracts/orders/cart-rules.ts";
import type { DeliveryCharge } from "../../contracts/settings/settings.ts";
import type { PricedLine } from "./pricing.ts";

export interface ParcelQuote {
  /** The price of the pieces after discounts. */
  goodsPaise: number;
  grams: number;
}

/** Price and weight of a cart's pieces; undefined for a cart without pieces. `discounts` has one entry per line. */
export function parcelOf(
  lines: readonly PricedLine[],
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

/** The price of the smallest weight slab that fits, else the flat price. */
function generalPrice({ slabs, flat }: DeliveryCharge, grams: number) {
  const fitting = slabs.filter(({ upToGrams }) => upToGrams >= grams).sort((a, b) => a.upToGrams - b.upToGrams);
  return fitting[0]?.price ?? flat;
}

/** The longest prefix wins. */
function pinPrice({ pinPrices }: DeliveryCharge, pin: string) {
  const matching = pinPrices.filter(({ prefix }) => pin.startsWith(prefix));
  return matching.sort((a, b) => b.prefix.length - a.prefix.length)[0]?.price;
}

/** What delivery costs. An unknown PIN code (empty) has the general price. */
export function deliveryPrice(charge: DeliveryCharge, parcel: ParcelQuote | undefined, pin: string): number {
  if (!charge.isCharged || !parcel) return 0;
  if (charge.freeAbove > 0 && parcel.goodsPaise >= toPaise(charge.freeAbove)) return 0;
  return toPaise(pinPrice(charge, pin) ?? generalPrice(charge, parcel.grams));
}
