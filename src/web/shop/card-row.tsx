import { ProductCard } from "./product-card.tsx";
import type { ProductSummary } from "./product-summary.ts";

/** Up to four pieces below a heading of a page; on small screens the row is swiped. */
export const CardRow = ({ products }: { products: ProductSummary[] }) => (
  <ul className="swipe-row card-row">
    {products.map((product) => (
      <li key={product._id} className="flex">
        <ProductCard product={product} heading="h3" />
      </li>
    ))}
  </ul>
);
