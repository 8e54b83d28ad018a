import { defaultSettings } from "../../site.config.ts";
import { type Product, productForm } from "../../src/contracts/catalogue/product.ts";
import { variantItemId } from "../../src/contracts/orders/item-rules.ts";
import { goodProduct } from "./forms.ts";
import type { TestShop } from "./test-shop.ts";

const stoneWith = (fields: { stock: string } | { variants: string }) =>
  productForm(defaultSettings).parse(goodProduct({ title: "Amethyst", price: "900", ...fields }));

const names = ["12", "14"] as const;

/** Two products, or two sizes of one product. `save` sets the free pieces of both. */
export async function openItems({ services }: TestShop, ownerId: string, hasSizes: boolean, free: [number, number]) {
  const { products } = services.catalogue;
  const formsFor = (stocks: number[]) => {
    if (!hasSizes) return stocks.map((stock) => stoneWith({ stock: `${stock}` }));
    const sizes = stocks.map((stock, index) => ({ name: names[index], stock }));
    return [stoneWith({ variants: JSON.stringify(sizes) })];
  };
  const made: Product[] = [];
  for (const form of formsFor(free)) made.push(await products.create(form, [], ownerId));
  const itemsOf = ({ _id, variants }: Product) => variants?.map((size) => variantItemId(_id, size._id)) ?? [_id];
  return {
    productIds: made.map(({ _id }) => _id),
    itemIds: made.flatMap(itemsOf),
    async save(stocks: number[]) {
      for (const [index, form] of formsFor(stocks).entries())
        await products.update(made[index]!._id, form, [], ownerId);
    },
  };
}
