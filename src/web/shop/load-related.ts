import type { Product, ProductQuery } from "../../contracts/product.ts";
import type { Api } from "../lib/api.ts";
import { toSummary } from "./product-summary.ts";

const SHOWN = 4;

/** Other pieces for a product's page. The page is complete without them, so a failure is only logged. */
export async function loadRelated(api: Api, { _id, stone, category, subCategory }: Product) {
  // The same queries for many products, so that the response cache serves most of them.
  const find = (query: ProductQuery) =>
    api
      .call("GET /api/products", { query: { ...query, inStock: "true", limit: 2 * SHOWN + 1 } })
      .catch((error: unknown) => {
        console.error(error instanceof Error ? `Related products could not be listed: ${error.message}` : error);
        return [];
      });
  const [same, like] = await Promise.all([
    stone ? find({ stone }) : [],
    find({ category, subCategory: subCategory ?? undefined }),
  ]);
  const sameStone = same.filter((one) => one._id !== _id).slice(0, SHOWN);
  const isShown = new Set([_id, ...sameStone.map((one) => one._id)]);
  const alsoLike = like.filter((one) => !isShown.has(one._id)).slice(0, SHOWN);
  return { sameStone: sameStone.map(toSummary), alsoLike: alsoLike.map(toSummary) };
}
