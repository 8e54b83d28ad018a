import type { Appointment } from "../../contracts/appointments/appointment.ts";
import { toRupees } from "../../contracts/money.ts";
import type { Order } from "../../contracts/orders/order.ts";
import { isPaid } from "../../contracts/orders/order-rules.ts";
import { toShipment } from "../parcels/service.ts";
import { indianDay } from "../platform/indian-time.ts";
import { isHeld } from "./core/decide-placement.ts";
import { progressOf } from "./core/line-progress.ts";
import {
  dueOf,
  type FullOrder,
  hasMoney,
  hasMoneyToCheck,
  type ItemRow,
  isCounted,
  isShort,
  leftToReturn,
  providerPayment,
  recordedPayments,
  refundableOf,
} from "./core/order.ts";
import type { OrderDeps } from "./deps.ts";
import { paymentReason } from "./payments-to-check.ts";

/** Only the owner sees the internal note and payments that need a check. */
export type OrderViewer = "buyer" | "owner";

/**
 * What the buyer of a course needs: its current link, start and days, even if the course is a draft. A deleted course has
 * the link at purchase.
 */
export async function findCourseAccess({ catalogue, clock }: Pick<OrderDeps, "catalogue" | "clock">, items: ItemRow[]) {
  const ids = items.flatMap(({ courseId }) => courseId ?? []);
  const courses = await catalogue.courses.findMany(ids, "owner");
  const today = indianDay(clock.now());
  return ({ courseId, groupLink: linkAtPurchase }: ItemRow) => {
    if (!courseId) return {};
    const { groupLink = linkAtPurchase, nextStart, startTime, days } = courses.get(courseId) ?? {};
    return {
      ...(groupLink && { groupLink }),
      ...(nextStart && nextStart >= today && { nextStart, ...(startTime && { startTime }) }),
      ...(days && { days }),
    };
  };
}
type AccessOf = Awaited<ReturnType<typeof findCourseAccess>>;

/** Absent while nothing was received, and for an order that the provider's payment paid in full. */
function toPayments(full: FullOrder): Pick<Order, "payments"> {
  const counted = full.payments.filter(isCounted);
  const isByProvider = dueOf(full) === 0 && counted.every(({ method }) => method === "provider");
  if (counted.length === 0 || isByProvider) return {};
  return {
    payments: counted.map(({ method, amountPaise, reference, at }) => ({
      method,
      amount: toRupees(amountPaise),
      ...(reference && { reference }),
      at: at.toISOString(),
    })),
  };
}

/** An order as the contract shows it. Group links only once it is paid. */
function toOrder(
  full: FullOrder,
  viewer: OrderViewer,
  accessOf: AccessOf,
  booked: readonly { lineIndex: number; appointment: Appointment }[],
  now: Date,
): Order {
  const { order: row, items, history, events, eventCount, addressChange, shipments, payments } = full;
  const settledBy = providerPayment(full);
  const visible = events.filter(({ isPublic }) => isPublic || viewer === "owner");
  const earlierEvents = eventCount[viewer === "owner" ? "all" : "public"] - visible.length;
  return {
    _id: row.id,
    number: row.number,
    items: items.map((item) => {
      const isHidden = !isPaid(row.status) || (item.refundedQty >= item.qty && viewer === "buyer");
      const ofLine = booked.filter(({ lineIndex }) => lineIndex === item.lineIndex);
      const states = ofLine.map(({ appointment }) => appointment.state);
      return {
        itemId: item.itemId,
        itemType: item.itemType,
        title: item.title,
        price: toRupees(item.pricePaise),
        qty: item.qty,
        image: item.image,
        ...(item.discountPaise > 0 && { discount: toRupees(item.discountPaise) }),
        ...(!isHidden && accessOf(item)),
        ...(item.refundedQty > 0 && { refundedQty: item.refundedQty }),
        ...progressOf(row.status, item, shipments, states),
      };
    }),
    totalAmount: toRupees(row.totalPaise),
    ...(row.discountPaise > 0 && { discount: toRupees(row.discountPaise) }),
    ...(row.deliveryPaise > 0 && { delivery: toRupees(row.deliveryPaise) }),
    ...(row.couponCode && { coupon: row.couponCode }),
    ...(row.agentCheckoutId && { byAgent: true }),
    paymentMethod: row.paymentMethod,
    ...(settledBy && { paymentId: settledBy.paymentId }),
    status: row.status,
    shipping: {
      name: row.shippingName,
      email: row.shippingEmail,
      phone: row.shippingPhone,
      address: row.shippingAddress,
      ...(row.shippingPin && { pin: row.shippingPin }),
      ...(row.shippingState && { state: row.shippingState }),
      ...(row.buyerGstin && { gstin: row.buyerGstin }),
    },
    ...(addressChange && { shippingChange: addressChange }),
    ...(row.status === "paid" &&
      row.arrivesFrom &&
      row.arrivesTo && { arrival: { from: row.arrivesFrom, to: row.arrivesTo } }),
    ...(row.note && { note: row.note }),
    user: { name: row.buyerName, email: row.buyerEmail },
    history: history.map(({ status, actor, at }) => ({ status, by: actor, at: at.toISOString() })),
    ...(visible.length > 0 && {
      events: visible.map(({ kind, text, actor, at }) => ({ kind, text, by: actor, at: at.toISOString() })),
    }),
    ...(earlierEvents > 0 && { earlierEvents }),
    ...(shipments.length > 0 && { shipments: shipments.map((shipment) => toShipment(shipment, items)) }),
    createdAt: row.createdAt.toISOString(),
    ...(row.status === "pending" &&
      !hasMoney(full) &&
      !row.paidAt &&
      !hasMoneyToCheck(full) && {
        held: row.placement === "accepted" || isHeld(row, now),
        heldUntil: row.heldUntil.toISOString(),
      }),
    ...(viewer === "owner" && {
      customerId: row.userId,
      ...(row.paidAt && { paidAt: row.paidAt.toISOString() }),
      ...(row.deletedAt && { archivedAt: row.deletedAt.toISOString() }),
      internalNote: row.internalNote,
      stockShort: isShort(row),
      paymentNotes: payments
        .filter(({ isToCheck }) => isToCheck)
        .map((payment) => ({
          at: payment.at.toISOString(),
          paymentId: payment.paymentId,
          note: paymentReason(payment, row.deletedAt),
          refundable: payment.currency === "INR" && payment.method === "provider" ? toRupees(refundableOf(payment)) : 0,
        })),
      ...toPayments(full),
      ...(settledBy && { refundable: toRupees(refundableOf(settledBy)) }),
      ...(recordedPayments(full).length > 0 && { returnable: toRupees(leftToReturn(full)) }),
    }),
  };
}

export async function toOrders(
  deps: Pick<OrderDeps, "catalogue" | "clock" | "refunds" | "appointments">,
  orders: FullOrder[],
  viewer: OrderViewer,
): Promise<Order[]> {
  const paidItems = orders.filter(({ order }) => isPaid(order.status)).flatMap(({ items }) => items);
  const { refunds, appointments } = deps;
  const [accessOf, appointmentsOf] = await Promise.all([
    findCourseAccess(deps, paidItems),
    appointments.readFor(orders),
  ]);
  return orders.map((order) => {
    const booked = appointmentsOf.get(order.order.id) ?? [];
    return {
      ...toOrder(order, viewer, accessOf, booked, deps.clock.now()),
      ...refunds.show(order, viewer),
      ...(booked.length > 0 && { appointments: booked.map(({ appointment }) => appointment) }),
    };
  });
}
