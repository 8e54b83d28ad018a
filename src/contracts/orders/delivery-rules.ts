import { toPaise, toRupees } from "../money.ts";
import type { DeliveryCharge } from "../settings/settings.ts";
import { longestMatch } from "./state-rules.ts";

export type ParcelQuote = { goodsPaise: number; grams: number };

const isFree = ({ isCharged, freeAbove }: DeliveryCharge, { goodsPaise }: ParcelQuote) =>
  !isCharged || (freeAbove > 0 && goodsPaise >= toPaise(freeAbove));

function generalPrice({ slabs, flat }: DeliveryCharge, grams: number) {
  const fitting = slabs.filter(({ upToGrams }) => upToGrams >= grams).sort((a, b) => a.upToGrams - b.upToGrams);
  return fitting[0]?.price ?? flat;
}

/** What delivery costs, in paise. An unknown PIN code (empty) has the general price. */
export function deliveryPrice(charge: DeliveryCharge, parcel: ParcelQuote | undefined, pin: string): number {
  if (!parcel || isFree(charge, parcel)) return 0;
  const byPrefix = charge.pinPrices.map(({ prefix, price }) => [prefix, price] as const);
  return toPaise(longestMatch(byPrefix, pin) ?? generalPrice(charge, parcel.grams));
}

/** What delivery of one piece costs everywhere, in rupees. Undefined when it depends on the PIN code. */
export function pieceDelivery(charge: DeliveryCharge, offerPrice: number, weightGrams: number | null) {
  const parcel = { goodsPaise: toPaise(offerPrice), grams: weightGrams ?? charge.defaultWeightGrams };
  return charge.pinPrices.length === 0 || isFree(charge, parcel)
    ? toRupees(deliveryPrice(charge, parcel, ""))
    : undefined;
}
