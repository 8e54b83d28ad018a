import { useCallback, useState } from "react";
import { useNavigate } from "react-router";
import type { ProductFacets } from "../../contracts/catalogue/product.ts";
import { useShop } from "../lib/site.ts";
import { Button } from "../ui/button.tsx";
import { ChipButton } from "../ui/chip.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { FilterFields } from "./filters.tsx";
import { categoryChoices, chosenFilters, type ProductView, productListUrl } from "./product-view.ts";

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
