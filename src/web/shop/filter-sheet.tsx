import { type ReactNode, useCallback, useState } from "react";
import { useNavigate } from "react-router";
import { categories } from "../../../site.config.ts";
import { findCategory } from "../../contracts/categories.ts";
import { Button } from "../ui/button.tsx";
import { ChipButton } from "../ui/chip.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { addressOf, type ProductView, productSorts } from "./product-view.ts";

/** Categories and order on small screens: a bottom sheet that applies all choices at once. */
export function FilterSheet({ view }: { view: ProductView }) {
  const [open, setOpen] = useState(false);
  const [choice, setChoice] = useState<ProductView>(view);
  const navigate = useNavigate();
  const close = useCallback(() => setOpen(false), []);

  const { sort } = choice;
  const count = [view.category, view.subCategory, view.sort].filter(Boolean).length;
  const subCategories = findCategory(choice.category ?? "")?.subCategories ?? [];

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
            <ChipButton current={choice.category === undefined} onSelect={() => setChoice({ sort })}>
              All
            </ChipButton>
            {categories.map(({ name }) => (
              <ChipButton
                key={name}
                current={choice.category === name}
                onSelect={() => setChoice({ category: name, sort })}
              >
                {name}
              </ChipButton>
            ))}
          </Choices>
          {subCategories.length > 0 && (
            <Choices title="Subcategory">
              <ChipButton
                current={choice.subCategory === undefined}
                onSelect={() => setChoice({ category: choice.category, sort })}
              >
                All
              </ChipButton>
              {subCategories.map((name) => (
                <ChipButton
                  key={name}
                  current={choice.subCategory === name}
                  onSelect={() => setChoice({ category: choice.category, subCategory: name, sort })}
                >
                  {name}
                </ChipButton>
              ))}
            </Choices>
          )}
          <Choices title="Sort">
            {productSorts.map(({ name, order }) => (
              <label key={name} className="flex min-h-11 w-full items-center gap-3">
                <input
                  type="radio"
                  name="order"
                  checked={sort === order}
                  onChange={() => setChoice({ ...choice, sort: order })}
                  className="size-5 accent-night"
                />
                {name}
              </label>
            ))}
          </Choices>
        </div>
        <div className="grid grid-cols-2 gap-3 border-t border-line bg-ivory px-5 pt-4 pb-6">
          <Button onClick={() => setChoice({})}>Reset</Button>
          <Button
            look="accent"
            data-leaves
            onClick={() => navigate(addressOf({ ...choice, q: view.q }), { replace: true, preventScrollReset: true })}
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
