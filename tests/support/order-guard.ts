import { type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "../../src/server/platform/database/database.ts";

const all = "insert or update or delete or truncate";
/** The columns of a refund that its lease moves without the order. */
const LEASE = ["attempts", "next_attempt_at"];

const guarded = [
  "orders",
  "order_items",
  "order_payments",
  "order_events",
  "shipments",
  "shipment_lines",
  "refund_lines",
  "disputes",
];
export const guardedTables = [...guarded, "refunds"];

const triggerOn = (table: string, events: string) => `create trigger only_by_the_kernel after ${events} on ${table}
  for each statement execute function refuse_order_write();`;

/** Lets the database refuse every write to an order's rows that `orders/core/change.ts` does not make. */
export async function guardOrders(db: Database) {
  const { rows } = await db.execute<{ columns: string }>(sql`
    select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
    where table_schema = 'public' and table_name = 'refunds' and column_name not in ${LEASE}`);
  await db.execute(`create function refuse_order_write() returns trigger language plpgsql as $$ begin
      if current_setting('shop.order_change', true) is distinct from 'on' then
        raise exception '% of % outside the order kernel', tg_op, tg_table_name;
      end if;
      return null;
    end $$;
    ${guarded.map((table) => triggerOn(table, all)).join("\n")}
    ${triggerOn("refunds", all.replace("update", `update of ${rows[0]!.columns}`))}`);
}

/** For a transaction that writes an order's rows by hand. */
export const allowOrderWrites = (tx: Transaction) => tx.execute("set local shop.order_change = 'on'");

/** For a test that makes or breaks an order's rows by hand. */
export const writeOrderRows = <Row extends Record<string, unknown>>({ db }: { db: Database }, write: SQL | string) =>
  db.transaction(async (tx) => {
    await allowOrderWrites(tx);
    return tx.execute<Row>(write);
  });
