import { isPiece } from "../../../../contracts/orders/cart-rules.ts";
import type { Order } from "../../../../contracts/orders/order.ts";
import { needsAddress } from "../../../orders/order-rules.ts";
import type { Print } from "./printout.tsx";
import { ParcelEntry } from "./shipment-entry.tsx";
import type { Couriers } from "./shipment-form.tsx";
import { ParcelForm } from "./shipment-form.tsx";
import { PARCELS_CARD, piecesToSend } from "./shipment-text.ts";

interface ParcelsProps {
  order: Order;
  couriers: Couriers;
  print: Print;
}

/** The parcels of an order with pieces, and the form for the next one. */
export function Parcels({ order, couriers, print }: ParcelsProps) {
  const { shipments = [], status } = order;
  const isOpen = (status === "paid" || status === "shipped") && piecesToSend(order).length > 0;
  if (!order.items.some(isPiece) || (shipments.length === 0 && !isOpen)) return null;
  return (
    <section aria-labelledby={PARCELS_CARD} className="order-card">
      <h2 id={PARCELS_CARD} className="text-title">
        Parcels
      </h2>
      {shipments.length > 0 && (
        <ul aria-label="Parcels" className="mb-4">
          {shipments.map((parcel) => (
            <ParcelEntry key={parcel._id} order={order} parcel={parcel} couriers={couriers} print={print} />
          ))}
        </ul>
      )}
      {isOpen && <NextParcel order={order} couriers={couriers} />}
    </section>
  );
}

function leadText(order: Order) {
  if (order.status === "shipped") return "The order is marked as shipped. You can still add courier and number.";
  const count = piecesToSend(order).reduce((sum, { qty }) => sum + qty, 0);
  return count === 1 ? "1 piece to send." : `${count} pieces to send, at once or in several parcels.`;
}

function NextParcel({ order, couriers }: Omit<ParcelsProps, "print">) {
  if (needsAddress(order)) return <p className="mt-2">The address is missing. Please add it below.</p>;
  return (
    <>
      <p className="mt-1 mb-3 text-ink-soft">{leadText(order)}</p>
      {/* The key remounts an empty form after each parcel. */}
      <ParcelForm key={order.shipments?.length} order={order} couriers={couriers} />
    </>
  );
}
