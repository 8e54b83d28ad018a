import type { ReactNode } from "react";
import { contactLinks } from "../lib/contact-links.ts";
import { useShop } from "../lib/site.ts";
import { Icon } from "../ui/icon.tsx";
import { Link } from "../ui/link.tsx";
import { BrandLink, legalLinks, mainLinks } from "./site-links.tsx";

const icon = { size: 20, className: "shrink-0 text-gold" } as const;

export function SiteFooter() {
  const shop = useShop();
  return (
    <footer className="on-night mt-auto bg-night text-moon">
      <div className="shell grid gap-x-8 gap-y-7 pt-12 sm:gap-y-10 pb-8 sm:grid-cols-2 lg:grid-cols-[1.4fr_1fr_1.3fr_1fr] lg:pt-16">
        <div className="text-ivory">
          <BrandLink />
          <p className="mt-3 max-w-[34ch] text-moon">{shop.description}</p>
        </div>
        <Column title="Quick links">
          <ul className="grid grid-cols-2 lg:block">
            {mainLinks.map((link) => (
              <li key={link.to}>
                <Link to={link.to} className="footer-link">
                  {link.name}
                </Link>
              </li>
            ))}
          </ul>
        </Column>
        <Column title="Contact">
          <ul>
            <li>
              <a href={contactLinks(shop).phone} className="footer-link">
                <Icon name="phone" {...icon} />
                {shop.phone}
              </a>
            </li>
            <li>
              <a href={contactLinks(shop).whatsapp()} target="_blank" rel="noopener" className="footer-link">
                <Icon name="message-circle" {...icon} />
                WhatsApp
              </a>
            </li>
            <li>
              <a href={contactLinks(shop).email} className="footer-link">
                <Icon name="mail" {...icon} />
                <span className="wrap-anywhere">{shop.email}</span>
              </a>
            </li>
            <li className="flex gap-2.5 pt-2">
              <Icon name="map-pin" {...icon} />
              <address className="not-italic">{shop.address.join(", ")}</address>
            </li>
          </ul>
        </Column>
        <Column title="Follow us">
          <ul className="flex flex-wrap gap-x-6 sm:block">
            {shop.social.map((account) => (
              <li key={account.name}>
                <a href={account.url} target="_blank" rel="noopener" className="footer-link">
                  {account.name}
                </a>
              </li>
            ))}
          </ul>
        </Column>
      </div>
      <div className="border-t border-night-soft">
        <div className="shell flex flex-wrap items-center gap-x-8 gap-y-1 pt-4 pb-24 text-small md:pb-4">
          <ul className="flex flex-wrap gap-x-6">
            {legalLinks.map((link) => (
              <li key={link.to}>
                <Link to={link.to} className="footer-link">
                  {link.name}
                </Link>
              </li>
            ))}
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

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="eyebrow mb-2 font-sans text-gold-bright">{title}</h2>
      {children}
    </div>
  );
}
