import { formatRupees } from "../money.ts";
import { type OrderFacts, restOf, when } from "./status-change-rules.ts";

const unsentText = (facts: OrderFacts) =>
  when(
    facts.status === "shipped",
    facts.money === "none"
      ? `The order becomes pending: ${formatRupees(restOf(facts))} is due.`
      : "The order becomes paid again.",
  );

/** What the owner reads before a parcel is taken back. */
export const takeBackText = (facts: OrderFacts): string[] => [
  "Has this parcel not left? Its pieces are to be sent again.",
  ...unsentText(facts),
  ...when(facts.isRegistered, "Its invoice is cancelled, or credited if it is of an earlier month."),
];

/** What the owner reads before a parcel is said to have come back. */
export const comeBackText = (facts: OrderFacts): string[] => [
  "Did this parcel come back to you undelivered? This cannot be undone.",
  facts.status === "cancelled"
    ? "The order is cancelled: its pieces are on the shelf already."
    : "Its pieces are to be sent again. If the buyer does not want them any more, refund them or cancel the order afterwards.",
  ...unsentText(facts),
  ...when(
    facts.isRegistered && facts.status !== "cancelled",
    "Its invoice is credited; the next parcel gets a new one.",
  ),
  ...when(
    facts.hasBuyer && facts.status !== "cancelled",
    "The buyer of pieces that are sent again gets a mail, and is asked to check address and phone number.",
  ),
];
