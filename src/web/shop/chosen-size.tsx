import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import type { Product } from "../../contracts/catalogue/product.ts";
import { SizeChoice } from "./size-choice.tsx";
import { inSize, useSize } from "./sizes.ts";

interface ChosenSizeProps {
  product: Product;
  /** The buy box. `askForSize` is set while no size is chosen. */
  children: (piece: ReturnType<typeof inSize>, askForSize: (() => void) | undefined) => ReactNode;
}

/** The sizes of a product and what is bought in the chosen one. Loaded only for a product with sizes. */
export default function ChosenSize({ product, children }: ChosenSizeProps) {
  const [search] = useSearchParams();
  const { size, ask, choice } = useSize(product, search.get("variant"));
  return (
    <>
      <SizeChoice product={product} {...choice} />
      {children(inSize(product, size), size ? undefined : ask)}
    </>
  );
}
