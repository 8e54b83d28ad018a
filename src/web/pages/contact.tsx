import { useState } from "react";
import type { ShopIdentity } from "../../contracts/pages/site.ts";
import { pageMeta } from "../lib/page-meta.ts";
import { originOf, shopOf, useShop } from "../lib/site.ts";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { Section } from "../ui/section.tsx";
import type { Route } from "./+types/contact";
import { ContactSection } from "./contact-section.tsx";

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
  const address = useShop().address.map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ));
  return (
    <>
      <Banner title="Contact Us" lead="Ask before you buy, book or enrol. A person answers." />
      <ContactSection
        page="/contact"
        title="Write to us"
        lead="Tell us what is on your mind. If you leave a phone number, we can call you back."
      />
      <Section id="visit" title="Visit us" ground="sand" look="beside" lead={address}>
        <ShopMap />
      </Section>
    </>
  );
}

function mapUrls({ latitude, longitude }: ShopIdentity["map"]) {
  const box = [longitude - 0.012, latitude - 0.007, longitude + 0.012, latitude + 0.007].map((edge) => edge.toFixed(5));
  return {
    embedded: `https://www.openstreetmap.org/export/embed.html?bbox=${box.join("%2C")}&layer=mapnik&marker=${latitude}%2C${longitude}`,
    linked: `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`,
  };
}

/** The map is loaded from another site, so only on request. */
function ShopMap() {
  const { brand, map } = useShop();
  const { embedded, linked } = mapUrls(map);
  const [isShown, setShown] = useState(false);
  return (
    <div>
      <div className="panel h-[clamp(20rem,50vh,28rem)] overflow-hidden">
        {isShown ? (
          <iframe title={`Map: where to find ${brand}`} src={embedded} className="size-full" />
        ) : (
          <div className="map-sketch">
            <Icon name="map-pin" size={40} className="text-rose" />
            <Button onClick={() => setShown(true)} className="needs-script">
              Show map
            </Button>
            <p className="needs-script max-w-[40ch] text-small text-ink-soft">
              The map is loaded from openstreetmap.org, which then learns your network address.
            </p>
          </div>
        )}
      </div>
      <a
        href={linked}
        target="_blank"
        rel="noopener"
        className="mt-2 inline-flex min-h-11 items-center font-semibold text-saffron-deep underline underline-offset-4"
      >
        Open in OpenStreetMap
      </a>
    </div>
  );
}
