import { ProductCard, type ProductSummary } from "./product-card.tsx";

export function ProductGrid({ products }: { products: ProductSummary[] }) {
  return (
    <ul className="grid grid-cols-2 gap-3 sm:gap-5 lg:grid-cols-3 lg:gap-7">
      {products.map((product, index) => (
        <li key={product._id} className="flex">
          <ProductCard product={product} first={index < 2} />
        </li>
      ))}
    </ul>
  );
}
