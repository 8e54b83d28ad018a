import { useRevalidator } from "react-router";
import type { Product } from "../../../contracts/catalogue/product.ts";
import { toPaise } from "../../../contracts/money.ts";
import { ApiError } from "../../lib/api.ts";
import { formatRupees } from "../../lib/money.ts";
import { toast } from "../../lib/toast.ts";
import { formatCount } from "../layout/counts.ts";
import { InlineNumber } from "../resource/inline-number.tsx";
import { quickSave } from "../resource/quick-save.ts";

function useSave(product: Product) {
  const { revalidate } = useRevalidator();
  return async (changes: Record<string, number>) => {
    try {
      await quickSave("products", product, changes);
    } catch (error) {
      // Version conflict: load the saved product, so that a retry has the current version.
      if (error instanceof ApiError && error.code === "changed_meanwhile") await revalidate();
      throw error;
    }
    toast("✅ Product updated successfully");
    await revalidate();
  };
}

interface ProductNumberProps {
  product: Product;
}

export function StockNumber({ product }: ProductNumberProps) {
  const save = useSave(product);
  return (
    <InlineNumber
      label={`stock of ${product.title}`}
      value={product.stock}
      min={0}
      step={1}
      rule="Stock must be a whole number, at least 0."
      save={(stock) => save({ stock })}
    >
      {formatCount(product.stock)}
    </InlineNumber>
  );
}

/** If the product has no offer, its offer price is changed together with the price. */
export function PriceNumber({ product }: ProductNumberProps) {
  const save = useSave(product);
  const hasOffer = toPaise(product.offerPrice) < toPaise(product.price);
  return (
    <InlineNumber
      label={`price of ${product.title}`}
      value={product.price}
      min={1}
      step={0.01}
      rule="Price must be an amount of at least 1, with two decimals at most."
      save={(price) => save({ price, ...(!hasOffer && { offerPrice: price }) })}
    >
      {formatRupees(product.price)}
    </InlineNumber>
  );
}

export function OfferNumber({ product }: ProductNumberProps) {
  const save = useSave(product);
  return (
    <InlineNumber
      label={`offer price of ${product.title}`}
      value={product.offerPrice}
      min={0}
      step={0.01}
      rule="Offer price must be an amount of at least 0, with two decimals at most."
      save={(offerPrice) => save({ offerPrice })}
    >
      {formatRupees(product.offerPrice)}
    </InlineNumber>
  );
}
