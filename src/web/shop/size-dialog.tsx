import { useEffect, useState } from "react";
import type { Product } from "../../contracts/catalogue/product.ts";
import { LOW_STOCK } from "../../contracts/catalogue/product-rules.ts";
import { browserApi } from "../lib/browser-api.ts";
import { useShop } from "../lib/site.ts";
import { toast } from "../lib/toast.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Price } from "../ui/price.tsx";
import { addProduct } from "./add-product.ts";
import { SizeChoice } from "./size-choice.tsx";
import { inSize, useSize } from "./sizes.ts";

export interface SizeDialogProps {
  productId: string;
  open: boolean;
  onClose: () => void;
}

/** Chooses the size of a product on a card. Loaded on demand, with the product's sizes as they are now. */
export function SizeDialog({ productId, open, onClose }: SizeDialogProps) {
  const [product, setProduct] = useState<Product>();
  useEffect(() => {
    if (!open) return;
    setProduct(undefined);
    browserApi.call("GET /api/products/:id", { params: { id: productId } }).then(setProduct, () => {
      onClose();
      toast("The sizes could not be loaded. Please try again.", { tone: "bad" });
    });
  }, [open, productId, onClose]);
  return (
    <Dialog open={open} onClose={onClose} title="Choose a size" look="choice">
      <div className="overflow-y-auto px-5 pb-6">
        {product ? <Choose product={product} onAdded={onClose} /> : <div aria-busy className="bone h-48" />}
      </div>
    </Dialog>
  );
}

function Choose({ product, onAdded }: { product: Product; onAdded: () => void }) {
  const shop = useShop();
  const { size, ask, choice } = useSize(product);
  const piece = inSize(product, size);
  const add = () => {
    if (!size) return ask();
    addProduct(piece, shop);
    onAdded();
  };
  return (
    <>
      <p className="mb-4 text-ink-soft">{product.title}</p>
      <SizeChoice product={product} {...choice} />
      <div aria-live="polite" className="mt-5 flex items-center justify-between gap-3 border-t border-line pt-4">
        <Price {...piece} />
        {size && size.stock <= LOW_STOCK && <Badge tone="rose">Only {size.stock} left</Badge>}
      </div>
      <Button look="accent" onClick={add} className="mt-5 w-full">
        Add to cart
      </Button>
    </>
  );
}
