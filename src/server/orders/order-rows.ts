import { eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "../platform/database/database.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import { orderError } from "./errors.ts";
import { type orderEvents, type orderHistory, orderItems, type orderPayments, orders } from "./order-table.ts";
import { shipmentLines, shipments } from "./shipment-table.ts";

export type OrderRow = typeof orders.$inferSelect;
export type ItemRow = typeof orderItems.$inferSelect;
type EventRow = typeof orderEvents.$inferSelect;
type HistoryRow = typeof orderHistory.$inferSelect;
export type PaymentRow = typeof orderPayments.$inferSelect;

/** A shipment with its lines. */
export type Parcel = typeof shipments.$inferSelect & { lines: (typeof shipmentLines.$inferSelect)[] };

/** An order with the rows of its other tables. */
export interface FullOrder {
  order: OrderRow;
  items: ItemRow[];
  history: HistoryRow[];
  events: EventRow[];
  /** Oldest first. */
  parcels: Parcel[];
  /** Received payments, also those that did not settle the order. */
  payments: PaymentRow[];
}

/** Refuses malformed ids with 404: PostgreSQL fails to compare them with a uuid. */
export function whereId(id: string) {
  if (!isUuid(id)) throw orderError("order_not_found");
  return eq(orders.id, id);
}

/**
 * Lock order: the buyer, orders by id, the IP address's rate-limit row, the coupon, experts by id, products by id.
 * Every writer follows it to avoid deadlocks.
 */
export async function lockOrder(tx: Transaction, id: string) {
  const [row] = await tx.select().from(orders).where(whereId(id)).for("update").prepare("lock-order").execute();
  if (!row) throw orderError("order_not_found");
  return row;
}

/** The title of an order for the owner: "Order 3fa85f". */
export const orderTitle = ({ id }: Pick<OrderRow, "id">) => `Order ${id.slice(-6)}`;

/** The lines of several orders. */
export const readItems = (db: Database | Transaction, orderIds: string[]) =>
  db
    .select()
    .from(orderItems)
    .where(sql`${orderItems.orderId} = any(${sql.param(orderIds)})`)
    .orderBy(orderItems.orderId, orderItems.lineIndex)
    .prepare("items-of-orders")
    .execute();

/** The parcels of one order, oldest first. */
export async function readParcels(db: Database | Transaction, orderId: string) {
  const rows = await db
    .select()
    .from(shipments)
    .innerJoin(shipmentLines, eq(shipmentLines.shipmentId, shipments.id))
    .where(eq(shipments.orderId, orderId))
    .orderBy(shipments.id, shipmentLines.lineIndex);
  return [...Map.groupBy(rows, (row) => row.shipments.id).values()].map(
    (ofOne): Parcel => ({ ...ofOne[0]!.shipments, lines: ofOne.map((row) => row.shipment_lines) }),
  );
}
