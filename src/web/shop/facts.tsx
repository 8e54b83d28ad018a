import { type ProductFacts, textFacts } from "../../contracts/catalogue/product-rules.ts";

const grams = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 2 });

/** The facts that are known, as a table of names and values. */
export function Facts({ product }: { product: ProductFacts }) {
  const texts = textFacts.map(({ name, label }) => [label, product[name]] as const);
  const weight = product.weightGrams === null ? "" : `${grams.format(product.weightGrams)} g`;
  const known = [...texts, ["Weight", weight] as const].filter(([, value]) => value);
  if (known.length === 0) return null;
  return (
    <dl aria-label="Facts" className="grid grid-cols-[auto_minmax(0,1fr)] border-t border-line">
      {known.map(([name, value]) => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid gap-x-6 border-b border-line py-2.5">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
