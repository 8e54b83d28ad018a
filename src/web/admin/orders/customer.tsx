import { site } from "../../../../site.config.ts";
import type { Order } from "../../../contracts/order.ts";
import { shortId } from "../../checkout/order-words.ts";
import { ContactLink } from "../layout/contact-link.tsx";
import { contactUrls } from "../layout/contact-urls.ts";
import { DetailList } from "./detail-list.tsx";

/** The buyer, the delivery address and links to contact them. */
export function Customer({ order }: { order: Order }) {
  const { shipping, user } = order;
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
          Address: shipping.address || "None given",
          Account: user.email ? `${user.name} (${user.email})` : user.name,
        }}
      />
      {shipping.email && <ContactLinks order={order} />}
    </section>
  );
}

/** Hidden after the account was deleted: the order then has no e-mail address. */
function ContactLinks({ order }: { order: Order }) {
  const { shipping } = order;
  const greeting = `Namaste ${shipping.name}, this is ${site.brand} about your order ${shortId(order)}.`;
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <ContactLink href={contactUrls.whatsapp(shipping.phone, greeting)} icon="message-circle" opensNewTab>
        WhatsApp
      </ContactLink>
      <ContactLink href={contactUrls.phone(shipping.phone)} icon="phone">
        Call
      </ContactLink>
      <ContactLink href={contactUrls.mail(shipping.email, `Your order ${shortId(order)} at ${site.brand}`)} icon="mail">
        E-mail
      </ContactLink>
    </div>
  );
}
