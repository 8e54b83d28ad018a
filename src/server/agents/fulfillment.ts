import { isPiece } from "../../contracts/orders/cart-rules.ts";
import { PIN_RULE } from "../../contracts/orders/pin-rules.ts";
import { stateOfPin } from "../../contracts/orders/state-rules.ts";
import type { Checkout, PricedCart } from "../checkout/service.ts";
import { isIndian, pinOf } from "./destination.ts";
import { message } from "./operations.ts";
import type { Sale } from "./sale.ts";

/** What is missing or wrong in the address that the pieces go to. */
export function addressMessages(sale: Sale) {
  const { destination } = sale;
  const path = "$.fulfillment.methods[0].destinations";
  if (!destination) return [message("missing", "An address in India is missing.", "recoverable", path)];
  const wrong = (code: string, content: string, field = "") =>
    message(code, content, "recoverable", `${path}[0]${field}`);
  if (!isIndian(destination.address_country)) return [wrong("address_undeliverable", "We send within India only.")];
  const pinProblem = destination.postal_code ? wrong("invalid", PIN_RULE, ".postal_code") : undefined;
  return [
    ...(destination.street_address ? [] : [wrong("missing", "The street address is missing.", ".street_address")]),
    ...(pinOf(sale) ? [] : [pinProblem ?? wrong("missing", "The PIN code is missing.", ".postal_code")]),
  ];
}

/** One method with one address, one group and one option, which are selected. */
export async function describeFulfillment(checkout: Checkout, sale: Sale, { lines, totals, freedPaise }: PricedCart) {
  const pin = pinOf(sale);
  const { from, to } = stateOfPin(pin) ? await checkout.estimateDelivery(pin) : {};
  const option = {
    id: "standard",
    title: "Standard delivery",
    totals: [{ type: "total", amount: totals.delivery + freedPaise }],
    ...(from && { earliest_fulfillment_time: `${from}T00:00:00+05:30` }),
    ...(to && { latest_fulfillment_time: `${to}T23:59:59+05:30` }),
  };
  const { destination } = sale;
  const line_item_ids = lines.filter(isPiece).map(({ itemId }) => itemId);
  const method = {
    id: "shipping",
    type: "shipping",
    line_item_ids,
    destinations: destination ? [destination] : [],
    ...(destination && { selected_destination_id: destination.id }),
    groups: [{ id: "all", line_item_ids, options: [option], selected_option_id: option.id }],
  };
  return { methods: [method] };
}
