import type { Product, Variant } from "./product.ts";

/** Sizes of a product. In the API and in code they are variants. */
export const MAX_VARIANTS = 40;
export const MAX_VARIANT_NAME = 40;

/** Pieces without a size that came back to a product which has sizes. Only the owner sees them; they are not sold. */
export const UNKNOWN_SIZE = "Size not known";

/** The item of a cart or order line: a product, or one of its sizes. */
export const variantItemId = (productId: string, variantId: string) => `${productId}:${variantId}`;

export function parseProductItemId(itemId: string): { productId: string; variantId?: string } {
  const colon = itemId.indexOf(":");
  return colon < 0 ? { productId: itemId } : { productId: itemId.slice(0, colon), variantId: itemId.slice(colon + 1) };
}

export const variantTitle = (title: string, name: string) => `${title} (${name})`;

/** A size's own price wins. Without an offer price of its own it sells at its price. */
export function priceOf(
  product: Pick<Product, "price" | "offerPrice">,
  variant?: Pick<Variant, "price" | "offerPrice">,
): Pick<Product, "price" | "offerPrice"> {
  if (variant?.price === undefined) return { price: product.price, offerPrice: product.offerPrice };
  return { price: variant.price, offerPrice: variant.offerPrice ?? variant.price };
}
