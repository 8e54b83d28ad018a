import { sql } from "drizzle-orm";
import type { TestShop } from "./test-shop.ts";

/** Rows of one statement: a busy machine must not reach the time limit of statements. */
const BATCH = 20_000;
/** Of pieces whose indexes are kept up to date. */
const FEW = 500;

/** Adds many products with numbers and descriptions, the newest last. `n` in an expression is a product's number. */
export async function fillWithStones(
  shop: TestShop,
  count: number,
  { category = sql`'Tower'`, subCategory = sql`null` } = {},
) {
  await shop.db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    // Rebuilding a GIN index is faster than updating it row by row.
    const { rows: indexes } = await tx.execute<{ name: string; definition: string }>(sql`
      select indexname as name, indexdef as definition from pg_indexes
      where tablename = 'products' and indexdef like '%USING gin%'`);
    for (const { name } of indexes) await tx.execute(sql`drop index ${sql.identifier(name)}`);
    for (let from = 1; from <= count; from += BATCH)
      await tx.execute(sql`
        insert into products (id, title, description, category, sub_category, price_paise, offer_price_paise, stock,
          top_selling, images, search_text, created_at)
        select gen_random_uuid(), 'Stone ' || n, '', ${category}, ${subCategory}, 90000, 90000, 1, false, '{}',
          'stone ' || n || E'\\n' || 'a polished piece with a story of its own, ' || md5(n::text) || ' ' || md5((-n)::text),
          timestamptz '2026-01-01' + n * interval '1 second'
        from generate_series(${from}::int, ${Math.min(from + BATCH - 1, count)}::int) n`);
    for (const { definition } of indexes) await tx.execute(sql.raw(definition));
  });
  await shop.db.execute(sql`vacuum analyze products`);
}

/** Published pieces with titles and descriptions of made-up words, at prices that no search of the demo names. */
export async function addPiecesOfOtherWords(shop: TestShop, count: number) {
  for (let from = 1; from <= count; from += FEW)
    await shop.db.execute(sql`
      insert into products (id, title, description, category, sub_category, price_paise, offer_price_paise, stock,
        top_selling, images, search_text, created_at)
      select gen_random_uuid(), title, text, 'Lamps', null, 200000 + n, 200000 + n, 1, false, '{}',
        lower(title) || E'\\n' || text, timestamptz '2026-01-01' + n * interval '1 second'
      from generate_series(${from}::int, ${Math.min(from + FEW - 1, count)}::int) n,
        lateral (select 'Zhu' || translate(md5(n::text), '0123456789', 'ghkmnpqrtu') as word) w,
        lateral (select initcap(substr(word, 1, 9) || ' vox' || substr(word, 10, 6) || ' wyq' || substr(word, 20, 6)) as title,
          'xuv' || substr(word, 3, 20) || ' quz' || substr(word, 12, 12) || ' of blown glass with a wick' as text) t`);
  await shop.db.transaction((tx) => shop.services.changes.drop(tx, ["products"]));
  await shop.db.execute(sql`vacuum analyze products`);
}
