import type { Order } from "../../../../contracts/orders/order.ts";
import { shortId } from "../../../../contracts/orders/order-rules.ts";
import type { Shipment } from "../../../../contracts/orders/shipment.ts";

/** The id of the card, for links in the order list. */
export const SHIPMENTS_CARD = "parcels";

export interface ShipmentLine {
  itemId: string;
  title: string;
  qty: number;
}

/** The unpacked pieces, one entry per item: an item may be on two order lines. */
export function piecesToSend({ items }: Order): ShipmentLine[] {
  const left = items.filter(({ unpackedQty = 0 }) => unpackedQty > 0);
  return [...Map.groupBy(left, ({ itemId }) => itemId).values()].map((lines) => ({
    itemId: lines[0]!.itemId,
    title: lines[0]!.title,
    qty: lines.reduce((sum, { unpackedQty = 0 }) => sum + unpackedQty, 0),
  }));
}

export function shipmentMessage(order: Order, { courier, trackingNumber, trackingUrl }: Shipment, brand: string) {
  return [
    `Namaste ${order.shipping.name}, your parcel from ${brand} (order ${shortId(order._id)}) is on its way with ${courier}.`,
    trackingNumber && `Tracking number: ${trackingNumber}.`,
    trackingUrl && `Follow it here: ${trackingUrl}`,
  ]
    .filter(Boolean)
    .join(" ");
}
