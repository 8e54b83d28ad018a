import type { Environment } from "../environment.ts";
import { copyProducts, makeFirstProducts } from "../fill.ts";
import type { Findings } from "../findings.ts";
import { compareWithBare, type Target } from "../interleave.ts";
import { distinctTerms, searchPath } from "../search-terms.ts";

const PRODUCTS = 10_000;
const TERMS = 16_000;
const ROUNDS = 3;

/** Searches for distinct terms. Search results are never cached. */
export async function search(environment: Environment): Promise<Findings> {
  const shop = await environment.emptyShop();
  await makeFirstProducts(shop.databaseUrl, shop.dataDir);
  await copyProducts(shop.client, PRODUCTS);
  const name = "search, distinct terms";
  const target: Target = { name, paths: (await distinctTerms(shop.client, TERMS)).map(searchPath) };
  const title = `Search among ${PRODUCTS} products`;
  const { table, shareOf } = await compareWithBare(title, shop, await environment.bare(), [target], ROUNDS);
  await shop.stop();
  return { tables: [table], checks: [{ what: name, unit: "of bare", measured: shareOf(name), atLeast: 0.02 }] };
}
