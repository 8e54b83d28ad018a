import { eq, inArray } from "drizzle-orm";
import type { Database, Transaction } from "../platform/database/database.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import { orderError } from "./errors.ts";
import { orderHistory, orderItems, orders } from "./order-table.ts";

export type OrderRow = typeof orders.$inferSelect;
export type ItemRow = typeof orderItems.$inferSelect;
export type HistoryRow = typeof orderHistory.$inferSelect;

/** What can be no id is not asked for. */
export function matching(id: string) {
  if (!isUuid(id)) throw orderError("order_not_found");
  return eq(orders.id, id);
}

/** Whoever changes an order holds its row first and touches products after it; so nobody waits in a circle. */
export async function lockOrder(tx: Transaction, id: string) {
  const [row] = await tx.select().from(orders).where(matching(id)).for("update");
  if (!row) throw orderError("order_not_found");
  return row;
}

/** What the owner calls an order. */
export const titleOf = ({ id }: Pick<OrderRow, "id">) => `Order ${id.slice(-6)}`;

type Reader = Database | Transaction;

/** The lines of several orders, in one query. */
export async function itemsOf(db: Reader, ids: string[]) {
  const rows = ids.length > 0 ? await db.select().from(orderItems).where(inArray(orderItems.orderId, ids)) : [];
  rows.sort((a, b) => a.place - b.place);
  return Map.groupBy(rows, (row) => row.orderId);
}

export async function historyOf(db: Reader, ids: string[]) {
  const rows = ids.length > 0 ? await db.select().from(orderHistory).where(inArray(orderHistory.orderId, ids)) : [];
  rows.sort((a, b) => (a.id < b.id ? -1 : 1));
  return Map.groupBy(rows, (row) => row.orderId);
}
