import { and, asc, eq, gt, gte, isNull, lt, or, type SQL } from "drizzle-orm";
import type { OrderExportQuery } from "../../contracts/csv.ts";
import type { Database } from "../platform/database/database.ts";
import { addDays, indianTime, startOfDay } from "../platform/indian-time.ts";
import { toRupees } from "../platform/money.ts";
import { type HistoryRow, historyOf, type ItemRow, itemsOf, type OrderRow } from "./order-rows.ts";
import { searchFor } from "./order-search.ts";
import { orders } from "./order-table.ts";

const BATCH = 500;

function toRecord(order: OrderRow, items: ItemRow[], history: HistoryRow[]) {
  const paid = history.find(({ status }) => status === "paid");
  return {
    _id: order.id,
    createdAt: indianTime(order.createdAt),
    status: order.status,
    paidAt: paid ? indianTime(paid.at) : "",
    totalAmount: toRupees(order.totalPaise),
    items: items.map(({ title, qty }) => `${title} x ${qty}`).join("; "),
    name: order.shippingName,
    email: order.shippingEmail,
    phone: order.shippingPhone,
    address: order.shippingAddress,
    accountName: order.buyerName,
    accountEmail: order.buyerEmail,
    paymentMethod: order.paymentMethod,
    paymentId: order.paymentId ?? "",
    stockShort: order.stockShort,
  };
}

/** The orders of some days, the oldest first, a batch at a time: however many there are, few are in memory. */
export async function* exportOrders(db: Database, { status, q, from, to }: OrderExportQuery) {
  const wanted = and(
    isNull(orders.deletedAt),
    status && eq(orders.status, status),
    q ? searchFor(q) : undefined,
    from ? gte(orders.createdAt, startOfDay(from)) : undefined,
    to ? lt(orders.createdAt, startOfDay(addDays(to, 1))) : undefined,
  );
  let after: SQL | undefined;
  while (true) {
    const rows = await db
      .select()
      .from(orders)
      .where(and(wanted, after))
      .orderBy(asc(orders.createdAt), asc(orders.id))
      .limit(BATCH);
    const ids = rows.map(({ id }) => id);
    const [items, history] = await Promise.all([itemsOf(db, ids), historyOf(db, ids)]);
    for (const row of rows) yield toRecord(row, items.get(row.id) ?? [], history.get(row.id) ?? []);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = or(gt(orders.createdAt, last.createdAt), and(eq(orders.createdAt, last.createdAt), gt(orders.id, last.id)));
  }
}
export type ExportedOrder = ReturnType<typeof toRecord>;
