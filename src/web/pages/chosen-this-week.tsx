import { ProductCard } from "../shop/product-card.tsx";
import type { ProductSummary } from "../shop/product-summary.ts";
import { LinkButton } from "../ui/button.tsx";
import { Section } from "../ui/section.tsx";

export function ChosenThisWeek({ products }: { products: ProductSummary[] }) {
  return (
    <Section id="chosen" title="Chosen this week" ground="paper">
      <ul className="swipe-row card-row">
        {products.map((product) => (
          <li key={product._id} className="flex">
            <ProductCard product={product} heading="h3" />
          </li>
        ))}
      </ul>
      <LinkButton to="/products" className="mt-4 md:mt-8">
        See every piece
      </LinkButton>
    </Section>
  );
}
