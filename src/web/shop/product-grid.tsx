import { ProductCard } from "./product-card.tsx";
import type { ProductSummary } from "./product-summary.ts";

export function ProductGrid({ products }: { products: ProductSummary[] }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.25rem),1fr))] gap-3 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3 lg:gap-7">
      {products.map((product, index) => (
        <li key={product._id} className="flex">
          <ProductCard product={product} first={index < 2} />
        </li>
      ))}
    </ul>
  );
}
