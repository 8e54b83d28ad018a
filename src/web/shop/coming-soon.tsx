import { LinkButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { addressOf, type ProductView } from "./product-view.ts";

export function ComingSoon({ view: { category, subCategory, q } }: { view: ProductView }) {
  return (
    <EmptyState
      title="Coming Soon"
      text={
        q
          ? `Nothing matches “${q}” yet. Products for this category are on their way.`
          : "Products for this category are on their way."
      }
    >
      {q && (
        <LinkButton to={addressOf({ category, subCategory })} look="accent">
          Clear search
        </LinkButton>
      )}
      {category ? (
        <LinkButton to={addressOf({ q })}>See all products</LinkButton>
      ) : (
        <LinkButton to="/">Back to home</LinkButton>
      )}
    </EmptyState>
  );
}
