import { and, eq, inArray, isNotNull, isNull, or, type Placeholder, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { LISTED_EVENTS, orderName } from "../../../contracts/orders/order-rules.ts";
import type { Database, Transaction } from "../../platform/database/database.ts";
import { isUuid } from "../../platform/database/is-uuid.ts";
import { nestedRows } from "../../platform/database/nested-rows.ts";
import {
  columnsOf,
  given,
  givenColumns,
  statement,
  statementsBy,
  valuesIn,
} from "../../platform/database/statement.ts";
import type { LoginUser } from "../../platform/http/logins.ts";
import { disputes } from "./dispute-table.ts";
import { orderError } from "./errors.ts";
import { isEvent, isHistory } from "./log.ts";
import type { FullOrder, NewOrder, OrderRow } from "./order.ts";
import { orderEvents, orderItems, orderPayments, orders } from "./order-table.ts";
import { refundLines, refunds } from "./refund-table.ts";
import { shipmentLines, shipments } from "./shipment-table.ts";

const lockStatement = statement("lock-order", (db) =>
  db
    .select()
    .from(orders)
    .where(eq(orders.id, given("id")))
    .for("update"),
);

/** The lock of the order comes first, see `change.ts` for the lock order. */
export async function lockOrder(tx: Transaction, id: string) {
  const [row] = isUuid(id) ? await lockStatement(tx, { id }) : [];
  if (!row) throw orderError("order_not_found");
  return row;
}

/** Tests let the database refuse a write without it. It ends with the transaction. */
const mayChange = sql<string>`set_config('shop.order_change', 'on', true)`;

const lockToChangeStatement = statement("lock-order-to-change", (db) =>
  db
    .select({ mayChange })
    .from(orders)
    .where(eq(orders.id, given("id")))
    .for("update"),
);

const itemsStatement = statement("items-of-orders", (db) =>
  db
    .select()
    .from(orderItems)
    .where(sql`${orderItems.orderId} = any(${given("ids")})`)
    .orderBy(orderItems.orderId, orderItems.lineIndex),
);

export const readItems = (db: Database | Transaction, orderIds: string[]) => itemsStatement(db, { ids: orderIds });

/** Paid orders that the shop owes or has delivered. */
export const isSale = and(isNotNull(orders.paidAt), isNull(orders.deletedAt), eq(orders.placement, "accepted"))!;

/** SQL version of `isShort`. */
export const isShortOrder = sql`(${orders.placement} = 'accepted' and ${orders.stock} = 'released')`;

const hasOrder = (id: AnyPgColumn, column: AnyPgColumn, value: string) =>
  sql`exists (select from ${orders} where ${orders.id} = ${id} and ${column} = ${value})`;

/** Whether a payment is recorded, as part of a statement. */
export const isRecorded = (paymentId: Placeholder) =>
  sql<boolean>`exists (select from ${orderPayments} where payment_id = ${paymentId})`;

/** Whether an agent's checkout has an order, as part of a statement. */
export const isOrdered = (checkoutId: AnyPgColumn) =>
  sql`exists (select from ${orders} where ${orders.agentCheckoutId} = ${checkoutId})`;

/** Whether an account has paid for an order. */
export const hasOrdered = async (executor: Database | Transaction, userId: string) =>
  (
    await executor
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.userId, userId), isSale))
      .limit(1)
  ).length > 0;

/** A subquery: the ids of the unpaid orders that hold for a network or an account. */
export const heldTogether = (
  db: Pick<Database, "select">,
  { userId, heldBy }: Record<"userId" | "heldBy", string | Placeholder>,
) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.stock, "reserved"), or(eq(orders.heldBy, heldBy), eq(orders.userId, userId))));

/** A buyer can add events for years: nothing reads more of them. */
const MAX_EVENTS = 200;

/** Reads orders with all their rows, of the events the newest. */
const fullOrders = statement("full-orders", (db) => {
  const isOfOrder = ({ orderId }: { orderId: AnyPgColumn }) => sql`${orderId} = ${orders.id}`;
  const isOfShipment = sql`exists (select from ${shipments} where ${shipments.orderId} = ${orders.id} and ${shipments.id} = nested.shipment_id)`;
  const isOfRefund = ({ refundId }: { refundId: AnyPgColumn }) =>
    sql`${refundId} in (select ${refunds.id} from ${refunds} where ${refunds.orderId} = ${orders.id})`;
  return db
    .select({
      order: orders,
      items: nestedRows(orderItems, isOfOrder, ({ lineIndex }) => lineIndex),
      history: nestedRows(
        orderEvents,
        (log) => sql`${isOfOrder(log)} and ${isNotNull(log.status)}`,
        ({ id }) => id,
      ),
      events: nestedRows(
        orderEvents,
        (log) => sql`${isOfOrder(log)} and ${isNotNull(log.kind)}`,
        ({ id }) => id,
        given("events"),
      ),
      eventCount: sql<FullOrder["eventCount"]>`(
        select json_build_object('all', count(*), 'public', count(*) filter (where is_public))
        from ${orderEvents} where ${isOfOrder(orderEvents)} and kind is not null)`,
      addressChange: sql<FullOrder["addressChange"]>`(
        select json_build_object('at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'by', actor)
        from ${orderEvents} where ${isOfOrder(orderEvents)} and kind = 'address' order by id desc limit 1)`,
      shipments: nestedRows(shipments, isOfOrder, ({ id }) => id),
      lines: nestedRows(
        shipmentLines,
        () => isOfShipment,
        ({ lineIndex }) => lineIndex,
      ),
      payments: nestedRows(orderPayments, isOfOrder, ({ at, paymentId }) => sql`${at}, ${paymentId}`),
      refunds: nestedRows(refunds, isOfOrder, ({ createdAt, id }) => sql`${createdAt}, ${id}`),
      refundLines: nestedRows(refundLines, isOfRefund, ({ lineIndex }) => lineIndex),
      disputes: nestedRows(disputes, isOfOrder, ({ createdAt, id }) => sql`${createdAt}, ${id}`),
    })
    .from(orders)
    .where(sql`${orders.id} = any(${given("ids")})`);
});

/** Returned in the order of `ids`. */
async function readOrders(db: Database | Transaction, ids: string[], events = MAX_EVENTS): Promise<FullOrder[]> {
  if (ids.length === 0) return [];
  const rows = await fullOrders(db, { ids, events });
  const byId = new Map(rows.map((row) => [row.order.id, row]));
  return ids.flatMap((id) => {
    const found = byId.get(id);
    if (!found) return [];
    const { lines, ...row } = found;
    const withLines = row.shipments.map((one) => ({
      ...one,
      lines: lines.filter(({ shipmentId }) => shipmentId === one.id),
    }));
    const { history, events } = row;
    return [{ ...row, history: history.filter(isHistory), events: events.filter(isEvent), shipments: withLines }];
  });
}

/** The order with all its rows, under its lock. Includes deleted orders: they may need a refund. */
export async function lockFull(tx: Transaction, id: string): Promise<FullOrder> {
  const [locked] = isUuid(id) ? await lockToChangeStatement(tx, { id }) : [];
  if (!locked) throw orderError("order_not_found");
  const [found] = await readOrders(tx, [id]);
  return found!;
}

const givenOfOrder = columnsOf(orders).filter((column) => column !== "number");

/** One round trip for a number of lines: foreign keys are checked when the statement ends. */
const insertStatements = statementsBy((count: number) =>
  statement(`insert-order-of-${count}`, (db) => {
    const order = givenColumns("order", givenOfOrder);
    const items = Array.from({ length: count }, (_, n) => givenColumns(`${n}`, columnsOf(orderItems)));
    const newOrder = db.$with("new_order").as(db.insert(orders).values(order).returning({ number: orders.number }));
    const newItems = db
      .$with("new_items")
      .as(db.insert(orderItems).values(items).returning({ id: orderItems.orderId }));
    return db
      .with(newOrder, newItems)
      .insert(orderEvents)
      .values(givenColumns("history", columnsOf(orderEvents)))
      .returning({ number: sql<number>`(select ${newOrder.number} from ${newOrder})`, mayChange });
  }),
);

export async function insertOrder(tx: Transaction, { order, ...rows }: NewOrder): Promise<FullOrder> {
  const { items, history } = rows;
  const [inserted] = await insertStatements(items.length)(
    tx,
    Object.assign(
      valuesIn("order", order),
      valuesIn("history", history[0]!),
      ...items.map((item, n) => valuesIn(`${n}`, item)),
    ),
  );
  return { ...rows, order: { ...order, number: inserted!.number } };
}

export type OrderUser = Pick<LoginUser, "id" | "role">;

/** Buyers read their own orders. */
export const mayRead = ({ id, role }: OrderUser, order: OrderRow) => role === "owner" || order.userId === id;

/** The rows of orders: what other domains need of them without the rules of the order service. */
export function createOrderRecords({ db }: { db: Database }) {
  /** Includes deleted orders. */
  async function find(id: string) {
    const [order] = isUuid(id) ? await readOrders(db, [id]) : [];
    if (!order) throw orderError("order_not_found");
    return order;
  }

  return {
    read: (ids: string[], from: Database | Transaction = db) => readOrders(from, ids),

    find,

    /** An order that the user may see and that is not deleted. */
    async findFor(id: string, user: OrderUser) {
      const found = await find(id);
      if (found.order.deletedAt || !mayRead(user, found.order)) throw orderError("order_not_found");
      return found;
    },

    /** For lists, with the newest events of each order only. */
    readListed: (ids: string[]) => readOrders(db, ids, LISTED_EVENTS),

    /** For rows of other tables: whether their order belongs to an account, or to one that was erased. */
    isOf: (orderId: AnyPgColumn, userId: string) => hasOrder(orderId, orders.userId, userId),
    isOfErased: (orderId: AnyPgColumn) => hasOrder(orderId, orders.buyerEmail, ""),

    lockRow: lockOrder,

    /** Undefined for a payment that this shop has not recorded. */
    async findPayment(paymentId: string, from: Database | Transaction = db) {
      const [payment] = await from.select().from(orderPayments).where(eq(orderPayments.paymentId, paymentId));
      return payment;
    },

    /** What mails call an order. */
    async findName(id: string) {
      const [row] = await db.select({ number: orders.number }).from(orders).where(eq(orders.id, id));
      return orderName(id, row!.number);
    },

    async hasPayments() {
      const isProviders = eq(orderPayments.method, "provider");
      return (
        (await db.select({ id: orderPayments.paymentId }).from(orderPayments).where(isProviders).limit(1)).length > 0
      );
    },

    /** The recipients of mails about orders, by order. An order whose buyer's account was deleted has none. */
    async findBuyers(orderIds: string[]) {
      if (orderIds.length === 0) return new Map<string, { name: string; email: string; phone: string }>();
      const rows = await db
        .select({ id: orders.id, name: orders.shippingName, email: orders.shippingEmail, phone: orders.shippingPhone })
        .from(orders)
        .where(inArray(orders.id, [...new Set(orderIds)]));
      return new Map(rows.flatMap(({ id, ...person }) => (person.email ? [[id, person]] : [])));
    },

    /** Filters the payments to those that count for an order which is a sale. */
    async soldBy(paymentIds: string[]) {
      const rows = await db
        .select({ paymentId: orderPayments.paymentId })
        .from(orderPayments)
        .innerJoin(orders, eq(orders.id, orderPayments.orderId))
        .where(and(inArray(orderPayments.paymentId, paymentIds), eq(orderPayments.outcome, "settled"), isSale));
      return new Set(rows.map(({ paymentId }) => paymentId));
    },
  };
}
export type OrderRecords = ReturnType<typeof createOrderRecords>;
