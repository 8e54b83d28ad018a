import { useState } from "react";
import { useNavigate } from "react-router";
import type { ProductFacets } from "../../contracts/catalogue/product.ts";
import { Button } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { FilterFields } from "./filter-fields.tsx";
import { chosenFilters, type ProductView, productListUrl, withoutFilters } from "./product-view.ts";

/** The filters on wide screens. A change is applied at once; without scripts by a button. */
export function FilterBar({ view, facets }: { view: ProductView; facets: ProductFacets }) {
  const navigate = useNavigate();
  const { category, subCategory, q } = view;
  // Optimistic: shows the new choice while the list loads, until the URL changes.
  const address = productListUrl(view);
  const [chosen, setChosen] = useState({ address, view });
  if (chosen.address !== address) setChosen({ address, view });
  const apply = (next: ProductView) => {
    setChosen({ address, view: next });
    navigate(productListUrl({ ...next, page: 1 }), { replace: true, preventScrollReset: true });
  };
  return (
    <form aria-label="Filters" action={productListUrl({ category, subCategory })} className="filter-bar">
      {q && <input type="hidden" name="q" value={q} />}
      <FilterFields view={chosen.view} facets={facets} onChange={apply} />
      <noscript>
        <Button type="submit">Apply</Button>
      </noscript>
      {chosenFilters(view).length > 0 && (
        <Link to={productListUrl(withoutFilters(view))} replace keepScroll className="filter-clear">
          Clear filters
        </Link>
      )}
    </form>
  );
}
