import type { Api } from "../lib/api.ts";
import { isMissing } from "../lib/is-missing.ts";
import { toSummary } from "./product-summary.ts";

/** Other pieces for a product's page. The page is complete without them, so a failure is only logged. */
export async function loadRelated(api: Api, id: string) {
  const related = await api.call("GET /api/products/:id/related", { params: { id } }).catch((error: unknown) => {
    if (!isMissing(error))
      console.error(error instanceof Error ? `Related products could not be listed: ${error.message}` : error);
    return { sameStone: [], alsoLike: [] };
  });
  return { sameStone: related.sameStone.map(toSummary), alsoLike: related.alsoLike.map(toSummary) };
}
