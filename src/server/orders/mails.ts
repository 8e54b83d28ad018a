import { and, eq } from "drizzle-orm";
import { toRupees } from "../../contracts/money.ts";
import { formatArrival } from "../../contracts/orders/arrival-rules.ts";
import { addressLines, isPiece } from "../../contracts/orders/cart-rules.ts";
import {
  type FulfilmentStep,
  fulfilmentSteps,
  isFulfilmentStep,
  isPaid,
  shortId,
} from "../../contracts/orders/order-rules.ts";
import { type ComposedMail, contactLine } from "../notifications/service.ts";
import type { Transaction } from "../platform/database/database.ts";
import { formatPaise } from "../platform/format-paise.ts";
import { undeliveredQty, unpackedQty } from "./line-progress.ts";
import { addressRequest } from "./missing-address.ts";
import { type MailDeps, nextSteps } from "./next-steps.ts";
import type { FullOrder, ItemRow, OrderRow, OrderShipment, PaymentRow } from "./order-records.ts";
import { orderHistory, orderPayments } from "./order-table.ts";
import { paymentReason } from "./payments-to-check.ts";
import type { OrderChange, OrderParticipant } from "./process.ts";
import type { OrderDeps } from "./service.ts";
import { shipments } from "./shipment-table.ts";

/** Links to the order page. The success page is only for the redirect after a payment. */
const seeOrder = ({ publicUrl }: OrderDeps, { id }: OrderRow) => ({
  label: "See your order",
  url: `${publicUrl}/orders/${id}`,
});

const ownerAction = ({ publicUrl }: OrderDeps, orderId: string) => ({
  label: "Open the order",
  url: `${publicUrl}/admin/orders/${orderId}`,
});

const priced = ({ title, qty, image, pricePaise }: ItemRow) => ({
  title,
  qty,
  image,
  amount: formatPaise(pricePaise * qty),
});

const addressOf = ({ shippingAddress, shippingPin }: OrderRow) =>
  addressLines({ address: shippingAddress, pin: shippingPin });

const priceDetails = ({ discountPaise, deliveryPaise, couponCode }: OrderRow) => [
  ...(discountPaise > 0 ? [{ label: "Discount", value: `−${formatPaise(discountPaise)} (${couponCode})` }] : []),
  ...(deliveryPaise > 0 ? [{ label: "Delivery", value: formatPaise(deliveryPaise) }] : []),
  ...(couponCode && discountPaise === 0 ? [{ label: "Delivery", value: `Free (${couponCode})` }] : []),
];

function orderDetails({ order, items }: FullOrder) {
  const { shippingName, shippingPhone, arrivesFrom: from, arrivesTo: to } = order;
  return [
    { label: "Order", value: shortId(order.id) },
    { label: "Items", value: items.map(priced) },
    ...priceDetails(order),
    { label: "Total paid", value: formatPaise(order.totalPaise) },
    ...(from && to ? [{ label: "Arrives", value: formatArrival({ from, to }) }] : []),
    { label: "For", value: [shippingName, shippingPhone, addressOf(order)].filter(Boolean).join("\n") },
  ];
}

async function confirmation(deps: MailDeps, full: FullOrder): Promise<ComposedMail> {
  const { order } = full;
  return {
    to: order.shippingEmail,
    subject: `Your order ${shortId(order.id)} is confirmed`,
    title: "Thank you, your order is confirmed",
    paragraphs: [
      `Namaste ${order.shippingName},`,
      order.totalPaise > 0
        ? "your payment has arrived."
        : `${order.couponCode ? "your code covers the whole order: " : ""}there is nothing to pay.`,
      ...(await nextSteps(deps, full)),
    ],
    details: orderDetails(full),
    action: seeOrder(deps, order),
    footnote: contactLine(deps.shop),
    attachments: await deps.documents.attachmentsFor(order.id, deps.documents.supplies.paid),
  };
}

function notice(deps: MailDeps, full: FullOrder): ComposedMail {
  const { order } = full;
  return {
    to: deps.shop.email,
    replyTo: { name: order.shippingName, address: order.shippingEmail },
    subject: `Paid order ${shortId(order.id)}: ${formatPaise(order.totalPaise)}`,
    title: "A new paid order",
    paragraphs: order.stockShort
      ? ["Not everything in it is in stock any more: the payment came after the pieces were sold to somebody else."]
      : [],
    details: [
      ...orderDetails(full),
      { label: "E-mail", value: order.shippingEmail },
      ...(order.note ? [{ label: "Note from the buyer", value: order.note }] : []),
    ],
    action: ownerAction(deps, order.id),
  };
}

const paymentToCheck = (deps: MailDeps, payment: PaymentRow): ComposedMail => ({
  to: deps.shop.email,
  subject: `A payment needs a look: order ${shortId(payment.orderId)}`,
  title: "A payment needs a look",
  paragraphs: [
    paymentReason(payment, null),
    "Refund it on the page of the order, or settle it with the buyer and mark it as dealt with.",
  ],
  details: [
    { label: "Order", value: shortId(payment.orderId) },
    { label: "Payment", value: payment.paymentId },
    { label: "Amount", value: `${toRupees(payment.amountPaise)} ${payment.currency}` },
  ],
  action: ownerAction(deps, payment.orderId),
});

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
const shipmentTexts = {
  shipped: {
    title: "Your parcel is on its way",
    text: ({ courier }: OrderShipment) => `we have sent you a parcel with ${courier}.`,
  },
  delivered: {
    title: "Your parcel is delivered",
    text: () =>
      "your parcel has been delivered. If something in it is missing or damaged, please tell us, and we put it right.",
  },
};

interface StepNews {
  title: string;
  paragraphs: string[];
  named: ItemRow[];
  label: string;
  details?: { label: string; value: string }[];
  isSent: boolean;
  papersOf: string[];
}

async function stepMail(deps: MailDeps, order: OrderRow, news: StepNews): Promise<ComposedMail> {
  const { title, paragraphs, named, label, details = [], isSent, papersOf } = news;
  const to = isSent && addressOf(order);
  return {
    to: order.shippingEmail,
    subject: `${title}: order ${shortId(order.id)}`,
    title,
    paragraphs: [`Namaste ${order.shippingName},`, ...paragraphs],
    details: [
      { label: "Order", value: shortId(order.id) },
      { label, value: named.map(({ title, qty, image }) => ({ title, qty, image })) },
      ...details,
      ...(to ? [{ label: "To", value: `${order.shippingName}\n${to}` }] : []),
    ],
    action: seeOrder(deps, order),
    footnote: contactLine(deps.shop),
    attachments: await deps.documents.attachmentsFor(order.id, papersOf),
  };
}

/** Whether the order is still at this step or beyond: a mail may wait while the owner changes the status back. */
const hasReached = ({ status, deletedAt }: OrderRow, step: FulfilmentStep) =>
  !deletedAt && isFulfilmentStep(status) && fulfilmentSteps.indexOf(status) >= fulfilmentSteps.indexOf(step);

/** Lists the pieces that no shipment's mail covered. Without any, only "delivered" is mailed, with the other items. */
function orderStep(deps: MailDeps, { order, items, shipments }: FullOrder, step: FulfilmentStep) {
  if (!hasReached(order, step)) return undefined;
  const countOpen = step === "shipped" ? unpackedQty : undeliveredQty;
  const pieces = items.map((item) => ({ ...item, qty: countOpen(item, shipments) })).filter(({ qty }) => qty > 0);
  const hasPieces = pieces.length > 0;
  const named = hasPieces ? pieces : items.filter((item) => !isPiece(item));
  if (named.length === 0 || (!hasPieces && step === "shipped")) return undefined;
  const { title, text } = stepTexts[hasPieces ? step : "complete"];
  const label = hasPieces ? "Pieces" : "Items";
  const papersOf = step === "shipped" ? deps.documents.supplies.shipped : [];
  return stepMail(deps, order, { title, paragraphs: [text], named, label, isSent: hasPieces, papersOf });
}

/** The mail of a shipment's step. A shipment that was taken back sends no mail. */
function shipmentStep(
  deps: MailDeps,
  { order, items, shipments }: FullOrder,
  shipmentId: string,
  step: FulfilmentStep,
) {
  const shipment = shipments.find(({ id }) => id === shipmentId);
  if (!shipment || order.deletedAt || !isPaid(order.status)) return undefined;
  const { title, text } = shipmentTexts[step];
  const { courier, trackingNumber, trackingUrl } = shipment;
  return stepMail(deps, order, {
    title,
    paragraphs: [text(shipment), ...(step === "shipped" && trackingUrl ? [`Follow it here:\n${trackingUrl}`] : [])],
    named: shipment.lines.map(({ lineIndex, qty }) => ({
      ...items.find((item) => item.lineIndex === lineIndex)!,
      qty,
    })),
    label: "In the parcel",
    details: [
      { label: "Courier", value: courier },
      ...(trackingNumber ? [{ label: "Tracking number", value: trackingNumber }] : []),
    ],
    isSent: true,
    papersOf: step === "shipped" ? deps.documents.supplies.ofShipment(shipmentId) : [],
  });
}

/** Mails about orders. Each is composed when it is sent, from the order as it is then. */
export function createOrderMails(deps: OrderDeps) {
  const { db, notifications, settings, records } = deps;
  const withShop = async (): Promise<MailDeps> => ({ ...deps, shop: (await settings.read()).business });
  type Compose = (deps: MailDeps, order: FullOrder) => ComposedMail | undefined | Promise<ComposedMail>;

  /** Both mails of a paid order are composed at the same time: they share the read. */
  const reading = new Map<string, ReturnType<typeof records.read>>();
  function read(orderId: string) {
    const found = reading.get(orderId) ?? records.read([orderId]).finally(() => reading.delete(orderId));
    reading.set(orderId, found);
    return found;
  }

  /** An order whose buyer's account was deleted has no address and gets no mail. */
  async function compose(orderId: string, write: Compose) {
    const [found] = await read(orderId);
    return found?.order.shippingEmail ? write(await withShop(), found) : undefined;
  }
  const define = (name: string, write: Compose) =>
    notifications.defineMail<{ orderId: string }>(name, ({ orderId }) => compose(orderId, write));
  const defineForShipment = (name: string, step: FulfilmentStep) =>
    notifications.defineMail<{ shipmentId: string }>(name, async ({ shipmentId }) => {
      const [row] = await db.select().from(shipments).where(eq(shipments.id, shipmentId));
      return row && compose(row.orderId, (shop, order) => shipmentStep(shop, order, shipmentId, step));
    });

  const paid = [define("order-confirmation", confirmation), define("order-notice", notice)];
  const steps = {
    shipped: define("order-shipped", (shop, order) => orderStep(shop, order, "shipped")),
    delivered: define("order-delivered", (shop, order) => orderStep(shop, order, "delivered")),
  };
  const shipmentSteps = {
    shipped: defineForShipment("parcel-sent", "shipped"),
    delivered: defineForShipment("parcel-delivered", "delivered"),
  };
  const paymentMail = notifications.defineMail<{ paymentId: string }>("payment-to-check", async ({ paymentId }) => {
    const [payment] = await db.select().from(orderPayments).where(eq(orderPayments.paymentId, paymentId));
    return payment && payment.outcome !== "settled" ? paymentToCheck(await withShop(), payment) : undefined;
  });

  /** Mails each step once. Counts history rows, because the outbox drops its deduplication keys after a month. */
  const onStep =
    (step: FulfilmentStep) =>
    async (tx: Transaction, { order, shipmentId }: OrderChange) => {
      if (shipmentId) return;
      const isTold = and(eq(orderHistory.orderId, order.id), eq(orderHistory.status, step));
      if ((await tx.$count(orderHistory, isTold)) > 0) return;
      await steps[step].enqueue(tx, { key: `order-${step}:${order.id}`, payload: { orderId: order.id } });
    };

  const participant: OrderParticipant = {
    /** One mail to the buyer, one to the owner. An order that is shipped by hand has no payment to confirm. */
    async onPaid(tx, { order: { id: orderId, paidAt }, status, paymentId }) {
      if (!paymentId && (status !== "paid" || paidAt)) return;
      await notifications.enqueueAll(
        tx,
        paid.map((mail) => mail.toRow({ key: `${mail.name}:${orderId}`, payload: { orderId } })),
      );
    },
    onShipped: onStep("shipped"),
    onDelivered: onStep("delivered"),
  };

  return {
    participant,
    addressRequest: define("address-request", addressRequest),

    async enqueueShipmentStep(tx: Transaction, shipmentId: string, step: FulfilmentStep) {
      const mail = shipmentSteps[step];
      await mail.enqueue(tx, { key: `${mail.name}:${shipmentId}`, payload: { shipmentId } });
    },

    async enqueuePaymentToCheck(tx: Transaction, paymentId: string) {
      await paymentMail.enqueue(tx, { key: `payment-to-check:${paymentId}`, payload: { paymentId } });
    },
  };
}
export type OrderMails = ReturnType<typeof createOrderMails>;
