import type { Appointment } from "../../contracts/appointments/appointment.ts";
import { toRupees } from "../../contracts/money.ts";
import type { Order } from "../../contracts/orders/order.ts";
import { isPaid } from "../../contracts/orders/order-rules.ts";
import type { Shipment } from "../../contracts/orders/shipment.ts";
import { indianDay } from "../platform/indian-time.ts";
import { progressOf } from "./line-progress.ts";
import { type FullOrder, type ItemRow, type OrderShipment, refundableOf } from "./order-records.ts";
import { paymentReason } from "./payments-to-check.ts";
import type { OrderDeps } from "./service.ts";

/** Only the owner sees the internal note and payments that need a check. */
export type OrderViewer = "buyer" | "owner";

/**
 * What the buyer of a course needs: its current link, start and days, even if the course is a draft. A deleted course has
 * the link at purchase.
 */
export async function findCourseAccess({ catalogue, clock }: Pick<OrderDeps, "catalogue" | "clock">, items: ItemRow[]) {
  const ids = items.filter(({ itemType }) => itemType === "course").map(({ itemId }) => itemId);
  const courses = await catalogue.courses.findMany(ids, "owner");
  const today = indianDay(clock.now());
  return ({ itemType, itemId, groupLink: linkAtPurchase }: ItemRow) => {
    if (itemType !== "course") return {};
    const { groupLink = linkAtPurchase, nextStart, startTime, days } = courses.get(itemId) ?? {};
    return {
      ...(groupLink && { groupLink }),
      ...(nextStart && nextStart >= today && { nextStart, ...(startTime && { startTime }) }),
      ...(days && { days }),
    };
  };
}
type AccessOf = Awaited<ReturnType<typeof findCourseAccess>>;

/** A shipment as the contract shows it. `items` are the lines of its order. */
export const toShipment = (shipment: OrderShipment, items: ItemRow[]): Shipment => ({
  _id: shipment.id,
  courier: shipment.courier,
  ...(shipment.trackingNumber && { trackingNumber: shipment.trackingNumber }),
  ...(shipment.trackingUrl && { trackingUrl: shipment.trackingUrl }),
  shippedAt: shipment.shippedAt.toISOString(),
  ...(shipment.deliveredAt && { deliveredAt: shipment.deliveredAt.toISOString() }),
  lines: shipment.lines.map(({ lineIndex, qty }) => {
    const { itemId, title } = items.find((item) => item.lineIndex === lineIndex)!;
    return { itemId, title, qty };
  }),
  version: shipment.version,
});

/** An order as the contract shows it. Group links only once it is paid. */
function toOrder(
  { order: row, items, history, events, shipments, payments }: FullOrder,
  viewer: OrderViewer,
  accessOf: AccessOf,
  booked: readonly { lineIndex: number; appointment: Appointment }[],
  now: Date,
): Order {
  const settledBy = payments.find(({ paymentId }) => paymentId === row.paymentId);
  const visible = events.filter(({ isPublic }) => isPublic || viewer === "owner");
  return {
    _id: row.id,
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
    ...(row.paymentId && { paymentId: row.paymentId }),
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
    ...(row.shippingChangedAt &&
      row.shippingChangedBy && {
        shippingChange: { at: row.shippingChangedAt.toISOString(), by: row.shippingChangedBy },
      }),
    ...(row.status === "paid" &&
      row.arrivesFrom &&
      row.arrivesTo && { arrival: { from: row.arrivesFrom, to: row.arrivesTo } }),
    ...(row.note && { note: row.note }),
    user: { name: row.buyerName, email: row.buyerEmail },
    history: history.map(({ status, actor, at }) => ({ status, by: actor, at: at.toISOString() })),
    ...(visible.length > 0 && {
      events: visible.map(({ kind, text, actor, at }) => ({ kind, text, by: actor, at: at.toISOString() })),
    }),
    ...(shipments.length > 0 && { shipments: shipments.map((shipment) => toShipment(shipment, items)) }),
    createdAt: row.createdAt.toISOString(),
    ...(row.status === "pending" && {
      held: row.stock === "held" && row.heldUntil > now,
      heldUntil: row.heldUntil.toISOString(),
    }),
    ...(viewer === "owner" && {
      customerId: row.userId,
      internalNote: row.internalNote,
      stockShort: row.stockShort,
      paymentNotes: payments
        .filter(({ isToCheck }) => isToCheck)
        .map((payment) => ({
          at: payment.at.toISOString(),
          paymentId: payment.paymentId,
          note: paymentReason(payment, row.deletedAt),
          refundable: payment.currency === "INR" ? toRupees(refundableOf(payment)) : 0,
        })),
      ...(settledBy && { refundable: toRupees(refundableOf(settledBy)) }),
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
