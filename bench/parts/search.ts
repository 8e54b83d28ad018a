import { copyProducts, makeFirstProducts } from "../fill.ts";
import type { Findings } from "../findings.ts";
import { compareWithBare, type Target } from "../interleave.ts";
import { distinctTerms, searchPath } from "../search-terms.ts";
import { type Setting, searchUntilInMemory } from "../setting.ts";

const PRODUCTS = 10_000;
const TERMS = 16_000;
const ROUNDS = 3;

/** Searching for something else every time; what was found is never kept. */
export async function search(setting: Setting): Promise<Findings> {
  const shop = await setting.emptyShop();
  await makeFirstProducts(shop.databaseUrl, shop.dataDir);
  await copyProducts(shop.client, PRODUCTS);
  await searchUntilInMemory(shop, PRODUCTS);
  const name = "search, distinct terms";
  const target: Target = { name, paths: (await distinctTerms(shop.client, TERMS)).map(searchPath) };
  const title = `Search among ${PRODUCTS} products`;
  const { table, shareOf } = await compareWithBare(title, shop, await setting.bare(), [target], ROUNDS);
  await shop.stop();
  return { tables: [table], checks: [{ what: name, unit: "of bare", measured: shareOf(name), atLeast: 0.1 }] };
}
