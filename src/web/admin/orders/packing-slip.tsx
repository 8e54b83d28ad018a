import { addressLines } from "../../../contracts/orders/cart-rules.ts";
import type { Order } from "../../../contracts/orders/order.ts";
import { shortId } from "../../checkout/order-rules.ts";
import { formatDay } from "../../lib/dates.ts";
import { useShop } from "../../lib/site.ts";
import type { ParcelLine } from "./parcel-text.ts";

/** Lists the contents of the parcel, without prices: it may be a gift. */
export function PackingSlip({ order, lines }: { order: Order; lines: ParcelLine[] }) {
  const shop = useShop();
  const { shipping, note } = order;
  return (
    <section className="printout packing-slip" aria-labelledby="slip-title">
      <p>{shop.brand}</p>
      <h2 id="slip-title" className="text-heading">
        Packing slip
      </h2>
      <p className="mt-2">
        Order {shortId(order)}, {formatDay(order.createdAt)}
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
