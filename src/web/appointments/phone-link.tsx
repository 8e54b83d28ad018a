import { contactLinks } from "../lib/contact-links.ts";
import { useShop } from "../lib/site.ts";

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
