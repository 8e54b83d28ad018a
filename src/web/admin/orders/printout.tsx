import "./printout.css";
import { isPiece } from "../../../contracts/orders/cart-rules.ts";
import type { Order } from "../../../contracts/orders/order.ts";
import type { Shipment } from "../../../contracts/orders/shipment.ts";
import { AddressLabel } from "./address-label.tsx";
import { PackingSlip } from "./packing-slip.tsx";
import { type ParcelLine, piecesToSend } from "./parcel-text.ts";

/** What to print. Without a parcel: the unshipped pieces, or all pieces when everything is shipped. */
export interface PrintChoice {
  sheet: "slip" | "label";
  parcel?: Shipment;
}
export type Print = (choice: PrintChoice) => void;

function linesOf(order: Order, { parcel }: PrintChoice): ParcelLine[] {
  if (parcel) return parcel.lines;
  const left = piecesToSend(order);
  return left.length > 0 ? left : order.items.filter(isPiece);
}

/** Visible in print only. */
export function Printout({ order, choice }: { order: Order; choice: PrintChoice }) {
  return choice.sheet === "slip" ? (
    <PackingSlip order={order} lines={linesOf(order, choice)} />
  ) : (
    <AddressLabel order={order} parcel={choice.parcel} />
  );
}
