import { useState } from "react";
import { useNavigate } from "react-router";
import type { ProductFacets } from "../../contracts/catalogue/product.ts";
import { Button } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { chosenFilters, type ProductView, productListUrl, productSorts, withoutFilters } from "./product-view.ts";

const findSort = (value: string) => productSorts.find(({ order }) => order === value)?.order;

const facetFields = [
  { label: "Stone", name: "stone", facet: "stones" },
  { label: "Origin", name: "origin", facet: "origins" },
] as const;

const priceFields = [
  { label: "From ₹", name: "minPrice" },
  { label: "To ₹", name: "maxPrice" },
] as const;

interface FilterFieldsProps {
  view: ProductView;
  facets: ProductFacets;
  onChange(view: ProductView): void;
}

/** The filters beside the categories and the order, as native controls: without scripts they are the fields of a GET form. */
export function FilterFields({ view, facets, onChange }: FilterFieldsProps) {
  const change = (changes: Partial<ProductView>) => onChange({ ...view, ...changes });
  return (
    <>
      {facetFields.map(({ label, name, facet }) => (
        <Facet
          key={name}
          label={label}
          name={name}
          value={view[name]}
          values={facets[facet]}
          onChange={(value) => change({ [name]: value })}
        />
      ))}
      <div className="filter-prices flex gap-2">
        {priceFields.map(({ label, name }) => (
          <Rupees
            key={name}
            label={label}
            name={name}
            value={view[name]}
            example={facets[name]}
            onChange={(value) => change({ [name]: value })}
          />
        ))}
      </div>
      <label className="filter-check">
        <input
          type="checkbox"
          name="inStock"
          value="true"
          checked={view.inStock === "true"}
          onChange={({ currentTarget }) => change({ inStock: currentTarget.checked ? "true" : undefined })}
        />
        {`In stock only (${facets.inStock})`}
      </label>
      <label className="filter filter-sort">
        Sort
        <select
          name="sort"
          value={view.sort ?? ""}
          onChange={({ currentTarget }) => change({ sort: findSort(currentTarget.value) })}
        >
          {productSorts.map(({ name, order = "" }) => (
            <option key={order} value={order}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

interface FacetProps {
  label: string;
  name: string;
  value: string | undefined;
  values: ProductFacets["stones"];
  onChange(value: string | undefined): void;
}

function Facet({ label, name, value = "", values, onChange }: FacetProps) {
  if (values.length === 0 && !value) return null;
  // A chosen value stays listed even when the other filters exclude all its products.
  const isListed = value === "" || values.some((one) => one.value === value);
  return (
    <label className="filter">
      {label}
      <select name={name} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}>
        <option value="">Any</option>
        {!isListed && <option value={value}>{`${value} (0)`}</option>}
        {values.map((one) => (
          <option key={one.value} value={one.value}>
            {`${one.value} (${one.count})`}
          </option>
        ))}
      </select>
    </label>
  );
}

interface RupeesProps {
  label: string;
  name: string;
  value: number | undefined;
  example: number | null;
  onChange(value: number | undefined): void;
}

/** Applied when the visitor leaves the field or presses Enter. Text that is not a price is ignored. */
function Rupees({ label, name, value, example, onChange }: RupeesProps) {
  return (
    <label className="filter">
      {label}
      <input
        key={value}
        inputMode="numeric"
        name={name}
        defaultValue={value}
        placeholder={example === null ? undefined : `${Math.floor(example)}`}
        maxLength={8}
        onKeyDown={({ key, currentTarget }) => key === "Enter" && currentTarget.blur()}
        onBlur={({ currentTarget }) => {
          const rupees = Number(currentTarget.value);
          const next = currentTarget.value.trim() && rupees >= 0 ? rupees : undefined;
          if (next !== value) onChange(next);
          else if (next === undefined) currentTarget.value = "";
        }}
      />
    </label>
  );
}

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
    <form
      aria-label="Filters"
      action={productListUrl({ category, subCategory })}
      className="mt-5 flex flex-wrap items-end gap-x-4 gap-y-3 border-t border-line pt-4"
    >
      {q && <input type="hidden" name="q" value={q} />}
      <FilterFields view={chosen.view} facets={facets} onChange={apply} />
      <noscript>
        <Button type="submit">Apply</Button>
      </noscript>
      {chosenFilters(view).length > 0 && (
        <Link
          to={productListUrl(withoutFilters(view))}
          replace
          keepScroll
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          Clear filters
        </Link>
      )}
    </form>
  );
}
