import { classes } from "../ui/classes.ts";
import { Kept } from "../ui/kept.tsx";
import { ProductCard, type ProductSummary } from "./product-card.tsx";

/** `below`: a single row further down a page, so it is smaller and none of its pictures are urgent. */
export function ProductGrid({ products, below }: { products: ProductSummary[]; below?: boolean }) {
  return (
    <ul className={classes("grid grid-cols-2 gap-3 sm:gap-5", below ? "lg:grid-cols-4" : "lg:grid-cols-3 lg:gap-7")}>
      {products.map((product, place) => (
        <Kept
          key={product._id}
          as="li"
          className="flex"
          part={ProductCard}
          with={{ product, first: !below && place < 2, heading: below ? "h3" : "h2" }}
        />
      ))}
    </ul>
  );
}
