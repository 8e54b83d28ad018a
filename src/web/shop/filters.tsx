import { useCallback, useState } from "react";
import { useNavigate } from "react-router";
import type { ProductFacets } from "../../contracts/catalogue/product.ts";
import { pageFacts } from "../../contracts/catalogue/product-rules.ts";
import { useShop } from "../lib/site.ts";
import { Button } from "../ui/button.tsx";
import { ChipButton } from "../ui/chip.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { Link } from "../ui/link.tsx";
import {
  categoryChoices,
  chosenFilters,
  matchSort,
  type ProductView,
  productListUrl,
  productSorts,
  withoutFilters,
} from "./product-view.ts";

const findSort = (value: string) => [matchSort, ...productSorts].find(({ order }) => order === value)?.order;

const priceFields = [
  { label: "From ₹", name: "minPrice" },
  { label: "To ₹", name: "maxPrice" },
] as const;

type Fact = (typeof pageFacts)[number];
type FilterFieldsProps = { view: ProductView; facets: ProductFacets; onChange(view: ProductView): void };

/** The filters beside the categories and the order, as native controls: without scripts they are the fields of a GET form. */
function FilterFields({ view, facets, onChange }: FilterFieldsProps) {
  const change = (changes: Partial<ProductView>) => onChange({ ...view, ...changes });
  const isShown = ({ name, facet }: Fact) => facets[facet].length > 0 || view[name];
  const toField = ({ label, name, facet }: Fact) => (
    <Facet key={name} {...{ label, name, change }} value={view[name]} values={facets[facet]} />
  );
  // Below "More filters", so that the bar stays one row.
  const rare = pageFacts.slice(2).filter(isShown);
  return (
    <>
      {pageFacts.slice(0, 2).filter(isShown).map(toField)}
      <div className="filter-prices flex gap-2">
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
          {[...(view.q ? [matchSort] : []), ...productSorts].map(({ name, order = "" }) => (
            <option key={order} value={order}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {rare.length > 0 && (
        <details open={rare.some(({ name }) => view[name])} className="open:basis-full">
          <summary className="flex min-h-11 items-center gap-1 font-medium">
            More filters
            <Icon name="chevron-down" size={20} className="disclosure-arrow" />
          </summary>
          <div className="mt-2 fit-columns-[8rem] gap-x-4 gap-y-3">{rare.map(toField)}</div>
        </details>
      )}
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

/** Categories, filters and order on small screens: a bottom sheet that applies all choices at once. */
export function FilterSheet({ view, facets }: { view: ProductView; facets: ProductFacets | undefined }) {
  const { categories } = useShop();
  const [open, setOpen] = useState(false);
  const [choice, setChoice] = useState<ProductView>(view);
  const navigate = useNavigate();
  const close = useCallback(() => setOpen(false), []);

  const count = [view.category, view.subCategory, view.sort].filter(Boolean).length + chosenFilters(view).length;
  const found = categoryChoices(categories, choice);
  const fieldsets = [
    { title: "Category", choices: found.categories },
    { title: "Subcategory", choices: found.subCategories },
  ];

  return (
    <>
      <Button
        aria-haspopup="dialog"
        onClick={() => {
          setChoice(view);
          setOpen(true);
        }}
        className="needs-script rounded-full px-3.5 whitespace-nowrap md:hidden"
      >
        {count === 0 ? (
          <Icon name="sliders-horizontal" size={20} />
        ) : (
          <span
            aria-hidden
            className="flex size-6 items-center justify-center rounded-full bg-night text-small text-ivory"
          >
            {count}
          </span>
        )}
        Filters
        {count > 0 && <span className="sr-only">, {count} chosen</span>}
      </Button>
      <Dialog open={open} onClose={close} title="Filters" look="sheet">
        <div className="overflow-y-auto px-5 pb-6">
          {fieldsets.map(
            ({ title, choices }) =>
              choices.length > 0 && (
                <fieldset key={title} className="mb-5">
                  <legend className="mb-2 font-semibold">{title}</legend>
                  <div className="flex flex-wrap gap-2">
                    {choices.map(({ name = "All", view, isCurrent }) => (
                      <ChipButton key={name} current={isCurrent} onSelect={() => setChoice(view)}>
                        {name}
                      </ChipButton>
                    ))}
                  </div>
                </fieldset>
              ),
          )}
          {facets && (
            <div className="filter-sheet-fields">
              <FilterFields view={choice} facets={facets} onChange={setChoice} />
            </div>
          )}
        </div>
        <div className="grid grid-cols-2 gap-3 border-t border-line bg-ivory px-5 pt-4 pb-6">
          <Button onClick={() => setChoice({})}>Reset</Button>
          <Button
            look="accent"
            data-leaves
            onClick={() =>
              navigate(productListUrl({ ...choice, page: 1, q: view.q }), { replace: true, preventScrollReset: true })
            }
          >
            Apply
          </Button>
        </div>
      </Dialog>
    </>
  );
}
