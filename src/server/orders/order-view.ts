import type { Order } from "../../contracts/order.ts";
import type { Catalogue } from "../catalogue/service.ts";
import { toRupees } from "../platform/money.ts";
import type { ItemRow, OrderRow } from "./order-rows.ts";
import { reasonFor } from "./payment-reasons.ts";
import type { WholeOrder } from "./read-order.ts";

/** Whom an order is shown to: its buyer, or the owner, who sees what needs attention as well. */
export type OrderViewer = "buyer" | "owner";

/** Where a course's group is now; a course that is gone leads where it led when it was bought. */
export async function currentLinks(catalogue: Catalogue, items: ItemRow[]) {
  const ids = items.filter(({ itemType }) => itemType === "course").map(({ itemId }) => itemId);
  const courses = await catalogue.courses.findMany(ids, "owner");
  return ({ itemType, itemId, groupLink }: ItemRow) =>
    itemType === "course" ? (courses.get(itemId)?.groupLink ?? groupLink) : "";
}

const isPaidFor = ({ status }: OrderRow) => status === "paid" || status === "shipped" || status === "delivered";

/** An order as the contract shows it. The way into its courses is asked for when it is paid for, and not before. */
export function toOrder(
  { order: row, items, history, paymentsToCheck }: WholeOrder,
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

/** Orders as the contract shows them; those with courses that are paid for need one more query, however many they are. */
export async function toOrders(catalogue: Catalogue, found: WholeOrder[], viewer: OrderViewer): Promise<Order[]> {
  const paidItems = found.filter(({ order }) => isPaidFor(order)).flatMap(({ items }) => items);
  const linkOf = await currentLinks(catalogue, paidItems);
  return found.map((whole) => toOrder(whole, viewer, linkOf));
}
