import { type ReactNode, useCallback, useState } from "react";
import { useNavigate } from "react-router";
import { findCategory } from "../../contracts/catalogue/category-rules.ts";
import type { ProductFacets } from "../../contracts/catalogue/product.ts";
import { useShop } from "../lib/site.ts";
import { Button } from "../ui/button.tsx";
import { ChipButton } from "../ui/chip.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { FilterFields } from "./filters.tsx";
import { chosenFilters, type ProductView, productListUrl } from "./product-view.ts";

/** Categories, filters and order on small screens: a bottom sheet that applies all choices at once. */
export function FilterSheet({ view, facets }: { view: ProductView; facets: ProductFacets | undefined }) {
  const { categories } = useShop();
  const [open, setOpen] = useState(false);
  const [choice, setChoice] = useState<ProductView>(view);
  const navigate = useNavigate();
  const close = useCallback(() => setOpen(false), []);

  const { category, subCategory, ...rest } = choice;
  const count = [view.category, view.subCategory, view.sort].filter(Boolean).length + chosenFilters(view).length;
  const subCategories = findCategory(categories, category ?? "")?.subCategories ?? [];

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
          <Choices title="Category">
            <ChipButton current={category === undefined} onSelect={() => setChoice(rest)}>
              All
            </ChipButton>
            {categories.map(({ name }) => (
              <ChipButton
                key={name}
                current={category === name}
                onSelect={() => setChoice({ ...rest, category: name })}
              >
                {name}
              </ChipButton>
            ))}
          </Choices>
          {subCategories.length > 0 && (
            <Choices title="Subcategory">
              <ChipButton current={subCategory === undefined} onSelect={() => setChoice({ ...rest, category })}>
                All
              </ChipButton>
              {subCategories.map(({ name }) => (
                <ChipButton
                  key={name}
                  current={subCategory === name}
                  onSelect={() => setChoice({ ...rest, category, subCategory: name })}
                >
                  {name}
                </ChipButton>
              ))}
            </Choices>
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

function Choices({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="mb-5">
      <legend className="mb-2 font-semibold">{title}</legend>
      <div className="flex flex-wrap gap-2">{children}</div>
    </fieldset>
  );
}
