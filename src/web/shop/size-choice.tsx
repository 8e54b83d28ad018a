import { useEffect, useId } from "react";
import type { Product } from "../../contracts/catalogue/product.ts";
import { variantTitle } from "../../contracts/catalogue/variant-rules.ts";
import { contactLinks } from "../lib/contact-links.ts";
import { useShop } from "../lib/site.ts";
import type { SizeChoiceState } from "./sizes.ts";

type SizeChoiceProps = SizeChoiceState & { product: Pick<Product, "title" | "variants"> };

/** The sizes as radio buttons. Without scripts the form loads the page with the chosen size. */
export function SizeChoice({ ref, product, chosen, isAsked, onChoose }: SizeChoiceProps) {
  const problemId = useId();
  const { whatsapp } = contactLinks(useShop());
  const { title, variants = [] } = product;

  // A size may have been chosen before hydration, or restored by the browser.
  useEffect(() => {
    const checked = ref.current?.querySelector<HTMLInputElement>(":checked");
    if (checked) onChoose(checked.value);
  }, [ref, onChoose]);

  return (
    <form method="get" className="sizes" onSubmit={(event) => event.preventDefault()}>
      <fieldset ref={ref} aria-describedby={isAsked ? problemId : undefined}>
        <legend className="mb-2 font-semibold">Size</legend>
        <div className="flex flex-wrap gap-2">
          {variants.map(({ _id, name, stock }) => {
            const isSoldOut = stock === 0;
            const chip = (
              <label key={_id} className="chip size-chip">
                <input
                  type="radio"
                  name="variant"
                  value={_id}
                  required
                  disabled={isSoldOut}
                  defaultChecked={_id === chosen}
                  onChange={() => onChoose(_id)}
                />
                {isSoldOut ? <s>{name}</s> : name}
                {isSoldOut && <span className="sr-only"> sold out</span>}
              </label>
            );
            if (!isSoldOut) return chip;
            return (
              <span key={_id} className="size-gone">
                {chip}
                <a
                  href={whatsapp(`Tell me when it is back: ${variantTitle(title, name)}`)}
                  target="_blank"
                  rel="noopener"
                >
                  Tell me<span className="sr-only"> when {name} is back</span>
                </a>
              </span>
            );
          })}
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
  );
}
