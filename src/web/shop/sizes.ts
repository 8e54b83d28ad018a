import type { Product, Variant } from "../../contracts/catalogue/product.ts";
import { priceOf, variantTitle } from "../../contracts/catalogue/variant-rules.ts";
import { variantItemId } from "../../contracts/orders/item-rules.ts";

export const sizesForSale = ({ variants = [] }: Product) => variants.filter(({ stock }) => stock > 0);

/** The price while no size is chosen: the product's or, marked with `from`, the lower one of a size for sale. */
export function listPrice(product: Product) {
  const prices = sizesForSale(product).map((size) => priceOf(product, size).offerPrice);
  const { price, offerPrice } = product;
  const lowest = Math.min(offerPrice, ...prices);
  return lowest < offerPrice ? { price: lowest, offerPrice: lowest, from: true } : { price, offerPrice };
}

/** What the cart gets: the product, in this size if it has sizes. */
export function inSize(product: Product, size: Variant | undefined) {
  const image = product.images[0];
  if (!size) return { ...product, ...listPrice(product), image };
  const [_id, title] = [variantItemId(product._id, size._id), variantTitle(product.title, size.name)];
  return { _id, title, ...priceOf(product, size), stock: size.stock, image };
}
