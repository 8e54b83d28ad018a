import { useEffect, useId, useRef, useState } from "react";
import type { Product } from "../../contracts/catalogue/product.ts";
import { variantTitle } from "../../contracts/catalogue/variant-rules.ts";
import { variantItemId } from "../../contracts/orders/item-rules.ts";
import { inSize, sizesForSale } from "./sizes.ts";
import { useTellMe } from "./tell-me.tsx";

/**
 * The chosen size of a product, and `askForSize` until there is one. `wanted` is chosen at first, and so is the only
 * size for sale; otherwise none is.
 */
export function useSize(product: Product, wanted?: string | null) {
  const forSale = sizesForSale(product);
  const first = forSale.find(({ _id }) => _id === wanted) ?? (forSale.length === 1 ? forSale[0] : undefined);
  const [chosen, onChoose] = useState(first?._id);
  const [isAsked, setAsked] = useState(false);
  const ref = useRef<HTMLFieldSetElement>(null);
  const size = forSale.find(({ _id }) => _id === chosen);
  const needsSize = product.variants !== undefined && !size;

  /** Says at the sizes that one has to be chosen, and moves the focus there. */
  function ask() {
    setAsked(true);
    ref.current?.scrollIntoView({ block: "center" });
    ref.current?.querySelector<HTMLElement>("input:enabled")?.focus({ preventScroll: true });
  }
  return {
    piece: inSize(product, size),
    askForSize: needsSize ? ask : undefined,
    choice: { ref, product, chosen, isAsked: isAsked && needsSize, onChoose },
  };
}

/** The sizes as radio buttons. Without scripts the form loads the page with the chosen size. */
export function SizeChoice({ ref, product, chosen, isAsked, onChoose }: ReturnType<typeof useSize>["choice"]) {
  const problemId = useId();
  const { tellMe, dialog } = useTellMe();
  const { _id: productId, title, variants = [] } = product;

  // A size may have been chosen before hydration, or restored by the browser.
  useEffect(() => {
    const checked = ref.current?.querySelector<HTMLInputElement>(":checked");
    if (checked) onChoose(checked.value);
  }, [ref, onChoose]);

  return (
    <>
      <form method="get" className="sizes" onSubmit={(event) => event.preventDefault()}>
        <fieldset ref={ref} aria-describedby={isAsked ? problemId : undefined}>
          <legend className="mb-2 font-semibold">Size</legend>
          <div className="flex flex-wrap gap-2">
            {variants.map(({ _id, name, stock }) => (
              <span key={_id} className={stock > 0 ? "contents" : "size-gone"}>
                <label className="chip size-chip">
                  <input
                    type="radio"
                    name="variant"
                    value={_id}
                    required
                    disabled={stock === 0}
                    defaultChecked={_id === chosen}
                    onChange={() => onChoose(_id)}
                  />
                  {stock > 0 ? name : <s>{name}</s>}
                  {stock === 0 && <span className="sr-only"> sold out</span>}
                </label>
                {stock === 0 && (
                  <button
                    type="button"
                    aria-haspopup="dialog"
                    onClick={() => tellMe({ _id: variantItemId(productId, _id), title: variantTitle(title, name) })}
                    className="needs-script"
                  >
                    Tell me<span className="sr-only"> when {name} is back</span>
                  </button>
                )}
              </span>
            ))}
          </div>
          <p id={problemId} role="alert" className="mt-2 font-medium text-rose empty:hidden">
            {isAsked && "Choose a size."}
          </p>
        </fieldset>
        <noscript>
          <button type="submit" className="button button-quiet mt-3">
            Show price and stock
          </button>
        </noscript>
      </form>
      {dialog}
    </>
  );
}
