/** Sizes of a product. In the API and in code they are variants. */
export const MAX_VARIANTS = 40;
export const MAX_VARIANT_NAME = 40;

/** Pieces without a size that came back to a product which has sizes. Only the owner sees them; they are not sold. */
export const UNKNOWN_SIZE = "Size not known";

export const variantTitle = (title: string, name: string) => `${title} (${name})`;

interface Price {
  price: number;
  offerPrice: number;
}

/** A size's own price wins. Without an offer price of its own it sells at its price. */
export function priceOf(product: Price, variant?: { [Name in keyof Price]?: number | undefined }): Price {
  if (variant?.price === undefined) return { price: product.price, offerPrice: product.offerPrice };
  return { price: variant.price, offerPrice: variant.offerPrice ?? variant.price };
}
