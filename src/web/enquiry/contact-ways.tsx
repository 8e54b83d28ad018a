import { contactLinks, questionAbout } from "../lib/contact-links.ts";
import { useShop } from "../lib/site.ts";
import { Icon } from "../ui/icon.tsx";

/** `about`: the product or course that messages are prefilled with. */
export function ContactWays({ about }: { about?: string }) {
  const shop = useShop();
  const question = about ? questionAbout(about) : "Namaste! I have a question.";
  const subject = about ? `?subject=${encodeURIComponent(about)}` : "";
  const ways = [
    { name: "Phone", value: shop.phone, href: contactLinks(shop).phone, icon: "phone" },
    { name: "WhatsApp", value: "Send a message", href: contactLinks(shop).whatsapp(question), icon: "message-circle" },
    { name: "E-mail", value: shop.email, href: `${contactLinks(shop).email}${subject}`, icon: "mail" },
  ] as const;
  return (
    <ul className="border-b border-line">
      {ways.map(({ name, value, href, icon }) => (
        <li key={name} className="border-t border-line">
          <a
            href={href}
            {...(href.startsWith("https:") && { target: "_blank", rel: "noopener" })}
            className="group flex min-h-14 items-center gap-4 py-2 md:min-h-16 md:py-3"
          >
            <Icon name={icon} className="shrink-0 text-saffron-deep" />
            <span className="flex min-w-0 flex-col leading-snug">
              <span className="text-small text-ink-soft">{name}</span>
              <span className="font-semibold wrap-anywhere underline-offset-4 group-hover:underline">{value}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
