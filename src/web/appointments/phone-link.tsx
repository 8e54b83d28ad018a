import { contactLinks } from "../lib/contact-links.ts";
import { useShop } from "../lib/site.ts";

/** A phone number to call: the shop's, unless another is given. */
export function PhoneLink({ phone }: { phone?: string }) {
  const shop = useShop();
  const called = phone ?? shop.phone;
  return (
    <a
      href={contactLinks({ ...shop, phone: called }).phone}
      className="font-semibold whitespace-nowrap underline underline-offset-4"
    >
      {called}
    </a>
  );
}
