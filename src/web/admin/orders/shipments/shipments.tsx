import { isPiece } from "../../../../contracts/orders/cart-rules.ts";
import type { Order } from "../../../../contracts/orders/order.ts";
import { needsAddress } from "../../../orders/order-rules.ts";
import type { Print } from "./printout.tsx";
import { ShipmentEntry } from "./shipment-entry.tsx";
import type { Couriers } from "./shipment-form.tsx";
import { ShipmentForm } from "./shipment-form.tsx";
import { piecesToSend, SHIPMENTS_CARD } from "./shipment-text.ts";

interface ShipmentsProps {
  order: Order;
  couriers: Couriers;
  print: Print;
}

export function Shipments({ order, couriers, print }: ShipmentsProps) {
  const { shipments = [], status } = order;
  const isOpen = (status === "paid" || status === "shipped") && piecesToSend(order).length > 0;
  if (!order.items.some(isPiece) || (shipments.length === 0 && !isOpen)) return null;
  return (
    <section aria-labelledby={SHIPMENTS_CARD} className="order-card">
      <h2 id={SHIPMENTS_CARD} className="text-title">
        Parcels
      </h2>
      {shipments.length > 0 && (
        <ul aria-label="Parcels" className="mb-4">
          {shipments.map((shipment) => (
            <ShipmentEntry key={shipment._id} order={order} shipment={shipment} couriers={couriers} print={print} />
          ))}
        </ul>
      )}
      {isOpen && <NextShipment order={order} couriers={couriers} />}
    </section>
  );
}

function leadText(order: Order) {
  if (order.status === "shipped") return "The order is marked as shipped. You can still add courier and number.";
  const count = piecesToSend(order).reduce((sum, { qty }) => sum + qty, 0);
  return count === 1 ? "1 piece to send." : `${count} pieces to send, at once or in several parcels.`;
}

function NextShipment({ order, couriers }: Omit<ShipmentsProps, "print">) {
  if (needsAddress(order)) return <p className="mt-2">The address is missing. Please add it below.</p>;
  return (
    <>
      <p className="mt-1 mb-3 text-ink-soft">{leadText(order)}</p>
      {/* The key remounts an empty form after each parcel. */}
      <ShipmentForm key={order.shipments?.length} order={order} couriers={couriers} />
    </>
  );
}
