import { contactLinks } from "../lib/contact-links.ts";
import { useShop } from "../lib/site.ts";

export function PhoneLink() {
  const shop = useShop();
  return (
    <a href={contactLinks(shop).phone} className="font-semibold whitespace-nowrap underline underline-offset-4">
      {shop.phone}
    </a>
  );
}
