import { and, asc, isNull, type SQL, sql } from "drizzle-orm";
import type { OrderExportQuery } from "../../contracts/catalogue/csv.ts";
import { toRupees } from "../../contracts/money.ts";
import { indianTime } from "../platform/indian-time.ts";
import { orderFilter } from "./order-filter.ts";
import type { FullOrder } from "./order-rows.ts";
import { orders } from "./order-table.ts";
import type { OrderContext } from "./service.ts";

const BATCH = 500;

function toRecord({ order, items, history, parcels }: FullOrder) {
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
    pin: order.shippingPin,
    accountName: order.buyerName,
    accountEmail: order.buyerEmail,
    paymentMethod: order.paymentMethod,
    paymentId: order.paymentId ?? "",
    stockShort: order.stockShort,
    note: order.note,
    parcels: parcels.map(({ courier, trackingNumber }) => `${courier} ${trackingNumber}`.trim()).join("; "),
    internalNote: order.internalNote,
    discount: toRupees(order.discountPaise),
    delivery: toRupees(order.deliveryPaise),
    coupon: order.couponCode ?? "",
  };
}

/** Orders of a date range, oldest first, read in batches to bound memory. */
export async function* exportOrders({ db, readOrders }: OrderContext, query: OrderExportQuery) {
  const filter = and(isNull(orders.deletedAt), orderFilter(query));
  let after: SQL | undefined;
  while (true) {
    const rows = await db
      .select({ id: orders.id, createdAt: orders.createdAt })
      .from(orders)
      .where(and(filter, after))
      .orderBy(asc(orders.createdAt), asc(orders.id))
      .limit(BATCH);
    for (const order of await readOrders(rows.map(({ id }) => id))) yield toRecord(order);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = sql`(${orders.createdAt}, ${orders.id}) > (${last.createdAt}, ${last.id})`;
  }
}
