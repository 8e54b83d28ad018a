import type { ComponentProps, ReactNode } from "react";
import { contactLinks } from "../lib/contact-links.ts";
import { useShop } from "../lib/site.ts";
import { Icon } from "../ui/icon.tsx";
import { Link } from "../ui/link.tsx";
import { BrandLink, legalLinks, mainLinks } from "./site-links.tsx";

const icon = { size: 20, className: "shrink-0 text-gold" } as const;
const newTab = { target: "_blank", rel: "noopener" } as const;

export function SiteFooter() {
  const shop = useShop();
  const contact = contactLinks(shop);
  return (
    <footer className="on-night mt-auto bg-night text-moon">
      <div className="shell footer-columns">
        <div className="text-ivory">
          <BrandLink />
          <p className="mt-3 max-w-[34ch] text-moon">{shop.description}</p>
        </div>
        <Column title="Quick links">
          <ul className="grid grid-cols-2 lg:block">
            <PageLinks links={mainLinks} />
          </ul>
        </Column>
        <Column title="Contact">
          <ul>
            <Outside href={contact.phone}>
              <Icon name="phone" {...icon} />
              {shop.phone}
            </Outside>
            <Outside href={contact.whatsapp()} {...newTab}>
              <Icon name="message-circle" {...icon} />
              WhatsApp
            </Outside>
            <Outside href={contact.email}>
              <Icon name="mail" {...icon} />
              <span className="wrap-anywhere">{shop.email}</span>
            </Outside>
            <li className="flex gap-2.5 pt-2">
              <Icon name="map-pin" {...icon} />
              <address className="not-italic">{shop.address.join(", ")}</address>
            </li>
            {shop.gstin && <li className="pt-2">GSTIN {shop.gstin}</li>}
          </ul>
        </Column>
        <Column title="Follow us">
          <ul className="flex flex-wrap gap-x-6 sm:block">
            {shop.social.map(({ name, url }) => (
              <Outside key={name} href={url} {...newTab}>
                {name}
              </Outside>
            ))}
          </ul>
        </Column>
      </div>
      <div className="border-t border-night-soft">
        <div className="shell footer-end">
          <ul className="flex flex-wrap gap-x-6">
            <PageLinks links={legalLinks} />
          </ul>
          <p>
            Made by{" "}
            <a href={shop.credit.url} rel="noopener" className="footer-link underline">
              {shop.credit.name}
            </a>
          </p>
        </div>
      </div>
    </footer>
  );
}

const PageLinks = ({ links }: { links: typeof mainLinks }) =>
  links.map(({ name, to }) => (
    <li key={to}>
      <Link to={to} className="footer-link">
        {name}
      </Link>
    </li>
  ));

const Outside = (props: ComponentProps<"a">) => (
  <li>
    <a {...props} className="footer-link" />
  </li>
);

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="eyebrow mb-2 font-sans text-gold-bright">{title}</h2>
      {children}
    </div>
  );
}
