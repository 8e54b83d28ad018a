import { addressLines } from "../../contracts/orders/cart-rules.ts";
import type { Order } from "../../contracts/orders/order.ts";
import { isShippingOpen } from "../../contracts/orders/order-rules.ts";
import { formatMoment } from "../lib/dates.ts";
import { ChangeShipping } from "./change-shipping.tsx";

/** The recipient of the order and the buyer's note. */
export function Recipient({ order }: { order: Order }) {
  const { shipping, shippingChange, note, status } = order;
  return (
    <section aria-labelledby="order-shipping" className="order-card">
      <h2 id="order-shipping" className="mb-2 text-title">
        For
      </h2>
      <p className="leading-relaxed wrap-anywhere whitespace-pre-line">
        {[shipping.name, shipping.email, shipping.phone, addressLines(shipping)].filter(Boolean).join("\n")}
      </p>
      {shippingChange && (
        <p className="mt-1 text-small text-ink-soft">
          Changed by {shippingChange.by === "owner" ? "us" : "you"} on {formatMoment(shippingChange.at)}
        </p>
      )}
      {isShippingOpen(status) && <ChangeShipping order={order} className="mt-4" />}
      {note && (
        <>
          <h3 className="mt-5 font-semibold">Your note for us</h3>
          <p className="mt-1 wrap-anywhere whitespace-pre-line">{note}</p>
        </>
      )}
    </section>
  );
}
