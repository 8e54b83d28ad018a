import { shortId } from "../../../../contracts/orders/order-rules.ts";
import "./printout.css";
import { encode } from "uqr";
import { addressLines, isPiece } from "../../../../contracts/orders/cart-rules.ts";
import type { Order } from "../../../../contracts/orders/order.ts";
import type { Shipment } from "../../../../contracts/orders/shipment.ts";
import { isNotFullyRefunded } from "../../../../contracts/refunds/refund-rules.ts";
import { formatDay } from "../../../lib/dates.ts";
import { useShop } from "../../../lib/site.ts";
import { piecesToSend, type ShipmentLine } from "./shipment-text.ts";

/** What to print. Without a parcel: the unshipped pieces, or all that are not refunded when everything is shipped. */
export interface PrintChoice {
  sheet: "slip" | "label";
  shipment?: Shipment;
}
export type Print = (choice: PrintChoice) => void;

function linesOf(order: Order, { shipment }: PrintChoice): ShipmentLine[] {
  if (shipment) return shipment.lines;
  const left = piecesToSend(order);
  return left.length > 0 ? left : order.items.filter(isPiece).filter(isNotFullyRefunded);
}

/** Visible in print only. */
export function Printout({ order, choice }: { order: Order; choice: PrintChoice }) {
  return choice.sheet === "slip" ? (
    <PackingSlip order={order} lines={linesOf(order, choice)} />
  ) : (
    <AddressLabel order={order} shipment={choice.shipment} />
  );
}

/** Lists the contents of the parcel, without prices: it may be a gift. */
function PackingSlip({ order, lines }: { order: Order; lines: ShipmentLine[] }) {
  const shop = useShop();
  const { shipping, note } = order;
  return (
    <section className="printout packing-slip" aria-labelledby="slip-title">
      <p>{shop.brand}</p>
      <h2 id="slip-title" className="text-heading">
        Packing slip
      </h2>
      <p className="mt-2">
        Order {shortId(order._id)}, {formatDay(order.createdAt)}
        <br />
        <small>{order._id}</small>
      </p>
      <h3 className="mt-6 text-title">Deliver to</h3>
      <p className="whitespace-pre-line">
        {[shipping.name, addressLines(shipping) || "No address was given", shipping.phone].join("\n")}
      </p>
      <table className="mt-6 w-full border-collapse">
        <thead>
          <tr>
            <th scope="col">Qty</th>
            <th scope="col">Item</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ itemId, qty, title }) => (
            <tr key={itemId}>
              <td>{qty}</td>
              <td>{title}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {note && (
        <>
          <h3 className="mt-6 text-title">Note from the buyer</h3>
          <p className="wrap-anywhere whitespace-pre-line">{note}</p>
        </>
      )}
      <p className="mt-6">
        Questions? {shop.phone} or {shop.email}
      </p>
    </section>
  );
}

/** Longer addresses are set smaller, so that they fit on the label. */
const LONG_ADDRESS = 160;

/** An A6 label for the parcel. Does not list the contents, because strangers can read it. */
function AddressLabel({ order, shipment }: { order: Order; shipment: Shipment | undefined }) {
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
            Order <strong>{shortId(order._id)}</strong>
          </p>
          {shipment && <p>{[shipment.courier, shipment.trackingNumber].filter(Boolean).join(" ")}</p>}
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
