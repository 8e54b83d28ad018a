import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../platform/database/database.ts";
import { fromJson } from "../platform/database/json-rows.ts";
import { prepared } from "../platform/database/prepared.ts";
import type { HistoryRow, ItemRow, OrderRow } from "./order-rows.ts";
import { orderHistory, orderItems, orderPayments, orders } from "./order-table.ts";

/** An order and what belongs to it and is kept beside it. */
export interface WholeOrder {
  order: OrderRow;
  items: ItemRow[];
  history: HistoryRow[];
  paymentsToCheck: (typeof orderPayments.$inferSelect)[];
}

type Json = Record<string, unknown>;
type Found = { order: Json; items: Json[] | null; history: Json[] | null; payments: Json[] | null };

/** One way to the database, however many orders there are. */
const wholly = (some: SQL) => sql`
  select row_to_json(one) as "order",
    (select json_agg(line order by line.place) from ${orderItems} line where line.order_id = one.id) as items,
    (select json_agg(change order by change.id) from ${orderHistory} change where change.order_id = one.id) as history,
    (select json_agg(payment) from ${orderPayments} payment
      where payment.order_id = one.id and payment.outcome <> 'settled') as payments
  from (${some}) one order by one.created_at desc, one.id desc`;

const toWhole = ({ order, items, history, payments }: Found): WholeOrder => ({
  order: fromJson(orders, order),
  items: (items ?? []).map((json) => fromJson(orderItems, json)),
  history: (history ?? []).map((json) => fromJson(orderHistory, json)),
  paymentsToCheck: (payments ?? []).map((json) => fromJson(orderPayments, json)),
});

const one = prepared<Found>(
  "whole-order",
  wholly(sql`select * from ${orders} where id = ${sql.placeholder("id")}::uuid`),
);

export async function readOrder(db: Database, id: string) {
  const [found] = await one(db, { id });
  return found && toWhole(found);
}

/** The orders that a query finds, the newest first. */
export async function readOrders(db: Database, some: SQL) {
  const { rows } = await db.execute<Found>(wholly(some));
  return rows.map(toWhole);
}
