import { eq } from "drizzle-orm";
import { isPaid } from "../../contracts/orders/order-rules.ts";
import type { ComposedMail } from "../notifications/service.ts";
import type { Transaction } from "../platform/database/database.ts";
import { addressOf, contactLine, type MailDeps, seeOrder, shortId } from "./mails.ts";
import { type OrderRow, type Parcel, readItems, readParcels } from "./order-rows.ts";
import { orders } from "./order-table.ts";
import { toShipment } from "./order-view.ts";
import type { OrderDeps } from "./service.ts";
import { shipments } from "./shipment-table.ts";

const steps = {
  sent: {
    title: "Your parcel is on its way",
    text: ({ courier }: Parcel) => `we have sent you a parcel with ${courier}.`,
  },
  delivered: {
    title: "Your parcel is delivered",
    text: () =>
      "your parcel has been delivered. If something in it is missing or damaged, please tell us, and we put it right.",
  },
};
type ParcelStep = keyof typeof steps;

interface FoundParcel {
  order: OrderRow;
  parcel: Parcel;
  lines: { title: string; qty: number }[];
}

function parcelMail(deps: MailDeps, { order, parcel, lines }: FoundParcel, step: ParcelStep): ComposedMail {
  const { title, text } = steps[step];
  const { courier, trackingNumber, trackingUrl } = parcel;
  const to = addressOf(order);
  return {
    to: order.shippingEmail,
    subject: `${title}: order ${shortId(order.id)}`,
    title,
    paragraphs: [
      `Namaste ${order.shippingName},`,
      text(parcel),
      ...(step === "sent" && trackingUrl ? [`Follow it here:\n${trackingUrl}`] : []),
    ],
    details: [
      { label: "Order", value: shortId(order.id) },
      { label: "In the parcel", value: lines.map(({ title, qty }) => `${title} × ${qty}`).join("\n") },
      { label: "Courier", value: courier },
      ...(trackingNumber ? [{ label: "Tracking number", value: trackingNumber }] : []),
      ...(to ? [{ label: "To", value: `${order.shippingName}\n${to}` }] : []),
    ],
    action: seeOrder(deps, order),
    footnote: contactLine(deps.shop),
  };
}

/** Mails to the buyer, one for each step of a parcel. A parcel that was taken back sends no mail. */
export function createParcelMails(deps: OrderDeps) {
  const { db, notifications, settings } = deps;

  async function find(shipmentId: string): Promise<FoundParcel | undefined> {
    const [found] = await db
      .select({ order: orders })
      .from(shipments)
      .innerJoin(orders, eq(orders.id, shipments.orderId))
      .where(eq(shipments.id, shipmentId));
    if (!found?.order.shippingEmail || found.order.deletedAt || !isPaid(found.order.status)) return undefined;
    const { order } = found;
    const parcel = (await readParcels(db, order.id)).find(({ id }) => id === shipmentId);
    return parcel && { order, parcel, lines: toShipment(parcel, await readItems(db, [order.id])).lines };
  }

  const define = (step: ParcelStep) =>
    notifications.defineMail<{ shipmentId: string }>(`parcel-${step}`, async ({ shipmentId }) => {
      const found = await find(shipmentId);
      return found && parcelMail({ ...deps, shop: (await settings.read()).business }, found, step);
    });
  const mails = { sent: define("sent"), delivered: define("delivered") };

  const enqueue = (step: ParcelStep) => (tx: Transaction, shipmentId: string) =>
    mails[step].enqueue(tx, { key: `parcel-${step}:${shipmentId}`, payload: { shipmentId } });

  return { enqueueSent: enqueue("sent"), enqueueDelivered: enqueue("delivered") };
}
export type ParcelMails = ReturnType<typeof createParcelMails>;
