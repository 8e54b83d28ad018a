import { and, eq, inArray, ne } from "drizzle-orm";
import type { Database, Transaction } from "../platform/database/database.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import { orderError } from "./errors.ts";
import { orderHistory, orderItems, orderPayments, orders } from "./order-table.ts";

export type OrderRow = typeof orders.$inferSelect;
export type ItemRow = typeof orderItems.$inferSelect;
type HistoryRow = typeof orderHistory.$inferSelect;
export type PaymentRow = typeof orderPayments.$inferSelect;

/** An order with the rows of its other tables. */
export interface FullOrder {
  order: OrderRow;
  items: ItemRow[];
  history: HistoryRow[];
  /** Payments that did not settle the order. */
  paymentsToCheck: PaymentRow[];
}

/** Refuses malformed ids with 404: PostgreSQL fails to compare them with a uuid. */
export function whereId(id: string) {
  if (!isUuid(id)) throw orderError("order_not_found");
  return eq(orders.id, id);
}

/** Lock order: the buyer, orders by id, the address's counter, products by id. Every writer keeps to it: no deadlocks. */
export async function lockOrder(tx: Transaction, id: string) {
  const [row] = await tx.select().from(orders).where(whereId(id)).for("update");
  if (!row) throw orderError("order_not_found");
  return row;
}

/** How the owner sees an order named: "Order 3fa85f". */
export const orderTitle = ({ id }: Pick<OrderRow, "id">) => `Order ${id.slice(-6)}`;

/** The lines of several orders. */
export const readItems = (db: Database | Transaction, orderIds: string[]) =>
  db
    .select()
    .from(orderItems)
    .where(inArray(orderItems.orderId, orderIds))
    .orderBy(orderItems.orderId, orderItems.place);

/** Completes order rows, in their order: three queries, however many rows there are. */
export async function readDetails(db: Database, rows: OrderRow[]): Promise<FullOrder[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const isToCheck = and(inArray(orderPayments.orderId, ids), ne(orderPayments.outcome, "settled"));
  const [items, history, payments] = await Promise.all([
    readItems(db, ids),
    db.select().from(orderHistory).where(inArray(orderHistory.orderId, ids)).orderBy(orderHistory.id),
    db.select().from(orderPayments).where(isToCheck).orderBy(orderPayments.at, orderPayments.paymentId),
  ]);
  const byOrder = <T extends { orderId: string }>(rows: T[]) => Map.groupBy(rows, ({ orderId }) => orderId);
  const [itemsOf, historyOf, paymentsOf] = [byOrder(items), byOrder(history), byOrder(payments)];
  return rows.map((order) => ({
    order,
    items: itemsOf.get(order.id) ?? [],
    history: historyOf.get(order.id) ?? [],
    paymentsToCheck: paymentsOf.get(order.id) ?? [],
  }));
}
