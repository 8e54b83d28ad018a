import type { SQL } from "drizzle-orm";
import type { Database, Transaction } from "../../src/server/platform/database/database.ts";

const all = "insert or update or delete or truncate";

export const guardedTables = [
  "orders",
  "order_items",
  "order_payments",
  "order_events",
  "shipments",
  "shipment_lines",
  "refunds",
  "refund_lines",
  "disputes",
];

const triggerOn = (table: string) => `create trigger only_by_the_kernel after ${all} on ${table}
  for each statement execute function refuse_order_write();`;

/** Lets the database refuse every write to an order's rows that `orders/core/change.ts` does not make. */
export async function guardOrders(db: Database) {
  await db.execute(`create function refuse_order_write() returns trigger language plpgsql as $$ begin
      if current_setting('shop.order_change', true) is distinct from 'on' then
        raise exception '% of % outside the order kernel', tg_op, tg_table_name;
      end if;
      return null;
    end $$;
    ${guardedTables.map(triggerOn).join("\n")}`);
}

/** For a transaction that writes an order's rows by hand. */
export const allowOrderWrites = (tx: Transaction) => tx.execute("set local shop.order_change = 'on'");

/** For a test that makes or breaks an order's rows by hand. */
export const writeOrderRows = <Row extends Record<string, unknown>>({ db }: { db: Database }, write: SQL | string) =>
  db.transaction(async (tx) => {
    await allowOrderWrites(tx);
    return tx.execute<Row>(write);
  });
