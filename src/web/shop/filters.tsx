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
        <Facet key={name} {...{ label, name, change }} value={view[name]} values={facets[facet]} />
      ))}
      <div className="filter-prices">
        {priceFields.map(({ label, name }) => (
          <Rupees key={name} {...{ label, name, change }} value={view[name]} example={facets[name]} />
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

interface FieldProps<Value> {
  label: string;
  name: string;
  value: Value | undefined;
  change(changes: Partial<ProductView>): void;
}
type FacetProps = FieldProps<string> & { values: ProductFacets["stones"] };

function Facet({ label, name, value = "", values, change }: FacetProps) {
  if (values.length === 0 && !value) return null;
  // A chosen value stays listed even when the other filters exclude all its products.
  const isListed = value === "" || values.some((one) => one.value === value);
  return (
    <label className="filter">
      {label}
      <select
        name={name}
        value={value}
        onChange={({ currentTarget }) => change({ [name]: currentTarget.value || undefined })}
      >
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

/** Applied when the visitor leaves the field or presses Enter. Text that is not a price is ignored. */
function Rupees({ label, name, value, example, change }: FieldProps<number> & { example: number | null }) {
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
          if (next !== value) change({ [name]: next });
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
