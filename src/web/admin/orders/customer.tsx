import { addressLines } from "../../../contracts/orders/cart-rules.ts";
import type { Order } from "../../../contracts/orders/order.ts";
import { shortId } from "../../../contracts/orders/order-rules.ts";
import { PAYMENT_METHOD, PROVIDER_LABEL } from "../../../contracts/payments/payment-rules.ts";
import { formatMoment } from "../../lib/dates.ts";
import { formatRupees } from "../../lib/money.ts";
import { useShop } from "../../lib/site.ts";
import { ChangeShipping } from "../../orders/recipient.tsx";
import { Link } from "../../ui/link.tsx";
import { smallButton } from "../../ui/small-button.tsx";
import { ContactLinks } from "../layout/contact-link.tsx";
import { DetailList } from "../layout/detail-list.tsx";

export function Customer({ order }: { order: Order }) {
  const { brand } = useShop();
  const { shipping, shippingChange, user, note } = order;
  return (
    <section aria-labelledby="order-customer" className="order-card">
      <h2 id="order-customer" className="mb-3 text-title">
        Customer
      </h2>
      <DetailList
        details={{
          Name: shipping.name,
          Phone: shipping.phone || "None",
          "E-mail": shipping.email || "None",
          Address: addressLines(shipping) || "None given",
          Account: user.email ? (
            <>
              <Link to={`/admin/customers/${order.customerId}`} className="font-semibold underline underline-offset-4">
                {user.name}
              </Link>{" "}
              ({user.email})
            </>
          ) : (
            user.name
          ),
          ...(note && { Note: note }),
        }}
      />
      {shippingChange && (
        <p className="mt-2 text-small text-ink-soft">
          Changed by the {shippingChange.by} on {formatMoment(shippingChange.at)}
        </p>
      )}
      {/* After the account was deleted, the order has no e-mail address. */}
      {shipping.email && (
        <ContactLinks
          phone={shipping.phone}
          email={shipping.email}
          greeting={`Namaste ${shipping.name}, this is ${brand} about your order ${shortId(order._id)}.`}
          subject={`Your order ${shortId(order._id)} at ${brand}`}
          className="mt-4"
        >
          <ChangeShipping order={order} className={smallButton} />
        </ContactLinks>
      )}
    </section>
  );
}

const methodName = (method: string) => (method === PAYMENT_METHOD ? PROVIDER_LABEL : method);

export function Payment({ order }: { order: Order }) {
  return (
    <section aria-labelledby="order-payment" className="order-card">
      <h2 id="order-payment" className="mb-3 text-title">
        Payment
      </h2>
      <DetailList
        details={{
          "Payment id": order.paymentId ?? (order.totalAmount === 0 ? "Nothing to pay" : "Not captured"),
          Method: methodName(order.paymentMethod),
          Total: formatRupees(order.totalAmount),
        }}
      />
    </section>
  );
}
