import { randomUUIDv7 } from "node:crypto";
import { and, eq, getTableColumns, gt, inArray, isNotNull, isNull, or, type Placeholder, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { PAID_STATUSES, shortId } from "../../contracts/orders/order-rules.ts";
import { appointments, isToArrange } from "../appointments/appointment-table.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import { nestedRows } from "../platform/database/nested-rows.ts";
import { given, statement } from "../platform/database/statement.ts";
import { type DisputeRow, disputes } from "../refunds/dispute-table.ts";
import { type RefundLineRow, type RefundRow, refundLines, refunds } from "../refunds/refund-table.ts";
import { reviewRequests } from "../reviews/review-table.ts";
import { orderError } from "./errors.ts";
import { orderEvents, orderHistory, orderItems, orderPayments, orders } from "./order-table.ts";
import { shipmentLines, shipments } from "./shipment-table.ts";

export type OrderRow = typeof orders.$inferSelect;
/** `refundedQty`: pieces that were refunded, by the payment that settled the order. */
export type ItemRow = typeof orderItems.$inferSelect & { refundedQty: number };
export type PaymentRow = typeof orderPayments.$inferSelect;
export type OrderShipment = typeof shipments.$inferSelect & { lines: (typeof shipmentLines.$inferSelect)[] };
export type NewEvent = Omit<typeof orderEvents.$inferInsert, "id" | "at">;

/** An order with the rows of its other tables, all read by one statement. Readers hand it down. */
export interface FullOrder {
  order: OrderRow;
  items: ItemRow[];
  history: (typeof orderHistory.$inferSelect)[];
  events: (typeof orderEvents.$inferSelect)[];
  shipments: OrderShipment[];
  /** Received payments, also those that did not settle the order. */
  payments: PaymentRow[];
  refunds: RefundRow[];
  refundLines: RefundLineRow[];
  disputes: DisputeRow[];
}

export const hasAppointmentToArrange = sql`exists (select from ${appointments}
  where ${appointments.orderId} = ${orders.id} and ${isToArrange})`;

/** An order whose money is about to change. Its row is locked. */
export type LockedOrder = Pick<FullOrder, "order" | "items" | "payments">;

export const refundableOf = ({ amountPaise, returnedPaise }: PaymentRow) => Math.max(0, amountPaise - returnedPaise);

export const orderTitle = ({ id }: Pick<OrderRow, "id">) => `Order ${shortId(id)}`;

const lockStatement = statement("lock-order", (db) =>
  db
    .select()
    .from(orders)
    .where(eq(orders.id, given("id")))
    .for("update"),
);

/** The lock of the order comes first, see `process.ts` for the lock order. */
export async function lockOrder(tx: Transaction, id: string) {
  const [row] = isUuid(id) ? await lockStatement(tx, { id }) : [];
  if (!row) throw orderError("order_not_found");
  return row;
}

/**
 * `refundedQty` of a row of `order_items`. Refunds of other payments, such as a duplicate, refund no lines. A refund of
 * everything that was paid names no lines and covers all of them.
 */
export const refundedPieces = sql<number>`(
  select case when sum(refund.amount_paise) >= max(paid.total_paise) then order_items.qty
    else least(order_items.qty, coalesce(sum(line.qty), 0)) end::int
  from ${orders} paid
  left join ${refunds} refund on refund.payment_id = paid.payment_id and refund.status <> 'failed'
  left join ${refundLines} line on line.refund_id = refund.id and line.line_index = order_items.line_index
  where paid.id = order_items.order_id)`;

/** TypeScript version of `refundedPieces`, for an order that was read with its refunds. */
function countRefunded({ order, refunds, refundLines }: Pick<FullOrder, "order" | "refunds" | "refundLines">) {
  const made = refunds.filter(({ paymentId, status }) => paymentId === order.paymentId && status !== "failed");
  const isAll = made.length > 0 && made.reduce((sum, { amountPaise }) => sum + amountPaise, 0) >= order.totalPaise;
  const lines = refundLines.filter(({ refundId }) => made.some(({ id }) => id === refundId));
  return ({ lineIndex, qty }: Pick<ItemRow, "lineIndex" | "qty">) => {
    const refunded = lines.reduce((sum, line) => sum + (line.lineIndex === lineIndex ? line.qty : 0), 0);
    return isAll ? qty : Math.min(qty, refunded);
  };
}

const itemsStatement = statement("items-of-orders", (db) =>
  db
    .select({ ...getTableColumns(orderItems), refundedQty: refundedPieces })
    .from(orderItems)
    .where(sql`${orderItems.orderId} = any(${given("ids")})`)
    .orderBy(orderItems.orderId, orderItems.lineIndex),
);

export const readItems = (db: Database | Transaction, orderIds: string[]) => itemsStatement(db, { ids: orderIds });

export async function readShipments(db: Database | Transaction, orderId: string) {
  const rows = await db
    .select()
    .from(shipments)
    .innerJoin(shipmentLines, eq(shipmentLines.shipmentId, shipments.id))
    .where(eq(shipments.orderId, orderId))
    .orderBy(shipments.id, shipmentLines.lineIndex);
  return [...Map.groupBy(rows, (row) => row.shipments.id).values()].map(
    (ofOne): OrderShipment => ({ ...ofOne[0]!.shipments, lines: ofOne.map((row) => row.shipment_lines) }),
  );
}

/** Paid orders. Does not count orders that are cancelled, deleted, or marked as shipped without ever being paid. */
export const isSale = and(isNotNull(orders.paidAt), isNull(orders.deletedAt), inArray(orders.status, PAID_STATUSES))!;

/** Whether a payment is recorded, as part of a statement. */
export const isRecorded = (paymentId: Placeholder) =>
  sql<boolean>`exists (select from ${orderPayments} where payment_id = ${paymentId})`;

const hasOrder = (id: AnyPgColumn, column: AnyPgColumn, value: string) =>
  sql`exists (select from ${orders} where ${orders.id} = ${id} and ${column} = ${value})`;

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
    .where(
      and(
        eq(orders.stock, "held"),
        eq(orders.status, "pending"),
        or(eq(orders.heldBy, heldBy), eq(orders.userId, userId)),
      ),
    );

export async function recordEvent(tx: Transaction, clock: Clock, event: NewEvent) {
  await tx.insert(orderEvents).values({ ...event, id: randomUUIDv7(), at: clock.now() });
}

/** Reads orders with all their rows. */
const fullOrders = statement("full-orders", (db) => {
  const isOfOrder = ({ orderId }: { orderId: AnyPgColumn }) => sql`${orderId} = ${orders.id}`;
  const isOfShipment = sql`exists (select from ${shipments} where ${shipments.orderId} = ${orders.id} and ${shipments.id} = nested.shipment_id)`;
  const isOfRefund = ({ refundId }: { refundId: AnyPgColumn }) =>
    sql`${refundId} in (select ${refunds.id} from ${refunds} where ${refunds.orderId} = ${orders.id})`;
  return db
    .select({
      order: orders,
      items: nestedRows(orderItems, isOfOrder, ({ lineIndex }) => lineIndex),
      history: nestedRows(orderHistory, isOfOrder, ({ id }) => id),
      events: nestedRows(orderEvents, isOfOrder, ({ id }) => id),
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
async function readOrders(db: Database | Transaction, ids: string[]): Promise<FullOrder[]> {
  if (ids.length === 0) return [];
  const rows = await fullOrders(db, { ids });
  const byId = new Map(rows.map((row) => [row.order.id, row]));
  return ids.flatMap((id) => {
    const found = byId.get(id);
    if (!found) return [];
    const { lines, ...row } = found;
    const withLines = row.shipments.map((one) => ({
      ...one,
      lines: lines.filter(({ shipmentId }) => shipmentId === one.id),
    }));
    const refundedQtyOf = countRefunded(row);
    const items = row.items.map((item) => ({ ...item, refundedQty: refundedQtyOf(item) }));
    return [{ ...row, items, shipments: withLines }];
  });
}

/** The rows of orders: what other domains need of them without the rules of the order service. */
export function createOrderRecords({ db, clock }: { db: Database; clock: Clock }) {
  /** Includes deleted orders: they may need a refund. */
  async function lock(tx: Transaction, orderId: string): Promise<LockedOrder> {
    const order = await lockOrder(tx, orderId);
    const payments = await tx.select().from(orderPayments).where(eq(orderPayments.orderId, order.id));
    return { order, items: await readItems(tx, [order.id]), payments };
  }

  async function findPayment(tx: Database | Transaction, paymentId: string) {
    const [payment] = await tx.select().from(orderPayments).where(eq(orderPayments.paymentId, paymentId));
    return payment;
  }

  return {
    read: (ids: string[], from: Database | Transaction = db) => readOrders(from, ids),

    /** For rows of other tables: whether their order belongs to an account, or to one that was erased. */
    isOf: (orderId: AnyPgColumn, userId: string) => hasOrder(orderId, orders.userId, userId),
    isOfErased: (orderId: AnyPgColumn) => hasOrder(orderId, orders.buyerEmail, ""),

    lock,
    lockRow: lockOrder,

    /** Undefined for a payment that this shop has not recorded. */
    async lockByPayment(tx: Transaction, paymentId: string) {
      const payment = await findPayment(tx, paymentId);
      return payment && lock(tx, payment.orderId);
    },

    findPayment: (paymentId: string) => findPayment(db, paymentId),

    async hasPayments() {
      return (await db.select({ id: orderPayments.paymentId }).from(orderPayments).limit(1)).length > 0;
    },

    /** Returns the order of the payment. */
    async setReturned(tx: Transaction, paymentId: string, returnedPaise: number) {
      const isPayment = eq(orderPayments.paymentId, paymentId);
      const [payment] = await tx.update(orderPayments).set({ returnedPaise }).where(isPayment).returning();
      return payment?.orderId;
    },

    recordEvent: (tx: Transaction, event: NewEvent) => recordEvent(tx, clock, event),

    /** The recipients of mails about orders, by order. An order whose buyer's account was deleted has none. */
    async findBuyers(orderIds: string[]) {
      if (orderIds.length === 0) return new Map<string, { name: string; email: string; phone: string }>();
      const rows = await db
        .select({ id: orders.id, name: orders.shippingName, email: orders.shippingEmail, phone: orders.shippingPhone })
        .from(orders)
        .where(inArray(orders.id, [...new Set(orderIds)]));
      return new Map(rows.flatMap(({ id, ...person }) => (person.email ? [[id, person]] : [])));
    },

    /** Sales that were not asked about and may be reviewed: without pieces, or one has arrived. */
    async findUnasked(paidAfter: Date) {
      const { rows } = await db.execute<{ id: string }>(sql`
        select ${orders.id} from ${orders} where ${isSale} and ${gt(orders.paidAt, paidAfter)}
          and not exists (select from ${reviewRequests} where order_id = ${orders.id})
          and (${orders.status} = 'delivered'
            or not exists (select from ${orderItems} where order_id = ${orders.id} and item_type = 'product')
            or exists (select from ${shipments} where order_id = ${orders.id} and delivered_at is not null))`);
      return rows.map(({ id }) => id);
    },

    /** Filters the payments to those that settled an order which counts as a sale. */
    async soldBy(paymentIds: string[]) {
      const rows = await db
        .select({ paymentId: orders.paymentId })
        .from(orders)
        .where(and(inArray(orders.paymentId, paymentIds), isSale));
      return new Set(rows.map(({ paymentId }) => paymentId));
    },
  };
}
export type OrderRecords = ReturnType<typeof createOrderRecords>;
