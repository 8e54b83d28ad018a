import type { Order } from "../../contracts/orders/order.ts";
import type { Shipment } from "../../contracts/orders/shipment.ts";
import { formatDay } from "../lib/dates.ts";
import { textLink } from "../ui/link.tsx";
import { isShipmentDelivered } from "./order-rules.ts";

function TrackingLink({ shipment: { courier, trackingUrl } }: { shipment: Shipment }) {
  return (
    <a href={trackingUrl} target="_blank" rel="noopener noreferrer" className={`${textLink} underline wrap-anywhere`}>
      Track the parcel with {courier}
    </a>
  );
}

const isFollowed = (order: Order, shipment: Shipment) =>
  shipment.trackingUrl && !shipment.returnedAt && !isShipmentDelivered(order, shipment);

function whenText(order: Order, shipment: Shipment) {
  if (shipment.returnedAt) return `came back to us on ${formatDay(shipment.returnedAt)}`;
  if (shipment.deliveredAt) return `delivered on ${formatDay(shipment.deliveredAt)}`;
  return isShipmentDelivered(order, shipment) ? "delivered" : `sent on ${formatDay(shipment.shippedAt)}`;
}

export function OrderShipments({ order }: { order: Order }) {
  const { shipments = [] } = order;
  if (shipments.length === 0) return null;
  return (
    <ul aria-label="Parcels" className="mt-3 grid gap-3">
      {shipments.map((shipment) => (
        <li key={shipment._id} className="border-t border-line pt-3">
          <p className="font-medium wrap-anywhere">
            {shipment.courier}
            {shipment.trackingNumber && ` ${shipment.trackingNumber}`}, {whenText(order, shipment)}
          </p>
          <p className="text-small text-ink-soft wrap-anywhere">
            {shipment.lines.map(({ title, qty }) => `${title} × ${qty}`).join(", ")}
          </p>
          {isFollowed(order, shipment) && <TrackingLink shipment={shipment} />}
        </li>
      ))}
    </ul>
  );
}

export function TrackingLinks({ order }: { order: Order }) {
  const inTransit = (order.shipments ?? []).filter((shipment) => isFollowed(order, shipment));
  return inTransit.map((shipment) => (
    <p key={shipment._id}>
      <TrackingLink shipment={shipment} />
    </p>
  ));
}
