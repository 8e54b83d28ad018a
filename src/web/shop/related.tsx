import { CardRow } from "./card-row.tsx";
import type { ProductSummary } from "./product-summary.ts";

/** A strip of other pieces below a product. */
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
