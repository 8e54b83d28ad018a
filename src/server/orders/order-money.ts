import { and, eq, inArray, sql } from "drizzle-orm";
import { isPaid } from "../../contracts/orders/order-rules.ts";
import type { By } from "../appointments/service.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { recordEvent } from "./order-events.ts";
import { type ItemRow, lockOrder, type OrderRow, orderTitle, type PaymentRow, readItems } from "./order-rows.ts";
import { orderItems, orderPayments, orders } from "./order-table.ts";
import { isSale } from "./paid-orders.ts";
import type { OrderDeps } from "./service.ts";

/** An order whose money is about to change. Its row is locked. */
export interface LockedOrder {
  order: OrderRow;
  items: ItemRow[];
  payments: PaymentRow[];
}

type NewEvent = Parameters<typeof recordEvent>[2];

/** The functions of orders that `refunds/` uses. */
export function orderMoney({ db, clock, catalogue, appointments }: OrderDeps) {
  const readPayments = (tx: Transaction, orderId: string) =>
    tx.select().from(orderPayments).where(eq(orderPayments.orderId, orderId));

  /** Includes deleted orders: they may need a refund. */
  async function lock(tx: Transaction, orderId: string): Promise<LockedOrder> {
    const order = await lockOrder(tx, orderId);
    return { order, items: await readItems(tx, [order.id]), payments: await readPayments(tx, order.id) };
  }

  async function findPayment(tx: Database | Transaction, paymentId: string) {
    const [payment] = await tx.select().from(orderPayments).where(eq(orderPayments.paymentId, paymentId));
    return payment;
  }

  return {
    lock,

    /** Locks the order before one of its sessions changes. */
    async lockForAppointment(tx: Transaction, orderId: string) {
      const { status } = await lockOrder(tx, orderId);
      return { isPaid: isPaid(status) };
    },

    async readMany(orderIds: string[]): Promise<LockedOrder[]> {
      const [found, items, payments] = await Promise.all([
        db.select().from(orders).where(inArray(orders.id, orderIds)),
        readItems(db, orderIds),
        db.select().from(orderPayments).where(inArray(orderPayments.orderId, orderIds)),
      ]);
      const ofOrder = <T extends { orderId: string }>(rows: T[], id: string) =>
        rows.filter((row) => row.orderId === id);
      return found.map((order) => ({ order, items: ofOrder(items, order.id), payments: ofOrder(payments, order.id) }));
    },

    /** Undefined for a payment that this shop has not recorded. */
    async lockByPayment(tx: Transaction, paymentId: string) {
      const payment = await findPayment(tx, paymentId);
      return payment && lock(tx, payment.orderId);
    },

    findPayment: (paymentId: string) => findPayment(db, paymentId),

    async hasPayments() {
      return (await db.select({ id: orderPayments.paymentId }).from(orderPayments).limit(1)).length > 0;
    },

    async setReturned(tx: Transaction, paymentId: string, returnedPaise: number) {
      await tx.update(orderPayments).set({ returnedPaise }).where(eq(orderPayments.paymentId, paymentId));
    },

    /**
     * Returns pieces of these lines to stock; false when there were none. Only an order whose stock is "kept" still has
     * pieces: a cancelled order has returned them already.
     */
    async restock(tx: Transaction, { order, items }: LockedOrder, lines: { lineIndex: number; qty: number }[]) {
      if (order.stock !== "kept") return false;
      const returned = items.flatMap((item) => {
        const wanted = lines.find(({ lineIndex }) => lineIndex === item.lineIndex)?.qty ?? 0;
        const qty = Math.min(wanted, item.qty - item.restockedQty);
        return item.itemType === "product" && qty > 0 ? [{ ...item, qty }] : [];
      });
      for (const { lineIndex, qty } of returned) {
        await tx
          .update(orderItems)
          .set({ restockedQty: sql`${orderItems.restockedQty} + ${qty}` })
          .where(and(eq(orderItems.orderId, order.id), eq(orderItems.lineIndex, lineIndex)));
      }
      await catalogue.stock.give(tx, catalogue.piecesOf(returned));
      return returned.length > 0;
    },

    /**
     * Cancels refunded sessions that have not taken place. `lines` is the total refunded quantity of each line; without
     * `lines`, all sessions of the order are cancelled.
     */
    cancelAppointments: (
      tx: Transaction,
      { order }: LockedOrder,
      by: By,
      lines?: { lineIndex: number; qty: number }[],
    ) => appointments.cancelOf(tx, order.id, by, "refund", lines),

    recordEvent: (tx: Transaction, event: NewEvent) => recordEvent(tx, clock, event),

    titleOf: orderTitle,

    /** The recipient of mails about an order; undefined once the buyer's account is deleted. */
    async findRecipient(orderId: string) {
      const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
      return order?.shippingEmail
        ? { name: order.shippingName, email: order.shippingEmail, phone: order.shippingPhone }
        : undefined;
    },

    /** Like `findRecipient`, for several orders in one query. */
    async findRecipients(orderIds: string[]) {
      if (orderIds.length === 0) return new Map<string, { name: string; email: string; phone: string }>();
      const rows = await db
        .select({ id: orders.id, name: orders.shippingName, email: orders.shippingEmail, phone: orders.shippingPhone })
        .from(orders)
        .where(inArray(orders.id, [...new Set(orderIds)]));
      return new Map(rows.flatMap(({ id, ...person }) => (person.email ? [[id, person]] : [])));
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
export type OrderMoney = ReturnType<typeof orderMoney>;
