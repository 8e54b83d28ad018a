import { eq, sql } from "drizzle-orm";
import { CHOOSE_TIME } from "../../contracts/appointments/appointment-rules.ts";
import { parseExpertItemId } from "../../contracts/appointments/consultation-rules.ts";
import { toRupees } from "../../contracts/money.ts";
import { addressLines, isPiece } from "../../contracts/orders/cart-rules.ts";
import { type FulfilmentStep, fulfilmentSteps, isFulfilmentStep } from "../../contracts/orders/order-rules.ts";
import type { Business } from "../../contracts/settings/settings.ts";
import type { ComposedMail } from "../notifications/service.ts";
import type { Transaction } from "../platform/database/database.ts";
import { formatPaise } from "../platform/format-paise.ts";
import { undeliveredQty, unpackedQty } from "./line-progress.ts";
import { type ItemRow, type OrderRow, type Parcel, type PaymentRow, readParcels } from "./order-rows.ts";
import { orderItems, orderPayments, orders } from "./order-table.ts";
import { currentLinks } from "./order-view.ts";
import { paymentReasons } from "./payment-reasons.ts";
import type { OrderDeps } from "./service.ts";

export const shortId = (id: string) => id.slice(-6);

const formatItem = ({ title, qty, pricePaise }: ItemRow) => `${title} × ${qty}: ${formatPaise(pricePaise * qty)}`;

export const contactLine = ({ phone, whatsapp }: Business) =>
  `Questions? Answer this mail, call ${phone} or write to https://wa.me/${whatsapp}`;

/** Dependencies for composing a mail. `shop` holds the settings at the time of sending. */
export interface MailDeps extends OrderDeps {
  shop: Business;
}

/** Links to the order page. The success page is only for the redirect after a payment. */
export const seeOrder = ({ publicUrl }: OrderDeps, { id }: OrderRow) => ({
  label: "See your order",
  url: `${publicUrl}/orders/${id}`,
});

/** How the sessions of an order get their times. Orders older than the appointments feature have no session rows. */
async function timeSteps(deps: OrderDeps, order: OrderRow) {
  const placed = (await deps.appointments.viewForOrders([order.id])).get(order.id) ?? [];
  const sessions = placed.map(({ appointment }) => appointment);
  const open = sessions.filter(({ state }) => state === "to_schedule");
  const isArranged = sessions.length === 0 || open.some(({ canChoose }) => !canChoose);
  return [
    open.some(({ isTimeTaken }) => isTimeTaken) &&
      "The time that you chose was taken before your payment arrived. We are sorry.",
    open.some(({ canChoose }) => canChoose) &&
      `Please choose your time for your consultation on the page of your order, and have your questions ready:\n${seeOrder(deps, order).url}#${CHOOSE_TIME}`,
    sessions.some(({ state }) => state === "confirmed") &&
      `The time of your consultation is in another mail, with an entry for your calendar. Please have your questions ready. You join here:\n${sessions.flatMap(({ links }) => links?.joinUrl ?? []).join("\n")}`,
    isArranged &&
      "For your consultation we write to you on WhatsApp or call you within a day, to agree on a time that suits you. Please have your questions ready.",
  ];
}

/** What to prepare for a consultation: experts say it on their page, packages are chart readings. */
async function consultationSteps(deps: OrderDeps, order: OrderRow, items: ItemRow[]) {
  const { publicUrl } = deps;
  const consultations = items.filter(({ itemType }) => itemType === "consultancy");
  if (consultations.length === 0) return [];
  const expertLines = consultations.flatMap(({ itemId, title }) => {
    const session = parseExpertItemId(itemId);
    return session ? [`${title}: ${publicUrl}/experts/${session.expertId}`] : [];
  });
  return [
    ...(await timeSteps(deps, order)),
    expertLines.length > 0 &&
      `Some experts ask for more, such as birth details or a floor plan. What yours needs is written here:\n${expertLines.join("\n")}`,
    expertLines.length < consultations.length &&
      "For a reading of your chart we also need your date, time and place of birth, as exactly as you know them.",
  ];
}

/** What happens next, for each type of item in the order. */
async function nextSteps(deps: OrderDeps, order: OrderRow, items: ItemRow[]) {
  const { catalogue } = deps;
  const linkOf = await currentLinks(catalogue, items);
  const courses = items
    .filter(({ itemType }) => itemType === "course")
    .map((item) => {
      const link = linkOf(item);
      return link ? `${item.title}: ${link}` : `${item.title}: write to us on WhatsApp and we let you in.`;
    });
  const hasPieces = items.some(isPiece);
  return [
    courses.length > 0 && `Your way into the course\n${courses.join("\n")}`,
    ...(await consultationSteps(deps, order, items)),
    hasPieces && "We pack your pieces by hand and write to you when they are on their way.",
    hasPieces &&
      !order.shippingAddress &&
      "We do not have your address yet. Please add it on the page of your order, so that we can send your pieces.",
  ].filter((text) => text !== false);
}

export const addressOf = ({ shippingAddress, shippingPin }: OrderRow) =>
  addressLines({ address: shippingAddress, pin: shippingPin });

/** Omits discount and delivery where they are 0. */
const priceDetails = ({ discountPaise, deliveryPaise, couponCode }: OrderRow) => [
  ...(discountPaise > 0 ? [{ label: "Discount", value: `−${formatPaise(discountPaise)} (${couponCode})` }] : []),
  ...(deliveryPaise > 0 ? [{ label: "Delivery", value: formatPaise(deliveryPaise) }] : []),
  ...(couponCode && discountPaise === 0 ? [{ label: "Delivery", value: `Free (${couponCode})` }] : []),
];

function orderDetails(order: OrderRow, items: ItemRow[]) {
  const { shippingName, shippingPhone } = order;
  return [
    { label: "Order", value: shortId(order.id) },
    { label: "Items", value: items.map(formatItem).join("\n") },
    ...priceDetails(order),
    { label: "Total paid", value: formatPaise(order.totalPaise) },
    { label: "For", value: [shippingName, shippingPhone, addressOf(order)].filter(Boolean).join("\n") },
  ];
}

async function confirmation(deps: MailDeps, order: OrderRow, items: ItemRow[]): Promise<ComposedMail> {
  return {
    to: order.shippingEmail,
    subject: `Your order ${shortId(order.id)} is confirmed`,
    title: "Thank you, your order is confirmed",
    paragraphs: [
      `Namaste ${order.shippingName},`,
      order.totalPaise > 0 ? "your payment has arrived." : "your code covers the whole order: there is nothing to pay.",
      ...(await nextSteps(deps, order, items)),
    ],
    details: orderDetails(order, items),
    action: seeOrder(deps, order),
    footnote: contactLine(deps.shop),
  };
}

const stepTexts = {
  shipped: {
    title: "Your pieces are on their way",
    text: "we have packed your pieces and sent them to you.",
  },
  delivered: {
    title: "Your pieces are delivered",
    text: "your pieces have been delivered. If one of them is missing or damaged, please tell us, and we put it right.",
  },
  /** Courses and consultations only: nothing was sent. */
  complete: {
    title: "Your order is complete",
    text: "we have marked your order as complete. If something in it is still missing, please tell us, and we put it right.",
  },
};

/**
 * The mail of a step. It lists the pieces that no parcel mail has covered. Without such pieces only "delivered" sends
 * a mail, which lists the courses and consultations.
 */
function stepMail(
  deps: MailDeps,
  order: OrderRow,
  { items, parcels }: { items: ItemRow[]; parcels: Parcel[] },
  step: FulfilmentStep,
): ComposedMail | undefined {
  const countOpen = step === "shipped" ? unpackedQty : undeliveredQty;
  const pieces = items.map((item) => ({ ...item, qty: countOpen(item, parcels) })).filter(({ qty }) => qty > 0);
  const hasPieces = pieces.length > 0;
  const named = hasPieces ? pieces : items.filter((item) => !isPiece(item));
  if (named.length === 0 || (!hasPieces && step === "shipped")) return undefined;
  const { title, text } = stepTexts[hasPieces ? step : "complete"];
  const lines = named.map(({ title, qty }) => `${title} × ${qty}`);
  return {
    to: order.shippingEmail,
    subject: `${title}: order ${shortId(order.id)}`,
    title,
    paragraphs: [`Namaste ${order.shippingName},`, text],
    details: [
      { label: "Order", value: shortId(order.id) },
      { label: hasPieces ? "Pieces" : "Items", value: lines.join("\n") },
      ...(hasPieces && addressOf(order) ? [{ label: "To", value: `${order.shippingName}\n${addressOf(order)}` }] : []),
    ],
    action: seeOrder(deps, order),
    footnote: contactLine(deps.shop),
  };
}

/** Whether the order is still at this step or beyond: a mail may wait while the owner changes the status back. */
const hasReached = ({ status, deletedAt }: OrderRow, step: FulfilmentStep) =>
  !deletedAt && isFulfilmentStep(status) && fulfilmentSteps.indexOf(status) >= fulfilmentSteps.indexOf(step);

const notice = (deps: MailDeps, order: OrderRow, items: ItemRow[]): ComposedMail => ({
  to: deps.shop.email,
  replyTo: { name: order.shippingName, address: order.shippingEmail },
  subject: `Paid order ${shortId(order.id)}: ${formatPaise(order.totalPaise)}`,
  title: "A new paid order",
  paragraphs: order.stockShort
    ? ["Not everything in it is in stock any more: the payment came after the pieces were sold to somebody else."]
    : [],
  details: [
    ...orderDetails(order, items),
    { label: "E-mail", value: order.shippingEmail },
    ...(order.note ? [{ label: "Note from the buyer", value: order.note }] : []),
  ],
  action: { label: "Open the order", url: `${deps.publicUrl}/admin/orders/${order.id}` },
});

const paymentToCheck = (deps: MailDeps, payment: PaymentRow): ComposedMail => ({
  to: deps.shop.email,
  subject: `A payment needs a look: order ${shortId(payment.orderId)}`,
  title: "A payment needs a look",
  paragraphs: [
    paymentReasons[payment.outcome],
    "Refund it on the page of the order, or settle it with the buyer and mark it as dealt with.",
  ],
  details: [
    { label: "Order", value: shortId(payment.orderId) },
    { label: "Payment", value: payment.paymentId },
    { label: "Amount", value: `${toRupees(payment.amountPaise)} ${payment.currency}` },
  ],
  action: { label: "Open the order", url: `${deps.publicUrl}/admin/orders/${payment.orderId}` },
});

/** Mails about orders. Each is composed when it is sent, from the order as it is then. */
export function createOrderMails(deps: OrderDeps) {
  const { db, notifications, settings } = deps;
  const withShop = async (): Promise<MailDeps> => ({ ...deps, shop: (await settings.read()).business });

  const selectWithItems = db
    .select()
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(eq(orders.id, sql.placeholder("orderId")))
    .orderBy(orderItems.lineIndex)
    .prepare("order-with-items");

  /** An order whose buyer's account was deleted has no address and gets no mail. */
  async function findMailable(orderId: string) {
    const rows = await selectWithItems.execute({ orderId });
    const order = rows[0]?.orders;
    return order?.shippingEmail ? { order, items: rows.map(({ order_items }) => order_items) } : undefined;
  }

  const confirmationMail = notifications.defineMail<{ orderId: string }>("order-confirmation", async ({ orderId }) => {
    const found = await findMailable(orderId);
    return found && confirmation(await withShop(), found.order, found.items);
  });
  const noticeMail = notifications.defineMail<{ orderId: string }>("order-notice", async ({ orderId }) => {
    const found = await findMailable(orderId);
    return found && notice(await withShop(), found.order, found.items);
  });
  const paymentMail = notifications.defineMail<{ paymentId: string }>("payment-to-check", async ({ paymentId }) => {
    const [payment] = await db.select().from(orderPayments).where(eq(orderPayments.paymentId, paymentId));
    return payment && payment.outcome !== "settled" ? paymentToCheck(await withShop(), payment) : undefined;
  });

  const defineStepMail = (step: FulfilmentStep) =>
    notifications.defineMail<{ orderId: string }>(`order-${step}`, async ({ orderId }) => {
      const found = await findMailable(orderId);
      if (!found || !hasReached(found.order, step)) return undefined;
      const parcels = await readParcels(db, orderId);
      return stepMail(await withShop(), found.order, { items: found.items, parcels }, step);
    });
  const stepMails = { shipped: defineStepMail("shipped"), delivered: defineStepMail("delivered") };

  return {
    /** One mail to the buyer, one to the owner. */
    async enqueuePaid(tx: Transaction, orderId: string) {
      await notifications.enqueueAll(tx, [
        confirmationMail.toRow({ key: `order-confirmation:${orderId}`, payload: { orderId } }),
        noticeMail.toRow({ key: `order-notice:${orderId}`, payload: { orderId } }),
      ]);
    },

    /** One mail to the buyer for each step. */
    async enqueueStep(tx: Transaction, orderId: string, step: FulfilmentStep) {
      await stepMails[step].enqueue(tx, { key: `order-${step}:${orderId}`, payload: { orderId } });
    },

    async enqueuePaymentToCheck(tx: Transaction, paymentId: string) {
      await paymentMail.enqueue(tx, { key: `payment-to-check:${paymentId}`, payload: { paymentId } });
    },
  };
}
export type OrderMails = ReturnType<typeof createOrderMails>;
