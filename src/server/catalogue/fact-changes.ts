import { sql } from "drizzle-orm";
import { listFacts } from "../../contracts/catalogue/product-rules.ts";
import type { ChangeEvents } from "../platform/events.ts";
import type { PublishHook } from "../settings/service.ts";
import { demoRecords } from "./demo-record-table.ts";
import { products } from "./product-table.ts";
import { editTags } from "./tags.ts";

/**
 * Products follow the owner's lists: a renamed value is renamed and a removed one removed. Values are recognised by id,
 * and all change in one statement, so names may be swapped. Versions: see `moveProducts` in categories.ts.
 */
export function createFactChanges({ changes }: { changes: ChangeEvents }): PublishHook<"facts"> {
  return async (tx, { before, after }) => {
    const changed = listFacts.flatMap(({ name: fact }) => {
      const moves = before[fact]
        .map(({ id, name }) => ({ from: name, to: after[fact].find((value) => value.id === id)?.name ?? null }))
        .filter(({ from, to }) => from !== to);
      return moves.length > 0 ? [{ column: products[fact], moves }] : [];
    });
    if (changed.length === 0) return;
    const columns = changed.map(({ column, moves }) => {
      const rows = moves.map(({ from, to }) => sql`(${from}, ${to}::text)`);
      return sql`${sql.identifier(column.name)} = (
        select coalesce(array_agg(coalesce(move.renamed, value) order by place), '{}')
        from unnest(${column}) with ordinality as one (value, place)
        left join (values ${sql.join(rows, sql`, `)}) as move (was, renamed) on move.was = value
        where move.was is null or move.renamed is not null)`;
    });
    const affected = changed.map(
      ({ column, moves }) => sql`${column} && ${sql.param(moves.map(({ from }) => from))}::text[]`,
    );
    const moved = await tx.execute<{ id: string }>(sql`
      update ${products} set ${sql.join(columns, sql`, `)},
        version = ${products.version} + case when ${products.id} in (select id from ${demoRecords}) then 0 else 1 end
      where ${sql.join(affected, sql` or `)}
      returning ${products.id}`);
    const ids = moved.rows.map(({ id }) => id);
    await changes.drop(tx, editTags("/products", ids));
  };
}
