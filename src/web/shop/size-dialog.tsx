import { useState } from "react";
import type { Product } from "../../contracts/catalogue/product.ts";
import { LOW_STOCK } from "../../contracts/catalogue/product-rules.ts";
import type { CartItem } from "../lib/cart.ts";
import { useShop } from "../lib/site.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Price } from "../ui/price.tsx";
import { addProduct, toCartItem } from "./add-product.ts";
import { SizeChoice, useSize } from "./size-choice.tsx";

export type OnSize = ((item: CartItem) => void) | undefined;

/** Chooses the size of a product on a card, or with `onChoose` of a line. */
export function SizeDialog({ product, onChoose }: { product: Product; onChoose: OnSize }) {
  const shop = useShop();
  const [isOpen, setOpen] = useState(true);
  const { piece, askForSize, choice } = useSize(product);
  const add = () => {
    if (onChoose) onChoose(toCartItem(piece));
    else addProduct(piece, shop);
    setOpen(false);
  };
  return (
    <Dialog open={isOpen} onClose={() => setOpen(false)} title="Choose a size" look="choice">
      <div className="overflow-y-auto px-5 pb-6">
        <p className="mb-4 text-ink-soft">{product.title}</p>
        <SizeChoice {...choice} />
        <div aria-live="polite" className="mt-5 flex items-center justify-between gap-3 border-t border-line pt-4">
          <Price {...piece} />
          {!askForSize && piece.stock <= LOW_STOCK && <Badge tone="rose">Only {piece.stock} left</Badge>}
        </div>
        <Button look="accent" onClick={askForSize ?? add} className="mt-5 w-full">
          {onChoose ? "Choose" : "Add to cart"}
        </Button>
      </div>
    </Dialog>
  );
}
