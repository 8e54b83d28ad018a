import type { Product } from "../../contracts/catalogue/product.ts";
import { priceOf } from "../../contracts/catalogue/variant-rules.ts";

export const sizesForSale = ({ variants = [] }: Pick<Product, "variants">) => variants.filter(({ stock }) => stock > 0);

/** The price while no size is chosen: the product's or, marked with `from`, the lower one of a size for sale. */
export function listPrice(product: Product) {
  const prices = sizesForSale(product).map((size) => priceOf(product, size).offerPrice);
  const { price, offerPrice } = product;
  const lowest = Math.min(offerPrice, ...prices);
  return lowest < offerPrice ? { price: lowest, offerPrice: lowest, from: true } : { price, offerPrice };
}
