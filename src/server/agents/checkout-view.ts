import { EMAIL_RULE } from "../../contracts/field-rules.ts";
import { requiredEmail } from "../../contracts/fields.ts";
import { isPiece } from "../../contracts/orders/cart-rules.ts";
import { shortId } from "../../contracts/orders/order-rules.ts";
import type { FullOrder } from "../orders/core/order.ts";
import type { agentCheckouts } from "./agent-table.ts";
import { pinOf } from "./destination.ts";
import { addressMessages, describeFulfillment } from "./fulfillment.ts";
import { type Agent, envelope, message } from "./operations.ts";
import { describe, describeSale, price, type Sale, type SaleDeps, saleMessages } from "./sale.ts";

export type CheckoutRow = typeof agentCheckouts.$inferSelect;
export interface FoundCheckout {
  row: CheckoutRow;
  /** Paid. */
  order?: FullOrder | undefined;
}

function emailMessages(email: string | undefined) {
  if (!email) return [message("missing", "The buyer's email is missing.", "recoverable", "$.buyer.email")];
  return requiredEmail.safeParse(email).success ? [] : [message("invalid", EMAIL_RULE, "recoverable", "$.buyer.email")];
}

/** Lines and totals as they were bought. What the agent sent is not repeated. */
async function describeOrder(deps: SaleDeps, { order, items: lines }: FullOrder) {
  const { id, discountPaise: discount, deliveryPaise: delivery, totalPaise: total } = order;
  return {
    ...(await describe(deps, lines, { discount, delivery, total })),
    order: { id, label: shortId(id), permalink_url: `${deps.publicUrl}/orders/${id}` },
  };
}

/** The reply for a checkout. */
export async function showCheckout(deps: SaleDeps, agent: Agent, { row, order }: FoundCheckout, ip: string) {
  const names = ["dev.ucp.shopping.checkout", "dev.ucp.shopping.fulfillment", "dev.ucp.shopping.discount"] as const;
  const head = { ucp: { ...envelope(agent, ...names), payment_handlers: {} }, id: row.id };
  if (order) return { ...head, status: "completed", ...(await describeOrder(deps, order)) };
  const sale = row.request as Sale;
  const priced = await price(deps, sale, ip);
  const isSent = priced.lines.some(isPiece);
  const isAddressKnown = agent.capabilities.has("dev.ucp.shopping.fulfillment");
  const shown = {
    ...head,
    ...(await describeSale(deps, sale, priced)),
    ...(isSent && isAddressKnown && { fulfillment: await describeFulfillment(deps.checkout, sale, priced) }),
    expires_at: row.expiresAt.toISOString(),
  };
  if (row.cancelledAt) return { ...shown, status: "canceled" };
  const onPage = (code: string, content: string) => message(code, content, "requires_buyer_input");
  const found = [...saleMessages(sale, priced), ...emailMessages(sale.buyer?.email)];
  if (isSent && isAddressKnown) found.push(...addressMessages(sale));
  if (isSent && !isAddressKnown) found.push(onPage("address_required", "The buyer gives the address on our page."));
  // A person is asked only when the agent has nothing left to correct.
  const isIncomplete = found.some(({ severity }) => severity === "recoverable");
  return {
    ...shown,
    status: isIncomplete ? "incomplete" : "requires_escalation",
    messages: isIncomplete
      ? found.filter(({ severity }) => severity !== "requires_buyer_input")
      : [...found, onPage("payment_on_site", "The buyer pays on our page.")],
    continue_url: `${deps.publicUrl}/ucp/continue/${deps.checkout.agentCheckoutTokens.sign(row.id)}`,
  };
}

/** For the form on the shop's page, where the person can correct it. */
export function shippingOf(sale: Sale) {
  const { destination, buyer } = sale;
  const person = [destination, buyer].find((one) => one?.first_name || one?.last_name);
  const { street_address, extended_address, address_locality, address_region, phone_number } = destination ?? {};
  return {
    name: [person?.first_name, person?.last_name].filter(Boolean).join(" "),
    email: buyer?.email ?? "",
    phone: phone_number ?? buyer?.phone_number ?? "",
    address: [street_address, extended_address, address_locality, address_region].filter(Boolean).join("\n"),
    pin: destination ? pinOf(sale) : "",
  };
}
