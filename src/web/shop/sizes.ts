import { useRef, useState } from "react";
import type { Product, Variant } from "../../contracts/catalogue/product.ts";
import { priceOf, variantItemId, variantTitle } from "../../contracts/catalogue/variant-rules.ts";
import { listPrice, sizesForSale } from "./list-price.ts";

/** What the cart gets: the product in this size. */
export function inSize(product: Product, size: Variant | undefined) {
  const image = product.images[0];
  if (!size) return { ...product, ...listPrice(product), image };
  const [_id, title] = [variantItemId(product._id, size._id), variantTitle(product.title, size.name)];
  return { _id, title, ...priceOf(product, size), stock: size.stock, image };
}

/** The chosen size of a product. `wanted` is chosen at first, and so is the only size for sale; otherwise none is. */
export function useSize(product: Pick<Product, "variants">, wanted?: string | null) {
  const forSale = sizesForSale(product);
  const first = forSale.find(({ _id }) => _id === wanted) ?? (forSale.length === 1 ? forSale[0] : undefined);
  const [chosen, onChoose] = useState(first?._id);
  const [isAsked, setAsked] = useState(false);
  const group = useRef<HTMLFieldSetElement>(null);
  const size = forSale.find(({ _id }) => _id === chosen);

  /** Says at the sizes that one has to be chosen, and moves the focus there. */
  function ask() {
    setAsked(true);
    group.current?.scrollIntoView({ block: "center" });
    group.current?.querySelector<HTMLElement>("input:enabled")?.focus({ preventScroll: true });
  }
  return { size, ask, choice: { ref: group, chosen, isAsked: isAsked && !size, onChoose } };
}
export type SizeChoiceState = ReturnType<typeof useSize>["choice"];
