import type { DeliveryCharge, Settings } from "../../contracts/settings/settings.ts";
import { formatRupees } from "./money.ts";

/** What delivery costs, in words. */
export function deliveryPriceText({ isCharged, flat, freeAbove, slabs, pinPrices }: DeliveryCharge) {
  const prices = isCharged ? [flat, ...[...slabs, ...pinPrices].map(({ price }) => price)] : [0];
  const [least, most] = [Math.min(...prices), Math.max(...prices)];
  if (most === 0) return "The price includes delivery.";
  const by = [slabs.length > 0 && "weight", pinPrices.length > 0 && "PIN code"].filter(Boolean).join(" and ");
  const amount = least === most ? formatRupees(most) : `${formatRupees(least)} to ${formatRupees(most)} by ${by}`;
  return `Delivery costs ${amount}${freeAbove > 0 ? `, and nothing from ${formatRupees(freeAbove)} on` : ""}.`;
}

/** The end of the note that shops had from the start. Whether it is true depends on the delivery charge. */
const FORMER_END = "; the price includes it.";

/** The owner's note about delivery, and what it costs. */
export function deliveryLine({ business, delivery }: Pick<Settings, "business" | "delivery">) {
  const { deliveryNote: note } = business;
  const shown = note.endsWith(FORMER_END) ? `${note.slice(0, -FORMER_END.length)}.` : note;
  return `${shown} ${deliveryPriceText(delivery.charge)}`.trim();
}

const timesText = (count: number) => (count === 1 ? "once" : count === 2 ? "twice" : `${count} times`);

/** How a buyer moves and cancels a booked session, and what happens to its price. */
export function sessionPolicyTexts({ maxMoves, freeChangeHours: hours, isRefunded }: Settings["appointments"]) {
  const until = hours === 0 ? "until it begins" : `until ${hours} ${hours === 1 ? "hour" : "hours"} before it begins`;
  const move = maxMoves > 0 ? `move a booked session ${timesText(maxMoves)} and cancel it` : "cancel a booked session";
  return [
    `On the page of your order you can ${move} ${until}. After that, please call us.`,
    isRefunded
      ? "If you cancel it there in time, we return what you paid for it."
      : "If you cancel it there in time, we get in touch with you about what you paid for it.",
  ];
}
