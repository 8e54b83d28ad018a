import { eq } from "drizzle-orm";
import { site } from "../../../site.config.ts";
import type { Composed } from "../notifications/service.ts";
import type { Transaction } from "../platform/database/database.ts";
import { toRupees } from "../platform/money.ts";
import type { OrderDeps } from "./deps.ts";
import type { ItemRow, OrderRow } from "./order-rows.ts";
import { orderPayments } from "./order-table.ts";
import { currentLinks } from "./order-view.ts";
import { reasonFor } from "./payment-reasons.ts";
import { readOrder } from "./read-order.ts";

const rupees = (paise: number) => `₹${toRupees(paise).toLocaleString("en-IN")}`;
const shortId = (id: string) => id.slice(-6);

/** What is told of a paid order: one mail to its buyer, one to the owner. */
export const paidMails = (orderId: string) =>
  ["order-confirmation", "order-notice"].map((kind) => ({ kind, key: `${kind}:${orderId}`, payload: { orderId } }));

export const announcePaid = (tx: Transaction, { notifications }: OrderDeps, orderId: string) =>
  notifications.announce(tx, ...paidMails(orderId));

export const announcePaymentToCheck = (tx: Transaction, { notifications }: OrderDeps, paymentId: string) =>
  notifications.announce(tx, {
    kind: "payment-to-check",
    key: `payment-to-check:${paymentId}`,
    payload: { paymentId },
  });

const lineOf = ({ title, qty, pricePaise }: ItemRow) => `${title} × ${qty}: ${rupees(pricePaise * qty)}`;

/** What happens next, for each kind of thing in the order. */
async function nextSteps(deps: OrderDeps, items: ItemRow[]) {
  const links = await currentLinks(deps.catalogue, items);
  const courses = items
    .filter(({ itemType }) => itemType === "course")
    .map((item) => {
      const link = links(item);
      return link ? `${item.title}: ${link}` : `${item.title}: write to us on WhatsApp and we let you in.`;
    });
  const has = (type: ItemRow["itemType"]) => items.some(({ itemType }) => itemType === type);
  return [
    courses.length > 0 && `Your way into the course\n${courses.join("\n")}`,
    has("consultancy") &&
      "For your consultation we write to you on WhatsApp or call you within a day, to agree on a time that suits you.",
    has("product") && "We pack your pieces by hand and write to you when they are on their way.",
  ].filter((text) => text !== false);
}

function detailsOf(order: OrderRow, items: ItemRow[]) {
  const { shippingName, shippingPhone, shippingAddress } = order;
  return [
    { label: "Order", value: shortId(order.id) },
    { label: "Items", value: items.map(lineOf).join("\n") },
    { label: "Total paid", value: rupees(order.totalPaise) },
    { label: "For", value: [shippingName, shippingPhone, shippingAddress].filter(Boolean).join("\n") },
  ];
}

async function confirmation(deps: OrderDeps, order: OrderRow, items: ItemRow[]): Promise<Composed> {
  return {
    to: order.shippingEmail,
    subject: `Your order ${shortId(order.id)} is confirmed`,
    title: "Thank you, your order is confirmed",
    paragraphs: [`Namaste ${order.shippingName},`, "your payment has arrived.", ...(await nextSteps(deps, items))],
    details: detailsOf(order, items),
    action: { label: "See your order", url: `${deps.publicUrl}/success?orderId=${order.id}` },
    footnote: `Questions? Answer this mail, call ${site.phone} or write to https://wa.me/${site.whatsapp}`,
  };
}

const notice = async (deps: OrderDeps, order: OrderRow, items: ItemRow[]): Promise<Composed> => ({
  to: site.email,
  replyTo: { name: order.shippingName, address: order.shippingEmail },
  subject: `Paid order ${shortId(order.id)}: ${rupees(order.totalPaise)}`,
  title: "A new paid order",
  paragraphs: order.stockShort
    ? ["Not everything in it is in stock any more: the payment came after the pieces were sold to somebody else."]
    : [],
  details: [...detailsOf(order, items), { label: "E-mail", value: order.shippingEmail }],
  action: { label: "Open the order", url: `${deps.publicUrl}/admin/orders/${order.id}` },
});

/** Mails are written when they go out, from what the order then says. */
export function composeOrderMails(deps: OrderDeps) {
  const { db, notifications } = deps;
  const writers = { "order-confirmation": confirmation, "order-notice": notice };
  for (const [kind, write] of Object.entries(writers)) {
    notifications.compose(kind, async ({ orderId }: { orderId: string }) => {
      const found = await readOrder(db, orderId);
      // An order whose account was deleted is for nobody any more.
      return found?.order.shippingEmail ? write(deps, found.order, found.items) : undefined;
    });
  }

  notifications.compose("payment-to-check", async ({ paymentId }: { paymentId: string }) => {
    const [payment] = await db.select().from(orderPayments).where(eq(orderPayments.paymentId, paymentId));
    if (!payment || payment.outcome === "settled") return undefined;
    return {
      to: site.email,
      subject: `A payment needs a look: order ${shortId(payment.orderId)}`,
      title: "A payment needs a look",
      paragraphs: [reasonFor(payment.outcome), "Refund it in the Razorpay dashboard, or settle it with the buyer."],
      details: [
        { label: "Order", value: shortId(payment.orderId) },
        { label: "Payment", value: payment.paymentId },
        { label: "Amount", value: `${toRupees(payment.amountPaise)} ${payment.currency}` },
      ],
      action: { label: "Open the order", url: `${deps.publicUrl}/admin/orders/${payment.orderId}` },
    };
  });
}
