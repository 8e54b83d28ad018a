import { and, inArray, ne } from "drizzle-orm";
import type { Order } from "../../contracts/order.ts";
import type { Catalogue } from "../catalogue/service.ts";
import type { Database } from "../platform/database.ts";
import { toRupees } from "../platform/money.ts";
import { type HistoryRow, historyOf, type ItemRow, itemsOf, type OrderRow } from "./order-rows.ts";
import { orderPayments } from "./order-table.ts";
import { reasonFor } from "./payment-reasons.ts";

type PaymentRow = typeof orderPayments.$inferSelect;

/** Whom an order is shown to: its buyer, or the owner, who sees what needs attention as well. */
export type OrderViewer = "buyer" | "owner";

/** Where a course's group is now; a course that is gone leads where it led when it was bought. */
export async function currentLinks(catalogue: Catalogue, items: ItemRow[]) {
  const ids = items.filter(({ itemType }) => itemType === "course").map(({ itemId }) => itemId);
  const courses = await catalogue.courses.findMany(ids, "owner");
  return ({ itemType, itemId, groupLink }: ItemRow) =>
    itemType === "course" ? (courses.get(itemId)?.groupLink ?? groupLink) : "";
}

async function paymentsToCheck(db: Database, ids: string[]) {
  const rows = await db
    .select()
    .from(orderPayments)
    .where(and(inArray(orderPayments.orderId, ids), ne(orderPayments.outcome, "settled")));
  return Map.groupBy(rows, (row) => row.orderId);
}

const isPaidFor = ({ status }: OrderRow) => status === "paid" || status === "shipped" || status === "delivered";

/** What belongs to an order and is kept beside it. */
export interface OrderParts {
  items: ItemRow[];
  history: HistoryRow[];
  paymentsToCheck: PaymentRow[];
}

/** An order as the contract shows it. The way into its courses is asked for when it is paid for, and not before. */
export function toOrder(
  row: OrderRow,
  { items, history, paymentsToCheck }: OrderParts,
  viewer: OrderViewer,
  linkOf?: (item: ItemRow) => string,
): Order {
  return {
    _id: row.id,
    items: items.map((item) => {
      const groupLink = isPaidFor(row) && linkOf?.(item);
      return {
        itemId: item.itemId,
        itemType: item.itemType,
        title: item.title,
        price: toRupees(item.pricePaise),
        qty: item.qty,
        image: item.image,
        ...(groupLink && { groupLink }),
      };
    }),
    totalAmount: toRupees(row.totalPaise),
    paymentMethod: row.paymentMethod,
    ...(row.paymentId && { paymentId: row.paymentId }),
    status: row.status,
    shipping: {
      name: row.shippingName,
      email: row.shippingEmail,
      phone: row.shippingPhone,
      address: row.shippingAddress,
    },
    user: { name: row.buyerName, email: row.buyerEmail },
    history: history.map(({ status, actor, at }) => ({ status, by: actor, at: at.toISOString() })),
    createdAt: row.createdAt.toISOString(),
    ...(viewer === "owner" && {
      stockShort: row.stockShort,
      paymentNotes: paymentsToCheck.map(({ at, paymentId, outcome }) => ({
        at: at.toISOString(),
        paymentId,
        note: reasonFor(outcome),
      })),
    }),
  };
}

/** Orders as the contract shows them, with a fixed number of queries however many there are. */
export async function toOrders(
  { db, catalogue }: { db: Database; catalogue: Catalogue },
  rows: OrderRow[],
  viewer: OrderViewer,
): Promise<Order[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [items, history, notes] = await Promise.all([
    itemsOf(db, ids),
    historyOf(db, ids),
    viewer === "owner" ? paymentsToCheck(db, ids) : new Map<string, PaymentRow[]>(),
  ]);
  const paidItems = rows.filter(isPaidFor).flatMap(({ id }) => items.get(id) ?? []);
  const linkOf = await currentLinks(catalogue, paidItems);

  return rows.map((row) => {
    const of = <T>(parts: Map<string, T[]>) => parts.get(row.id) ?? [];
    return toOrder(row, { items: of(items), history: of(history), paymentsToCheck: of(notes) }, viewer, linkOf);
  });
}
