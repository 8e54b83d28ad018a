import { encode } from "uqr";
import type { Order } from "../../../contracts/orders/order.ts";
import type { Shipment } from "../../../contracts/orders/shipment.ts";
import { shortId } from "../../checkout/order-rules.ts";
import { useShop } from "../../lib/site.ts";

/** Longer addresses are set smaller, so that they fit on the label. */
const LONG_ADDRESS = 160;

interface AddressLabelProps {
  order: Order;
  parcel: Shipment | undefined;
}

/** An A6 label for the parcel. Does not list the contents, because strangers can read it. */
export function AddressLabel({ order, parcel }: AddressLabelProps) {
  const shop = useShop();
  const { name, address, pin, phone } = order.shipping;
  return (
    <section className="printout address-label" aria-label="Address label">
      <header>
        <h2>From</h2>
        <p>{[shop.brand, ...shop.address].join(", ")}</p>
        <p>{shop.phone}</p>
      </header>
      <div>
        <h2>To</h2>
        <p className="address-label-to" data-long={address.length > LONG_ADDRESS || undefined}>
          <strong>{name}</strong>
          {`\n${address || "No address was given"}`}
        </p>
        {pin && <p className="address-label-pin">{`${pin.slice(0, 3)} ${pin.slice(3)}`}</p>}
        <p className="address-label-to">{phone}</p>
      </div>
      <footer>
        <div>
          <p>
            Order <strong>{shortId(order)}</strong>
          </p>
          {parcel && <p>{[parcel.courier, parcel.trackingNumber].filter(Boolean).join(" ")}</p>}
          <p>If undelivered, please return to the sender.</p>
        </div>
        <QrCode text={order._id} />
      </footer>
    </section>
  );
}

/** One path with a square of one unit for each dark module. */
function QrCode({ text }: { text: string }) {
  const { size, data } = encode(text, { ecc: "M", border: 2 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code of the order's id" shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  );
}
