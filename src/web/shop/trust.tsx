import type { Product } from "../../contracts/catalogue/product.ts";
import type { Business } from "../../contracts/settings/settings.ts";
import { useShop } from "../lib/site.ts";

interface TrustProps extends Pick<Business, "damageNote" | "packingNote"> {
  product: Pick<Product, "certificate" | "originCountry">;
}

/** Answers what a careful buyer asks before paying. */
export function Trust({ product: { certificate, originCountry }, damageNote, packingNote }: TrustProps) {
  const shop = useShop();
  const rows = [
    ["Damaged or wrong piece", damageNote],
    ["Certificate and origin", [certificate, originCountry && `Origin: ${originCountry}`].filter(Boolean).join(". ")],
    ["Packing", packingNote],
    ["Who sells it", [shop.founder, shop.brand, ...shop.address, shop.phone].filter(Boolean).join(", ")],
    ["GSTIN", shop.gstin],
  ] as const;
  return (
    <section aria-labelledby="trust" className="mt-1 border-t border-line pt-5">
      <h2 id="trust" className="font-sans text-base font-semibold">
        Buy with confidence
      </h2>
      <dl className="mt-3 grid gap-3 text-small">
        {rows.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt className="font-semibold">{name}</dt>
                <dd className="max-w-[60ch] wrap-anywhere text-ink-soft">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}
