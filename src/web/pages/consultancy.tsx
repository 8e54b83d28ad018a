import type { ConsultancyPackage } from "../../contracts/settings/settings.ts";
import { useShop } from "../lib/site.ts";
import { Section } from "../ui/section.tsx";
import { PackageCard } from "./package-card.tsx";

export function Consultancy({ packages }: { packages: readonly ConsultancyPackage[] }) {
  const shop = useShop();
  return (
    <Section
      id="consultancy"
      title="Consultancy Packages"
      lead="Half an hour for one question, or an evening for the whole picture. Choose a voice call or video; the price is the whole price."
      ground="sand"
    >
      <ul className="swipe-row items-start md:grid md:gap-6 lg:grid-cols-3">
        {packages.map((offer) => (
          <li key={offer.title}>
            <PackageCard offer={offer} />
          </li>
        ))}
      </ul>
      <noscript>
        <p className="mt-6">
          The cart needs JavaScript. Without it, book by phone: <strong>{shop.phone}</strong>
        </p>
      </noscript>
    </Section>
  );
}
