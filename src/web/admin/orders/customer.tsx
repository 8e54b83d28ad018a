import { site } from "../../../../site.config.ts";
import type { Order } from "../../../contracts/order.ts";
import { shortId } from "../../checkout/order-words.ts";
import { customerLinks } from "./customer-links.ts";
import { Facts } from "./facts.tsx";
import { Way } from "./way.tsx";

/** Who ordered and where it goes, and the ways to reach them. */
export function Customer({ order }: { order: Order }) {
  const { shipping, user } = order;
  return (
    <section aria-labelledby="order-customer" className="order-card">
      <h2 id="order-customer" className="mb-3 text-title">
        Customer
      </h2>
      <Facts
        facts={{
          Name: shipping.name,
          Phone: shipping.phone || "None",
          "E-mail": shipping.email || "None",
          Address: shipping.address || "None given",
          Account: user.email ? `${user.name} (${user.email})` : user.name,
        }}
      />
      {shipping.email && <Ways order={order} />}
    </section>
  );
}

/** Nobody is reached about an order whose account was deleted. */
function Ways({ order }: { order: Order }) {
  const { shipping } = order;
  const greeting = `Namaste ${shipping.name}, this is ${site.brand} about your order ${shortId(order)}.`;
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <Way href={customerLinks.whatsapp(shipping.phone, greeting)} icon="message-circle" isElsewhere>
        WhatsApp
      </Way>
      <Way href={customerLinks.phone(shipping.phone)} icon="phone">
        Call
      </Way>
      <Way href={customerLinks.mail(shipping.email, `Your order ${shortId(order)} at ${site.brand}`)} icon="mail">
        E-mail
      </Way>
    </div>
  );
}
