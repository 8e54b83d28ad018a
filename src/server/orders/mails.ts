import { eq } from "drizzle-orm";
import { site } from "../../../site.config.ts";
import type { ComposedMail } from "../notifications/service.ts";
import type { Transaction } from "../platform/database/database.ts";
import { toRupees } from "../platform/money.ts";
import { type ItemRow, type OrderRow, type PaymentRow, readItems } from "./order-rows.ts";
import { orderPayments, orders } from "./order-table.ts";
import { currentLinks } from "./order-view.ts";
import { paymentReasons } from "./payment-reasons.ts";
import type { OrderDeps } from "./service.ts";

const rupees = (paise: number) => `₹${toRupees(paise).toLocaleString("en-IN")}`;
const shortId = (id: string) => id.slice(-6);

const formatItem = ({ title, qty, pricePaise }: ItemRow) => `${title} × ${qty}: ${rupees(pricePaise * qty)}`;

/** What happens next, for each type of item in the order. */
async function nextSteps({ catalogue }: OrderDeps, items: ItemRow[]) {
  const linkOf = await currentLinks(catalogue, items);
  const courses = items
    .filter(({ itemType }) => itemType === "course")
    .map((item) => {
      const link = linkOf(item);
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

function orderDetails(order: OrderRow, items: ItemRow[]) {
  const { shippingName, shippingPhone, shippingAddress } = order;
  return [
    { label: "Order", value: shortId(order.id) },
    { label: "Items", value: items.map(formatItem).join("\n") },
    { label: "Total paid", value: rupees(order.totalPaise) },
    { label: "For", value: [shippingName, shippingPhone, shippingAddress].filter(Boolean).join("\n") },
  ];
}

async function confirmation(deps: OrderDeps, order: OrderRow, items: ItemRow[]): Promise<ComposedMail> {
  return {
    to: order.shippingEmail,
    subject: `Your order ${shortId(order.id)} is confirmed`,
    title: "Thank you, your order is confirmed",
    paragraphs: [`Namaste ${order.shippingName},`, "your payment has arrived.", ...(await nextSteps(deps, items))],
    details: orderDetails(order, items),
    action: { label: "See your order", url: `${deps.publicUrl}/success?orderId=${order.id}` },
    footnote: `Questions? Answer this mail, call ${site.phone} or write to https://wa.me/${site.whatsapp}`,
  };
}

const notice = (deps: OrderDeps, order: OrderRow, items: ItemRow[]): ComposedMail => ({
  to: site.email,
  replyTo: { name: order.shippingName, address: order.shippingEmail },
  subject: `Paid order ${shortId(order.id)}: ${rupees(order.totalPaise)}`,
  title: "A new paid order",
  paragraphs: order.stockShort
    ? ["Not everything in it is in stock any more: the payment came after the pieces were sold to somebody else."]
    : [],
  details: [...orderDetails(order, items), { label: "E-mail", value: order.shippingEmail }],
  action: { label: "Open the order", url: `${deps.publicUrl}/admin/orders/${order.id}` },
});

const paymentToCheck = (deps: OrderDeps, payment: PaymentRow): ComposedMail => ({
  to: site.email,
  subject: `A payment needs a look: order ${shortId(payment.orderId)}`,
  title: "A payment needs a look",
  paragraphs: [paymentReasons[payment.outcome], "Refund it in the Razorpay dashboard, or settle it with the buyer."],
  details: [
    { label: "Order", value: shortId(payment.orderId) },
    { label: "Payment", value: payment.paymentId },
    { label: "Amount", value: `${toRupees(payment.amountPaise)} ${payment.currency}` },
  ],
  action: { label: "Open the order", url: `${deps.publicUrl}/admin/orders/${payment.orderId}` },
});

/** Mails about orders. Each is composed when it is sent, from the order as it is then. */
export function createOrderMails(deps: OrderDeps) {
  const { db, notifications } = deps;

  /** An order whose buyer's account was deleted has no address and gets no mail. */
  async function findMailable(orderId: string) {
    const [[order], items] = await Promise.all([
      db.select().from(orders).where(eq(orders.id, orderId)),
      readItems(db, [orderId]),
    ]);
    return order?.shippingEmail ? { order, items } : undefined;
  }

  const confirmationMail = notifications.defineMail<{ orderId: string }>("order-confirmation", async ({ orderId }) => {
    const found = await findMailable(orderId);
    return found && confirmation(deps, found.order, found.items);
  });
  const noticeMail = notifications.defineMail<{ orderId: string }>("order-notice", async ({ orderId }) => {
    const found = await findMailable(orderId);
    return found && notice(deps, found.order, found.items);
  });
  const paymentMail = notifications.defineMail<{ paymentId: string }>("payment-to-check", async ({ paymentId }) => {
    const [payment] = await db.select().from(orderPayments).where(eq(orderPayments.paymentId, paymentId));
    return payment && payment.outcome !== "settled" ? paymentToCheck(deps, payment) : undefined;
  });

  return {
    /** One mail to the buyer, one to the owner. */
    async enqueuePaid(tx: Transaction, orderId: string) {
      await confirmationMail.enqueue(tx, { key: `order-confirmation:${orderId}`, payload: { orderId } });
      await noticeMail.enqueue(tx, { key: `order-notice:${orderId}`, payload: { orderId } });
    },

    async enqueuePaymentToCheck(tx: Transaction, paymentId: string) {
      await paymentMail.enqueue(tx, { key: `payment-to-check:${paymentId}`, payload: { paymentId } });
    },
  };
}
export type OrderMails = ReturnType<typeof createOrderMails>;
