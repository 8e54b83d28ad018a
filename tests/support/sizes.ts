import type { Product, Variant } from "../../src/contracts/catalogue/product.ts";
import { variantItemId } from "../../src/contracts/orders/item-rules.ts";
import { asOwner } from "./admin.ts";
import { goodProduct, makeProduct, resendProduct } from "./forms.ts";
import type { TestShop } from "./test-shop.ts";

export type SentSize = Partial<Variant> & { name: string; stockWas?: number };

const sizesOf = (sizes: SentSize[]) => ({ variants: JSON.stringify(sizes) });

/** A ring for ₹900 in the sizes 12 (2 pieces) and 14 (1 piece), unless others are given. */
export async function makeRing(
  shop: TestShop,
  sizes: SentSize[] = [
    { name: "12", stock: 2 },
    { name: "14", stock: 1 },
  ],
  fields: Record<string, string> = {},
) {
  const ring = await makeProduct(shop, { price: "900", ...fields, ...sizesOf(sizes) });
  const idOf = (name: string) => variantItemId(ring._id, ring.variants!.find((size) => size.name === name)!._id);
  return { ...ring, idOf };
}

/** Saves the sizes of a ring; its other fields stay. */
export const saveSizes = (
  shop: TestShop,
  { _id, title }: Pick<Product, "_id" | "title">,
  sizes: SentSize[],
  fields: Record<string, string> = {},
) => resendProduct(shop, _id, goodProduct({ title, ...fields, ...sizesOf(sizes) }));

export const readProduct = async (shop: TestShop, id: string) =>
  (await shop.call("GET", `/api/products/${id}`)).json() as Product;

/** The product as the owner sees it. */
export const ownersProduct = async (shop: TestShop, id: string) =>
  (await asOwner(shop, "GET", `/api/products/${id}`)).json() as Product;

/** `{ 12: 2, 14: 1 }`; undefined without sizes. */
export const stocksIn = ({ variants }: Product) =>
  variants && Object.fromEntries(variants.map(({ name, stock }) => [name, stock]));

export const stocksOf = async (shop: TestShop, id: string) => stocksIn(await readProduct(shop, id));
