import type { Order } from "../../contracts/orders/order.ts";
import type { Shipment } from "../../contracts/orders/shipment.ts";
import { formatDay } from "../lib/dates.ts";
import { isParcelDelivered } from "./order-rules.ts";

const linkLook =
  "inline-flex min-h-11 items-center font-semibold text-saffron-deep underline underline-offset-4 wrap-anywhere";

function TrackingLink({ parcel: { courier, trackingUrl } }: { parcel: Shipment }) {
  return (
    <a href={trackingUrl} target="_blank" rel="noopener noreferrer" className={linkLook}>
      Track the parcel with {courier}
    </a>
  );
}

function whenText(order: Order, parcel: Shipment) {
  if (parcel.deliveredAt) return `delivered on ${formatDay(parcel.deliveredAt)}`;
  return isParcelDelivered(order, parcel) ? "delivered" : `sent on ${formatDay(parcel.shippedAt)}`;
}

/** The shipments of an order, with contents and tracking link. */
export function OrderParcels({ order }: { order: Order }) {
  const { shipments = [] } = order;
  if (shipments.length === 0) return null;
  return (
    <ul aria-label="Parcels" className="mt-3 grid gap-3">
      {shipments.map((parcel) => (
        <li key={parcel._id} className="border-t border-line pt-3">
          <p className="font-medium wrap-anywhere">
            {parcel.courier}
            {parcel.trackingNumber && ` ${parcel.trackingNumber}`}, {whenText(order, parcel)}
          </p>
          <p className="text-small text-ink-soft wrap-anywhere">
            {parcel.lines.map(({ title, qty }) => `${title} × ${qty}`).join(", ")}
          </p>
          {parcel.trackingUrl && !isParcelDelivered(order, parcel) && <TrackingLink parcel={parcel} />}
        </li>
      ))}
    </ul>
  );
}

/** Tracking links of the shipments in transit. */
export function ParcelLinks({ order }: { order: Order }) {
  const inTransit = (order.shipments ?? []).filter((parcel) => parcel.trackingUrl && !isParcelDelivered(order, parcel));
  return inTransit.map((parcel) => (
    <p key={parcel._id}>
      <TrackingLink parcel={parcel} />
    </p>
  ));
}
