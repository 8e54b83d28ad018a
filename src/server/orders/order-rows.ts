import { eq, type SQLWrapper, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Database, Transaction } from "../platform/database/database.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import { orderError } from "./errors.ts";
import { orderEvents, orderHistory, orderItems, orderPayments, orders } from "./order-table.ts";
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
 * Lock order: the buyer, orders by id, the address's counter, the coupon, experts by id, products by id. Every writer
 * keeps to it: no deadlocks.
 */
export async function lockOrder(tx: Transaction, id: string) {
  const [row] = await tx.select().from(orders).where(whereId(id)).for("update").prepare("lock-order").execute();
  if (!row) throw orderError("order_not_found");
  return row;
}

/** How the owner sees an order named: "Order 3fa85f". */
export const orderTitle = ({ id }: Pick<OrderRow, "id">) => `Order ${id.slice(-6)}`;

const isOneOf = (column: AnyPgColumn, ids: SQLWrapper) => sql`${column} = any(${ids})`;

const selectItems = (db: Database | Transaction, orderIds: SQLWrapper) =>
  db
    .select()
    .from(orderItems)
    .where(isOneOf(orderItems.orderId, orderIds))
    .orderBy(orderItems.orderId, orderItems.place)
    .prepare("items-of-orders");

/** The lines of several orders. */
export const readItems = (db: Database | Transaction, orderIds: string[]) =>
  selectItems(db, sql.param(orderIds)).execute();

const toParcels = (rows: { shipments: typeof shipments.$inferSelect; shipment_lines: Parcel["lines"][number] }[]) =>
  [...Map.groupBy(rows, (row) => row.shipments.id).values()].map(
    (ofOne): Parcel => ({ ...ofOne[0]!.shipments, lines: ofOne.map((row) => row.shipment_lines) }),
  );

/** The parcels of one order, oldest first. */
export const readParcels = async (db: Database | Transaction, orderId: string) =>
  toParcels(
    await db
      .select()
      .from(shipments)
      .innerJoin(shipmentLines, eq(shipmentLines.shipmentId, shipments.id))
      .where(eq(shipments.orderId, orderId))
      .orderBy(shipments.id, shipmentLines.place),
  );

/** Prepares the statements of `readDetails`. */
export function prepareDetails(db: Database) {
  const ids = sql`${sql.placeholder("ids")}`;
  const itemsOfOrders = selectItems(db, ids);
  const selectHistory = db
    .select()
    .from(orderHistory)
    .where(isOneOf(orderHistory.orderId, ids))
    .orderBy(orderHistory.id)
    .prepare("history-of-orders");
  const selectEvents = db
    .select()
    .from(orderEvents)
    .where(isOneOf(orderEvents.orderId, ids))
    .orderBy(orderEvents.id)
    .prepare("events-of-orders");
  const selectParcels = db
    .select()
    .from(shipments)
    .innerJoin(shipmentLines, eq(shipmentLines.shipmentId, shipments.id))
    .where(isOneOf(shipments.orderId, ids))
    .orderBy(shipments.id, shipmentLines.place)
    .prepare("parcels-of-orders");
  const selectPayments = db
    .select()
    .from(orderPayments)
    .where(isOneOf(orderPayments.orderId, ids))
    .orderBy(orderPayments.at, orderPayments.paymentId)
    .prepare("payments-of-orders");

  return async (rows: OrderRow[]): Promise<FullOrder[]> => {
    if (rows.length === 0) return [];
    const given = { ids: rows.map(({ id }) => id) };
    const [items, history, events, parcels, payments] = await Promise.all([
      itemsOfOrders.execute(given),
      selectHistory.execute(given),
      selectEvents.execute(given),
      // Nothing is sent before it is paid, and purchases read their order often.
      rows.some(({ status }) => status !== "pending") ? selectParcels.execute(given) : [],
      selectPayments.execute(given),
    ]);
    const byOrder = <T extends { orderId: string }>(rows: T[]) => Map.groupBy(rows, ({ orderId }) => orderId);
    const [itemsOf, historyOf] = [byOrder(items), byOrder(history)];
    const [eventsOf, paymentsOf] = [byOrder(events), byOrder(payments)];
    const parcelsOf = byOrder(toParcels(parcels));
    return rows.map((order) => ({
      order,
      items: itemsOf.get(order.id) ?? [],
      history: historyOf.get(order.id) ?? [],
      events: eventsOf.get(order.id) ?? [],
      parcels: parcelsOf.get(order.id) ?? [],
      payments: paymentsOf.get(order.id) ?? [],
    }));
  };
}

/** Completes order rows, in their order: at most five queries, however many rows there are. */
export const readDetails = (db: Database, rows: OrderRow[]) => prepareDetails(db)(rows);
