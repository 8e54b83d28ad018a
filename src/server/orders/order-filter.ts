import { and, eq, gte, inArray, lt, ne, type SQL, sql } from "drizzle-orm";
import type { OrderExportQuery } from "../../contracts/catalogue/csv.ts";
import type { OrderTask } from "../../contracts/list-rules.ts";
import type { ItemType } from "../../contracts/orders/cart-rules.ts";
import { addDays, startOfDay } from "../platform/indian-time.ts";
import { matchesSearch } from "./order-search.ts";
import { orderItems, orders } from "./order-table.ts";
import { shipmentLines, shipments } from "./shipment-table.ts";

const has = (itemType: ItemType) =>
  sql`exists (select from ${orderItems} where ${orderItems.orderId} = ${orders.id} and ${orderItems.itemType} = ${itemType})`;

/** SQL version of `unpackedQty`: the pieces of an `orderItems` row that are in no parcel. */
export const unpackedPieces = sql`greatest(0, ${orderItems.qty} - ${orderItems.restockedQty} - (
  select coalesce(sum(${shipmentLines.qty}), 0) from ${shipments}
  join ${shipmentLines} on ${shipmentLines.shipmentId} = ${shipments.id} and ${shipmentLines.lineIndex} = ${orderItems.lineIndex}
  where ${shipments.orderId} = ${orderItems.orderId}
))`;

const hasUnpacked = sql`exists (select from ${orderItems} where ${orderItems.orderId} = ${orders.id}
  and ${orderItems.itemType} = 'product' and ${unpackedPieces} > 0)`;

const paidWithPieces = (address: SQL) => and(eq(orders.status, "paid"), hasUnpacked, address);

/** Orders with an open task of the owner. "arrange" includes shipped orders: their sessions may still be open. */
export const taskConditions: Record<OrderTask, SQL | undefined> = {
  pack: paidWithPieces(ne(orders.shippingAddress, "")),
  address: paidWithPieces(eq(orders.shippingAddress, "")),
  arrange: and(inArray(orders.status, ["paid", "shipped"]), has("consultancy")),
};

/** The orders that the owner's list and its export select; undefined for all. */
export const orderFilter = ({ status, q, from, to, task }: OrderExportQuery) =>
  and(
    status && eq(orders.status, status),
    q ? matchesSearch(q) : undefined,
    from ? gte(orders.createdAt, startOfDay(from)) : undefined,
    to ? lt(orders.createdAt, startOfDay(addDays(to, 1))) : undefined,
    task && taskConditions[task],
  );
