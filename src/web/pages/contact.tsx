import { pageMeta } from "../lib/page-meta.ts";
import { originOf, shopOf, useShop } from "../lib/site.ts";
import { Banner } from "../ui/banner.tsx";
import { Section } from "../ui/section.tsx";
import type { Route } from "./+types/contact";
import { ContactSection } from "./contact-section.tsx";
import { ShopMap } from "./shop-map.tsx";

export function meta({ matches }: Route.MetaArgs) {
  const origin = originOf(matches);
  const { brand, address } = shopOf(matches);
  const description = `Write to ${brand}, call, or send a WhatsApp message. The shop is at ${address.join(", ")}.`;
  return [
    ...pageMeta({ title: "Contact Us", description, path: "/contact", matches }),
    {
      "script:ld+json": {
        "@context": "https://schema.org",
        "@type": "ContactPage",
        name: `Contact ${brand}`,
        url: `${origin}/contact`,
        about: { "@id": `${origin}/#organization` },
      },
    },
  ];
}

export default function Contact() {
  return (
    <>
      <Banner title="Contact Us" lead="Ask before you buy, book or enrol. A person answers." />
      <ContactSection
        page="/contact"
        title="Write to us"
        lead="Tell us what is on your mind. If you leave a phone number, we can call you back."
      />
      <Section id="visit" title="Visit us" ground="sand" look="beside" lead={<Address />}>
        <ShopMap />
      </Section>
    </>
  );
}

function Address() {
  return (
    <>
      {useShop().address.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </>
  );
}
