import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { OrderExportQuery } from "../../contracts/csv.ts";
import { type ListQuery, toLimitOffset } from "../../contracts/list.ts";
import type { OrderQuery } from "../../contracts/order.ts";
import type { OrderStatus } from "../../contracts/order-states.ts";
import type { WantedLine } from "../../contracts/quote.ts";
import type { Transaction } from "../platform/database/database.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import { prepared } from "../platform/database/prepared.ts";
import { changeStatus } from "./change-status.ts";
import { createOrderCount, ORDERS_TAG } from "./count-orders.ts";
import type { OrderDeps } from "./deps.ts";
import { orderError } from "./errors.ts";
import { allOf, forgetBuyer, forgetKeys } from "./forget-buyer.ts";
import { createOrderInsert } from "./insert-order.ts";
import { composeOrderMails } from "./mails.ts";
import { exportOrders } from "./order-export.ts";
import { type FigureDays, orderFigures } from "./order-figures.ts";
import { lockOrder, matching, titleOf } from "./order-rows.ts";
import { searchFor } from "./order-search.ts";
import { HOLD_MS, releaseExpired, takeAgain } from "./order-stock.ts";
import { orderPayments, orders } from "./order-table.ts";
import { type OrderViewer, toOrder, toOrders } from "./order-view.ts";
import { type OrderRequest, placeOrder } from "./place-order.ts";
import { priceLines, toQuotedLine } from "./pricing.ts";
import { readOrder, readOrders, type WholeOrder } from "./read-order.ts";
import { createSettle } from "./settle.ts";

/** Who asks: a buyer sees and touches their own orders, the owner every one. */
export interface Asker {
  id: string;
  role: "customer" | "owner";
}

const viewerOf = ({ role }: Asker): OrderViewer => (role === "owner" ? "owner" : "buyer");

const knownPayment = prepared<{ payment_id: string }>(
  "known-payment",
  sql`select payment_id from ${orderPayments} where payment_id = ${sql.placeholder("paymentId")}::text`,
);

export function createOrders(deps: OrderDeps) {
  const { db, clock } = deps;
  composeOrderMails(deps);
  const number = createOrderCount(deps);
  const placing = { ...deps, insert: createOrderInsert(deps) };
  const show = async (found: WholeOrder, asker: Asker) =>
    (await toOrders(deps.catalogue, [found], viewerOf(asker)))[0]!;

  /** Other people's orders do not exist for a buyer, and deleted ones for nobody. */
  async function visible(id: string, { id: userId, role }: Asker) {
    const found = isUuid(id) ? await readOrder(db, id) : undefined;
    const isTheirs = role === "owner" || found?.order.userId === userId;
    if (!found || found.order.deletedAt || !isTheirs) throw orderError("order_not_found");
    return found;
  }

  async function list(where: SQL | undefined, viewer: OrderViewer, query: ListQuery = {}) {
    const { limit, offset } = toLimitOffset(query);
    const page = db
      .select()
      .from(orders)
      .where(and(isNull(orders.deletedAt), where))
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(limit)
      .offset(offset);
    const [found, total] = await Promise.all([
      readOrders(db, page.getSQL()),
      where ? number.countWhere(where) : number.countAll(),
    ]);
    return { items: await toOrders(deps.catalogue, found, viewer), total };
  }

  return {
    /** What a cart would cost now, line by line. */
    async quote(lines: readonly WantedLine[]) {
      return (await priceLines(deps.catalogue, lines)).map(toQuotedLine);
    },

    async place(asker: Asker, request: OrderRequest, key: string | undefined) {
      const placed = await placeOrder(placing, await deps.buyerOf(asker.id), request, key);
      // What was written down a moment ago need not be read again.
      if ("items" in placed) return toOrder({ ...placed, paymentsToCheck: [] }, viewerOf(asker));
      return show(await visible(placed.order.id, asker), asker);
    },

    find: async (id: string, asker: Asker) => show(await visible(id, asker), asker),

    /** What an order costs, for whoever may see it. */
    totalOf: async (id: string, asker: Asker) => (await visible(id, asker)).order.totalPaise,

    listMine: ({ id }: Asker) => list(eq(orders.userId, id), "buyer"),

    listAll: (query: OrderQuery) =>
      list(
        and(query.status && eq(orders.status, query.status), query.q ? searchFor(query.q) : undefined),
        "owner",
        query,
      ),

    async changeStatus(id: string, to: OrderStatus, owner: Asker) {
      await changeStatus(deps, id, to, owner.id);
      return show(await visible(id, owner), owner);
    },

    /** Hides an order and keeps the record; what it holds unpaid is given back when its time is over. */
    async remove(id: string, owner: Asker) {
      await db.transaction(async (tx) => {
        const [row] = await tx
          .update(orders)
          .set({ deletedAt: clock.now() })
          .where(and(matching(id), isNull(orders.deletedAt)))
          .returning({ id: orders.id });
        if (!row) throw orderError("order_not_found");
        const deed = { action: "deleted", kind: "order", recordId: row.id, title: titleOf(row) } as const;
        await deps.activity.record(tx, { ...deed, by: owner.id });
        await deps.changes.tell(tx, [ORDERS_TAG]);
      });
    },

    allOf: (userId: string) => allOf(deps, userId),

    forgetBuyer: (tx: Transaction, userId: string) => forgetBuyer(tx, deps, userId),

    forgetKeys: () => forgetKeys(deps),

    figures: (days: FigureDays) => orderFigures(db, days),

    exportRows: (query: OrderExportQuery) => exportOrders(db, query),

    /** What is to be paid, for a buyer about to pay: the pieces are held, anew if the first hold ran out. */
    async openForPayment(id: string, asker: Asker) {
      const { order: seen } = await visible(id, asker);
      const isHeld = seen.status === "pending" && seen.stock === "held" && seen.heldUntil > clock.now();
      if (isHeld) return { orderId: seen.id, totalPaise: seen.totalPaise };
      return db.transaction(async (tx) => {
        const order = await lockOrder(tx, id);
        if (order.status !== "pending" || order.deletedAt) throw orderError("order_not_payable");
        const now = clock.now();
        if (order.stock === "shelf" && !(await takeAgain(tx, deps, order))) throw orderError("out_of_stock");
        if (order.stock === "shelf" || order.heldUntil <= now) {
          const heldUntil = new Date(now.getTime() + HOLD_MS);
          await tx.update(orders).set({ stock: "held", heldUntil }).where(eq(orders.id, id));
        }
        return { orderId: order.id, totalPaise: order.totalPaise };
      });
    },

    settle: createSettle(deps),

    /** Whether a payment has been written down, whatever became of it. */
    knowsPayment: async (paymentId: string) => (await knownPayment(db, { paymentId })).length > 0,

    /** Gives back what expired holds have kept, until there are none left. */
    async releaseExpired() {
      while ((await releaseExpired(deps)) > 0);
    },

    /** Orders that hold their pieces until they are paid. */
    async countWaiting() {
      return db.$count(orders, and(eq(orders.stock, "held"), eq(orders.status, "pending")));
    },
  };
}
export type Orders = ReturnType<typeof createOrders>;
