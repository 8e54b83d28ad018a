import { and, desc, eq, isNull, type SQL } from "drizzle-orm";
import type { OrderExportQuery } from "../../contracts/csv.ts";
import { type ListQuery, toLimitOffset } from "../../contracts/list.ts";
import type { OrderQuery } from "../../contracts/order.ts";
import type { OrderStatus } from "../../contracts/order-states.ts";
import type { WantedLine } from "../../contracts/quote.ts";
import type { Activity } from "../activity/service.ts";
import type { Catalogue } from "../catalogue/service.ts";
import type { Notifications } from "../notifications/service.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import type { SessionUser } from "../platform/http/sessions.ts";
import { anonymiseBuyer, deleteExpiredKeys, listForExport } from "./anonymise-buyer.ts";
import { changeShipping, type Shipping } from "./change-shipping.ts";
import { changeStatus } from "./change-status.ts";
import { orderError } from "./errors.ts";
import { createOrderMails, type OrderMails } from "./mails.ts";
import { exportOrders } from "./order-export.ts";
import { orderFigures } from "./order-figures.ts";
import { type FullOrder, lockOrder, type OrderRow, orderTitle, readDetails, whereId } from "./order-rows.ts";
import { matchesSearch } from "./order-search.ts";
import { holdEnd, releaseExpired, retakeStock } from "./order-stock.ts";
import { orders } from "./order-table.ts";
import { type OrderViewer, toOrders } from "./order-view.ts";
import { type OrderRequest, placeOrder } from "./place-order.ts";
import { priceLines, toQuotedLine } from "./pricing.ts";
import { findOutcome, type ReceivedPayment, settle } from "./settle.ts";

export interface Buyer {
  id: string;
  name: string;
  email: string;
}

export interface OrderDeps {
  db: Database;
  clock: Clock;
  catalogue: Catalogue;
  notifications: Notifications;
  activity: Activity;
  /** The account that places an order. */
  findBuyer(tx: Database | Transaction, userId: string): Promise<Buyer>;
  /** The shop's origin, for links in mails. */
  publicUrl: string;
}

/** What the functions of this folder share. */
export interface OrderContext extends OrderDeps {
  mails: OrderMails;
}

/** A buyer sees and changes their own orders, the owner all of them. */
export type OrderUser = Pick<SessionUser, "id" | "role">;

const viewerFor = ({ role }: OrderUser): OrderViewer => (role === "owner" ? "owner" : "buyer");

export function createOrders(deps: OrderDeps) {
  const { db, clock, catalogue } = deps;
  const context: OrderContext = { ...deps, mails: createOrderMails(deps) };

  async function show(order: FullOrder, user: OrderUser) {
    const [shown] = await toOrders(catalogue, [order], viewerFor(user));
    return shown!;
  }

  /** 404 for deleted orders and, for a buyer, for other people's. */
  async function findVisible(id: string, { id: userId, role }: OrderUser): Promise<OrderRow> {
    const isTheirs = role === "owner" ? undefined : eq(orders.userId, userId);
    const [order] = await db
      .select()
      .from(orders)
      .where(and(whereId(id), isTheirs, isNull(orders.deletedAt)));
    if (!order) throw orderError("order_not_found");
    return order;
  }

  async function find(id: string, user: OrderUser) {
    const [order] = await readDetails(db, [await findVisible(id, user)]);
    return show(order!, user);
  }

  async function list(filter: SQL | undefined, viewer: OrderViewer, query: ListQuery = {}) {
    const { limit, offset } = toLimitOffset(query);
    const where = and(isNull(orders.deletedAt), filter);
    const [rows, total] = await Promise.all([
      db
        .select()
        .from(orders)
        .where(where)
        .orderBy(desc(orders.createdAt), desc(orders.id))
        .limit(limit)
        .offset(offset),
      db.$count(orders, where),
    ]);
    return { items: await toOrders(catalogue, await readDetails(db, rows), viewer), total };
  }

  return {
    /** Current prices and stock for the lines of a cart. */
    quote: async (lines: readonly WantedLine[]) => (await priceLines(catalogue, lines)).map(toQuotedLine),

    async place(user: OrderUser, request: OrderRequest, key: string | undefined) {
      return show(await placeOrder(deps, user.id, request, key), user);
    },

    find,

    findTotal: async (id: string, user: OrderUser) => (await findVisible(id, user)).totalPaise,

    listMine: ({ id }: OrderUser) => list(eq(orders.userId, id), "buyer"),

    listAll: (query: OrderQuery) =>
      list(
        and(query.status && eq(orders.status, query.status), query.q ? matchesSearch(query.q) : undefined),
        "owner",
        query,
      ),

    async changeStatus(id: string, to: OrderStatus, owner: OrderUser) {
      await changeStatus(context, id, to, owner.id);
      return find(id, owner);
    },

    async changeShipping(id: string, shipping: Shipping, user: OrderUser) {
      await changeShipping(context, id, shipping, user);
      return find(id, user);
    },

    /** Hides the order and keeps its record. An unpaid one releases its stock when its hold expires. */
    async remove(id: string, owner: OrderUser) {
      await db.transaction(async (tx) => {
        const [row] = await tx
          .update(orders)
          .set({ deletedAt: clock.now() })
          .where(and(whereId(id), isNull(orders.deletedAt)))
          .returning({ id: orders.id });
        if (!row) throw orderError("order_not_found");
        const change = { action: "deleted", kind: "order", recordId: row.id, title: orderTitle(row) } as const;
        await deps.activity.record(tx, { ...change, by: owner.id });
      });
    },

    listForExport: (userId: string) => listForExport(deps, userId),

    anonymiseBuyer: (tx: Transaction, userId: string) => anonymiseBuyer(tx, deps, userId),

    deleteExpiredKeys: () => deleteExpiredKeys(deps),

    figures: (since: string) => orderFigures(db, since),

    exportRows: (query: OrderExportQuery) => exportOrders(db, query),

    /** Makes sure that the stock of an order about to be paid is held, and returns the amount. */
    async openForPayment(id: string, user: OrderUser) {
      const found = await findVisible(id, user);
      const isHeld = found.status === "pending" && found.stock === "held" && found.heldUntil > clock.now();
      if (isHeld) return { orderId: found.id, totalPaise: found.totalPaise };
      return db.transaction(async (tx) => {
        const order = await lockOrder(tx, id);
        if (order.status !== "pending" || order.deletedAt) throw orderError("order_not_payable");
        const now = clock.now();
        if (order.stock === "shelf" && !(await retakeStock(tx, deps, order))) throw orderError("out_of_stock");
        if (order.stock === "shelf" || order.heldUntil <= now) {
          await tx
            .update(orders)
            .set({ stock: "held", heldUntil: holdEnd(now) })
            .where(eq(orders.id, id));
        }
        return { orderId: order.id, totalPaise: order.totalPaise };
      });
    },

    settle: (orderId: string, payment: ReceivedPayment) => settle(context, orderId, payment),

    /** Whether a payment has been recorded, whatever its outcome. */
    hasPayment: async (paymentId: string) => (await findOutcome(db, paymentId)) !== undefined,

    /** Returns the stock of all unpaid orders whose hold has expired. */
    async releaseExpired() {
      while ((await releaseExpired(deps)) > 0);
    },

    /** How many orders hold stock and wait for their payment. */
    countWaiting: async () => db.$count(orders, and(eq(orders.stock, "held"), eq(orders.status, "pending"))),
  };
}
export type Orders = ReturnType<typeof createOrders>;
