import { LinkButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { chosenFilters, type ProductView, productListUrl, withoutFilters } from "./product-view.ts";

export function ComingSoon({ view }: { view: ProductView }) {
  const { category, q } = view;
  return (
    <EmptyState
      title="Coming Soon"
      text={
        q
          ? `Nothing matches “${q}” yet. Products for this category are on their way.`
          : "Products for this category are on their way."
      }
    >
      {chosenFilters(view).length > 0 && (
        <LinkButton to={productListUrl(withoutFilters(view))} look={q ? "quiet" : "accent"}>
          Clear filters
        </LinkButton>
      )}
      {q && (
        <LinkButton to={productListUrl({ ...view, page: 1, q: undefined })} look="accent">
          Clear search
        </LinkButton>
      )}
      {category ? (
        <LinkButton to={productListUrl({ q })}>See all products</LinkButton>
      ) : (
        <LinkButton to="/">Back to home</LinkButton>
      )}
    </EmptyState>
  );
}
