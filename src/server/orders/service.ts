import { and, desc, eq, inArray, isNull, type SQL } from "drizzle-orm";
import type { OrderExportQuery } from "../../contracts/catalogue/csv.ts";
import { type ListQuery, toLimitOffset } from "../../contracts/list.ts";
import { MAX_COUNTED_ORDERS, MY_ORDERS_PAGE_SIZE } from "../../contracts/list-rules.ts";
import type { OrderQuery, OwnedCourse, PlacedOrder } from "../../contracts/orders/order.ts";
import { PAID_STATUSES } from "../../contracts/orders/order-rules.ts";
import type { OrderRequest } from "../checkout/service.ts";
import { estimateRows, type Transaction } from "../platform/database/database.ts";
import { changeNote, changeShipping } from "./change-details.ts";
import { cancelOwn, changeStatus, changeStatuses, removeOrder } from "./change-status.ts";
import { orderError } from "./core/errors.ts";
import type { FullOrder } from "./core/order.ts";
import { orderItems, orders } from "./core/order-table.ts";
import { mayRead, type OrderUser } from "./core/read.ts";
import type { OrderDeps } from "./deps.ts";
import { eraseBuyer, exportForBuyer } from "./erase-buyer.ts";
import { buyerTotals, lastPayment, lastTitles, orderFigures, soldItems } from "./figures.ts";
import { composeOrderMails } from "./mails.ts";
import { askForAddresses } from "./missing-address.ts";
import { exportOrders, isListed, orderColumns, orderFilter } from "./order-list.ts";
import { type OrderViewer, toOrders } from "./order-view.ts";
import { recordPayment } from "./record-payment.ts";

/** The courses of more orders than this are not looked for. */
const MAX_COURSE_ORDERS = 50;

const viewerFor = ({ role }: OrderUser): OrderViewer => (role === "owner" ? "owner" : "buyer");

export function createOrders(deps: OrderDeps) {
  const { db } = deps;
  composeOrderMails(deps);

  async function show(order: FullOrder, viewer: OrderViewer) {
    const [shown] = await toOrders(deps, [order], viewer);
    return shown!;
  }

  /** The owner's view of an order. Includes deleted orders: they may need a refund. */
  const findForMoney = async (id: string) => show(await deps.records.find(id), "owner");

  /** The owner also sees a deleted order that is asked for as archived, or while a payment of it needs a check. */
  async function find(id: string, user: OrderUser, isArchived = false) {
    const found = await deps.records.find(id);
    const { order, payments } = found;
    const mayBeDeleted = user.role === "owner" && (isArchived || payments.some(({ isToCheck }) => isToCheck));
    const isThere = !order.deletedAt || mayBeDeleted;
    if (!isThere || !mayRead(user, order)) throw orderError("order_not_found");
    return show(found, viewerFor(user));
  }

  const thenFind =
    <Form>(change: (deps: OrderDeps, id: string, form: Form, user: OrderUser) => Promise<void>) =>
    async (id: string, form: Form, user: OrderUser) => {
      await change(deps, id, form, user);
      return find(id, user);
    };

  /** Counts up to `MAX_COUNTED_ORDERS`. For an unfiltered list the table's row estimate may replace the count. */
  async function count(filter: SQL | undefined, archived: string | undefined) {
    if (!filter && !archived && (await estimateRows(db, orders)) > 2 * MAX_COUNTED_ORDERS) return MAX_COUNTED_ORDERS;
    const where = and(isListed(archived), filter);
    return db.$count(db.select({ id: orders.id }).from(orders).where(where).limit(MAX_COUNTED_ORDERS).as("counted"));
  }

  async function list(
    filter: SQL | undefined,
    viewer: OrderViewer,
    { archived, ...query }: ListQuery & Pick<OrderQuery, "archived"> = {},
  ) {
    const { limit, offset } = toLimitOffset(query);
    const where = and(isListed(archived), filter);
    const rows = await db
      .select({ id: orders.id })
      .from(orders)
      .where(where)
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(limit)
      .offset(offset);
    // A search for two letters reads every order: a last page tells the total without reading them again.
    const isLast = rows.length < limit && (rows.length > 0 || offset === 0);
    const total = isLast ? Math.min(offset + rows.length, MAX_COUNTED_ORDERS) : await count(filter, archived);
    const found = await deps.records.readListed(rows.map(({ id }) => id));
    return { items: await toOrders(deps, found, viewer), total };
  }

  return {
    /** `ip` is the client's; `key` makes a repeated request return the same order. */
    async place(
      user: OrderUser,
      request: OrderRequest,
      { ip, key }: { ip: string; key?: string | undefined },
    ): Promise<PlacedOrder> {
      const { order, isReused } = await deps.checkout.place(user, request, { ip, key });
      return { ...(await show(order, viewerFor(user))), ...(isReused && { reused: true }) };
    },

    find,

    showTo: (user: OrderUser, order: FullOrder) => show(order, viewerFor(user)),

    listMine: ({ id }: OrderUser, { page, limit = MY_ORDERS_PAGE_SIZE }: ListQuery = {}) =>
      list(eq(orders.userId, id), "buyer", { page, limit }),

    /** The courses that the user has bought and was not refunded, by the newest orders. */
    async listMyCourses({ id }: OrderUser) {
      const rows = await db
        .selectDistinct({ id: orders.id, createdAt: orders.createdAt })
        .from(orders)
        .innerJoin(orderItems, and(eq(orderItems.orderId, orders.id), eq(orderItems.itemType, "course")))
        .where(and(eq(orders.userId, id), isNull(orders.deletedAt), inArray(orders.status, PAID_STATUSES)))
        .orderBy(desc(orders.createdAt), desc(orders.id))
        .limit(MAX_COURSE_ORDERS);
      const found = await deps.records.read(rows.map((row) => row.id));
      const owned = found.flatMap(({ order, items }) =>
        items
          .filter(({ qty, refundedQty }) => refundedQty < qty)
          .flatMap(({ courseId }): OwnedCourse[] => (courseId ? [{ courseId, orderId: order.id }] : [])),
      );
      return owned.filter(({ courseId }, n) => owned.findIndex((other) => other.courseId === courseId) === n);
    },

    listOfBuyer: (userId: string, query: ListQuery) => list(eq(orders.userId, userId), "owner", query),

    listAll: (query: OrderQuery) => list(orderFilter(query), "owner", query),

    changeStatus: thenFind(changeStatus),
    changeStatuses: changeStatuses.bind(null, deps),
    changeShipping: thenFind(changeShipping),
    changeNote: thenFind(changeNote),

    async cancel(id: string, buyer: OrderUser) {
      await cancelOwn(deps, id, buyer.id);
      return find(id, buyer);
    },

    askForAddresses: () => askForAddresses(deps),
    remove: (id: string, owner: OrderUser) => removeOrder(deps, id, owner.id),
    exportForBuyer: exportForBuyer.bind(null, deps),
    eraseBuyer: (tx: Transaction, userId: string) => eraseBuyer(tx, deps, userId),
    figures: orderFigures.bind(null, db),
    buyerTotals: buyerTotals(db),
    soldItems: soldItems.bind(null, db),
    lastTitles: lastTitles.bind(null, db),
    lastPayment: lastPayment.bind(null, db),
    exportCsv: (query: OrderExportQuery) => ({ columns: orderColumns, records: exportOrders(deps, query) }),

    async dealWithPayment(id: string, paymentId: string, note: string, owner: OrderUser) {
      const by = { actor: "owner", userId: owner.id } as const;
      await db.transaction((tx) => deps.core.change(tx, id, by, { type: "dealWithPayment", paymentId, note }));
      return findForMoney(id);
    },

    findForMoney,

    async recordPayment(id: string, form: Parameters<typeof recordPayment>[2], by: { owner: OrderUser; key: string }) {
      await recordPayment(deps, id, form, by);
      return findForMoney(id);
    },

    countWaiting: async () => db.$count(orders, eq(orders.stock, "reserved")),
  };
}
export type { OrderUser } from "./core/read.ts";
export type { SoldItem } from "./figures.ts";
export type Orders = ReturnType<typeof createOrders>;
