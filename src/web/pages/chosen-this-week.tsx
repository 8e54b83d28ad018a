import { CardRow } from "../shop/card-row.tsx";
import type { ProductSummary } from "../shop/product-summary.ts";
import { LinkButton } from "../ui/button.tsx";
import { Section } from "../ui/section.tsx";

export function ChosenThisWeek({ products }: { products: ProductSummary[] }) {
  return (
    <Section id="chosen" title="Chosen this week" ground="paper">
      <CardRow products={products} />
      <LinkButton to="/products" className="mt-4 md:mt-8">
        See every piece
      </LinkButton>
    </Section>
  );
}
