import { eq } from "drizzle-orm";
import { toRupees } from "../../contracts/money.ts";
import { isPiece } from "../../contracts/orders/cart-rules.ts";
import {
  type FulfilmentStep,
  fulfilmentSteps,
  isFulfilmentStep,
  isPaid,
  orderName,
  shortId,
} from "../../contracts/orders/order-rules.ts";
import { type ComposedMail, contactLine, type MailKind } from "../notifications/service.ts";
import { formatPaise } from "../platform/format-paise.ts";
import { cancellation } from "./cancelled-mail.ts";
import { undeliveredQty, unpackedQty } from "./core/line-progress.ts";
import {
  type FullOrder,
  type ItemRow,
  isShort,
  type OrderRow,
  type OrderShipment,
  type PaymentRow,
} from "./core/order.ts";
import { orderPayments } from "./core/order-table.ts";
import { shipments } from "./core/shipment-table.ts";
import type { OrderDeps } from "./deps.ts";
import { addressOf, orderDetails, ownerAction, seeOrder } from "./mail-parts.ts";
import { addressRequest } from "./missing-address.ts";
import { type MailDeps, nextSteps } from "./next-steps.ts";
import { paymentReason } from "./payments-to-check.ts";
import { returnedTexts, shipmentTexts, stepTexts } from "./step-texts.ts";

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
    paragraphs: isShort(order)
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

const paymentToCheck = (deps: MailDeps, payment: PaymentRow, order: string): ComposedMail => ({
  to: deps.shop.email,
  subject: `A payment needs a look: order ${shortId(payment.orderId)}`,
  title: "A payment needs a look",
  paragraphs: [
    paymentReason(payment, null),
    "Refund it on the page of the order, or settle it with the buyer and mark it as dealt with.",
  ],
  details: [
    { label: "Order", value: order },
    { label: "Payment", value: payment.paymentId },
    { label: "Amount", value: `${toRupees(payment.amountPaise)} ${payment.currency}` },
  ],
  action: ownerAction(deps, payment.orderId),
});

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
      { label: "Order", value: orderName(order.id, order.number) },
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
  return stepMail(deps, order, { title, paragraphs: [text(deps.shop)], named, label, isSent: hasPieces, papersOf });
}

const piecesIn = ({ lines }: OrderShipment, items: ItemRow[]) =>
  lines.map(({ lineIndex, qty }) => ({ ...items.find((item) => item.lineIndex === lineIndex)!, qty }));

/** Often the address or the number is wrong: the buyer can correct both until the pieces leave again. */
function parcelReturned(deps: MailDeps, { order, items, shipments }: FullOrder, shipmentId: string) {
  const shipment = shipments.find(({ id }) => id === shipmentId);
  if (!shipment || order.deletedAt || order.placement === "cancelled") return undefined;
  const { title, text } = returnedTexts;
  return stepMail(deps, order, {
    title,
    paragraphs: text(shipment),
    named: piecesIn(shipment, items),
    label: "In the parcel",
    details: [{ label: "Phone", value: order.shippingPhone }],
    isSent: true,
    papersOf: [],
  });
}

/** The mail of a shipment's step. A shipment that was taken back, or came back since, sends no mail. */
function shipmentStep(
  deps: MailDeps,
  { order, items, shipments }: FullOrder,
  shipmentId: string,
  step: FulfilmentStep,
) {
  const shipment = shipments.find(({ id }) => id === shipmentId);
  if (!shipment || shipment.returnedAt || order.deletedAt || !isPaid(order.status)) return undefined;
  const { title, text } = shipmentTexts[step];
  const { courier, trackingNumber, trackingUrl } = shipment;
  return stepMail(deps, order, {
    title,
    paragraphs: [
      text(shipment, deps.shop),
      ...(step === "shipped" && trackingUrl ? [`Follow it here:\n${trackingUrl}`] : []),
    ],
    named: piecesIn(shipment, items),
    label: "In the parcel",
    details: [
      { label: "Courier", value: courier },
      ...(trackingNumber ? [{ label: "Tracking number", value: trackingNumber }] : []),
    ],
    isSent: true,
    papersOf: step === "shipped" ? deps.documents.supplies.ofShipment(shipmentId) : [],
  });
}

/** What mails about orders say. Each is composed when it is sent, from the order as it is then. */
export function composeOrderMails(deps: OrderDeps) {
  const { db, notifications, settings, records, mails } = deps;
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
  const write = (mail: MailKind<{ orderId: string }>, text: Compose) =>
    notifications.compose(mail, ({ orderId }) => compose(orderId, text));
  type ComposeParcel = (deps: MailDeps, order: FullOrder, shipmentId: string) => ReturnType<Compose>;
  const writeForShipment = (mail: MailKind<{ shipmentId: string }>, text: ComposeParcel) =>
    notifications.compose(mail, async ({ shipmentId }) => {
      const [row] = await db.select().from(shipments).where(eq(shipments.id, shipmentId));
      return row && compose(row.orderId, (shop, order) => text(shop, order, shipmentId));
    });

  write(mails.confirmation, confirmation);
  write(mails.notice, notice);
  write(mails.steps.shipped, (shop, order) => orderStep(shop, order, "shipped"));
  write(mails.steps.delivered, (shop, order) => orderStep(shop, order, "delivered"));
  for (const step of fulfilmentSteps)
    writeForShipment(mails.shipmentSteps[step], (shop, order, id) => shipmentStep(shop, order, id, step));
  writeForShipment(mails.parcelReturned, parcelReturned);
  write(mails.addressRequest, addressRequest);
  notifications.compose(mails.paymentToCheck, async ({ paymentId }) => {
    const [payment] = await db.select().from(orderPayments).where(eq(orderPayments.paymentId, paymentId));
    if (!payment || payment.outcome === "settled") return undefined;
    return paymentToCheck(await withShop(), payment, await records.findName(payment.orderId));
  });
  notifications.compose(mails.cancelled, ({ orderId, nth }) =>
    compose(orderId, (shop, order) => cancellation(shop, order, nth)),
  );
}
