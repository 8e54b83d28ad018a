import { Fragment } from "react";
import {
  factPath,
  listFacts,
  type PageFact,
  type ProductFacts,
  type TextFact,
  textFacts,
} from "../../contracts/catalogue/product-rules.ts";
import type { Business } from "../../contracts/settings/settings.ts";
import drawing from "../art/ring-size.svg?url";
import { Icon } from "../ui/icon.tsx";
import { Link } from "../ui/link.tsx";
import { CardRow, type ProductSummary } from "./product-card.tsx";

export function BuyingNotes({ deliveryNote, waysToPay }: Pick<Business, "deliveryNote" | "waysToPay">) {
  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-2.5">
        <Icon name="map-pin" size={20} className="shrink-0 text-saffron-deep" />
        {deliveryNote}
      </p>
      <ul aria-label="Ways to pay" className="flex flex-wrap gap-2">
        {waysToPay.map((way) => (
          <li key={way} className="payment-mark">
            {way}
          </li>
        ))}
      </ul>
    </div>
  );
}

const grams = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 2 });

export type FactRow = [name: string, values: string[], fact?: PageFact | undefined];
const pagesOf: Partial<Record<TextFact, PageFact>> = { stone: "stone", metal: "metal", originCountry: "origin" };

/** What tradition links a piece with comes last. */
function rowsOf(product: ProductFacts, label: FactRow[]) {
  const weight = product.weightGrams === null ? "" : `${grams.format(product.weightGrams)} g`;
  const rows: FactRow[] = [
    ...textFacts.map(({ name, label }): FactRow => [label, [product[name]], pagesOf[name]]),
    ["Weight", [weight]],
    ...label,
    ...listFacts.map(({ name, plural }): FactRow => {
      const label = name === "intentions" ? "Traditionally linked with" : `${plural}, by tradition`;
      return [label, product[name], name];
    }),
  ];
  return rows.filter(([, values]) => values.some(Boolean));
}

export function Facts({ product, label }: { product: ProductFacts; label: FactRow[] }) {
  const known = rowsOf(product, label);
  if (known.length === 0) return null;
  return (
    <dl aria-label="Facts" className="grid grid-cols-[fit-content(55%)_minmax(0,1fr)] border-t border-line">
      {known.map(([name, values, fact]) => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid gap-x-6 border-b border-line py-2.5">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="wrap-anywhere">
            {values.map((value, index) => (
              <Fragment key={value}>
                {index > 0 && ", "}
                {fact ? <FactLink fact={fact} value={value} /> : value}
              </Fragment>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const FactLink = ({ fact, value }: { fact: PageFact; value: string }) => (
  <Link to={factPath(fact, value)} className="inline-flex min-h-11 items-center underline-gold md:min-h-7">
    {fact === "intentions" ? value.toLowerCase() : value}
  </Link>
);

/** A ₹10 coin. */
const COIN_MM = 27;
const GAP_MM = 5;
const MIN_WIDTH_MM = 70;

/** The first length in millimetres of a size: `20 to 28 mm` of "20 to 28 mm each". The largest number counts. */
function lengthIn(size: string) {
  const text = /\d[\d.]*(?: (?:to|by) \d[\d.]*)* mm/.exec(size)?.[0];
  const mm = Math.max(0, ...(text?.match(/\d[\d.]*/g) ?? []).map(Number));
  return text && mm > 0 ? { text, mm } : undefined;
}

export function ScaleDrawing({ size }: { size: string }) {
  const length = lengthIn(size);
  if (!length) return null;
  const { text, mm } = length;
  const start = COIN_MM + GAP_MM;
  const end = start + mm;
  return (
    <figure className="scale">
      <svg viewBox={`0 0 ${Math.max(end + 1, MIN_WIDTH_MM)} 28`} preserveAspectRatio="xMinYMid" fill="none" aria-hidden>
        <circle cx="13.5" cy="14" r="13" className="fill-sand stroke-gold" />
        <circle cx="13.5" cy="14" r="8.5" className="fill-paper stroke-gold" />
        <path d={`M${start} 14H${end}M${start} 9v10M${end} 9v10`} className="stroke-ink" />
      </svg>
      <figcaption>{text}, beside a ₹10 coin</figcaption>
    </figure>
  );
}

/** An Indian ring size is the inner circumference in millimetres, less 40. */
const circumferenceOf = (size: number) => size + 40;
const diameterOf = (size: number) => (circumferenceOf(size) / Math.PI).toFixed(1);

const SIZES = [8, 10, 12, 14, 16, 18, 20, 22, 24];

export function RingSizes() {
  return (
    <details className="ring-sizes">
      <summary>
        Find your ring size
        <Icon name="chevron-down" size={20} className="disclosure-arrow" />
      </summary>
      <img src={drawing} alt="" width="320" height="120" loading="lazy" />
      <p>
        Wrap a strip of paper around the finger, mark where it meets, and measure its length. Or measure the inner
        diameter of a ring that fits.
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Indian size</th>
            <th scope="col">Strip, mm</th>
            <th scope="col">Diameter, mm</th>
          </tr>
        </thead>
        <tbody>
          {SIZES.map((size) => (
            <tr key={size}>
              <th scope="row">{size}</th>
              <td>{circumferenceOf(size)}</td>
              <td>{diameterOf(size)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

export function Related({ id, title, products }: { id: string; title: string; products: ProductSummary[] }) {
  if (products.length === 0) return null;
  return (
    <section aria-labelledby={id} className="related border-t border-line">
      <div className="shell py-10 md:py-14">
        <h2 id={id} className="mb-5 text-heading md:mb-8">
          {title}
        </h2>
        <CardRow products={products} />
      </div>
    </section>
  );
}
