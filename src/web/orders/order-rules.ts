import { isPiece } from "../../contracts/orders/cart-rules.ts";
import type { ArchivedQuery, Order, OrderItem } from "../../contracts/orders/order.ts";
import { isShippingOpen } from "../../contracts/orders/order-rules.ts";
import type { Shipment } from "../../contracts/orders/shipment.ts";
import { isNotFullyRefunded } from "../../contracts/refunds/refund-rules.ts";
import { canChooseFirstTime } from "../appointments/appointment-states.ts";
import { isMissing } from "../lib/api.ts";
import { browserApi } from "../lib/browser-api.ts";
import { addDays, indianDate, indianToday } from "../lib/dates.ts";

export const successPath = ({ _id }: Pick<Order, "_id">) => `/success?orderId=${_id}`;

export const needsAddress = ({ items, shipping, status }: Order) =>
  items.filter(isNotFullyRefunded).some(isPiece) && !shipping.address && isShippingOpen(status);

/** A pending order with money in is not paid again: the owner set it back, or looks at its payment. */
export const isToPay = ({ status, held }: Pick<Order, "status" | "held">) => status === "pending" && held !== undefined;

/** Of a pending order that is not to be paid. */
export const PAID_AND_PENDING =
  "There is nothing to pay: your payment has arrived. We are looking at this order again and write to you.";

/** The buyer's first task after paying; `undefined` when there is none. Its button is the page's primary one. */
export const firstTask = (order: Order) => {
  if (needsAddress(order)) return "address";
  if (order.appointments?.some(canChooseFirstTime)) return "time";
  return unrefundedItems(order).some(({ itemType }) => itemType === "course") ? "course" : undefined;
};

export const unrefundedItems = (order: Order) => order.items.filter(isNotFullyRefunded);

/** When the order is delivered, its shipments count as delivered, even if not marked one by one. */
export const isShipmentDelivered = (
  { status }: Pick<Order, "status">,
  { deliveredAt, returnedAt }: Pick<Shipment, "deliveredAt" | "returnedAt">,
) => deliveredAt !== undefined || (status === "delivered" && returnedAt === undefined);

/** Whether a review can be written, or has been. Buyers of a course are asked when it begins, and have the link later. */
export const canReview = ({ createdAt }: Pick<Order, "createdAt">, item: OrderItem) => {
  const { progress, deliveredQty } = item;
  if (!isNotFullyRefunded(item)) return false;
  if (progress === "access_given") return addDays(indianDate(createdAt), 7) <= indianToday();
  return Boolean(deliveredQty) || progress === "delivered" || progress === "done";
};

/** Loads an order: `null` when it does not exist, `undefined` when loading failed. */
export const findOrder = async (id: string, query: ArchivedQuery = {}): Promise<Order | null | undefined> =>
  id === ""
    ? null
    : browserApi
        .call("GET /api/orders/:id", { params: { id }, query })
        .catch((error: unknown) => (isMissing(error) ? null : undefined));
