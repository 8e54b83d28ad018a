import type { Appointment } from "../../contracts/appointments/appointment.ts";
import { toRupees } from "../../contracts/money.ts";
import type { Order } from "../../contracts/orders/order.ts";
import { isPaid } from "../../contracts/orders/order-rules.ts";
import type { Shipment } from "../../contracts/orders/shipment.ts";
import { isNotFullyRefunded } from "../../contracts/refunds/refund-rules.ts";
import type { Catalogue } from "../catalogue/service.ts";
import { progressOf } from "./line-progress.ts";
import type { FullOrder, ItemRow, Parcel } from "./order-rows.ts";
import { paymentReasons } from "./payment-reasons.ts";
import { needsCheck, refundableOf } from "./payments-to-check.ts";
import type { OrderDeps } from "./service.ts";

/** Only the owner sees the internal note and payments that need a check. */
export type OrderViewer = "buyer" | "owner";

/** A course's current group link, even if the course is a draft. A deleted course has the link at purchase. */
export async function currentLinks(catalogue: Catalogue, items: ItemRow[]) {
  const ids = items.filter(({ itemType }) => itemType === "course").map(({ itemId }) => itemId);
  const courses = await catalogue.courses.findMany(ids, "owner");
  return ({ itemType, itemId, groupLink }: ItemRow) =>
    itemType === "course" ? (courses.get(itemId)?.groupLink ?? groupLink) : "";
}

/** A parcel as the contract shows it. `items` are the lines of its order. */
export const toShipment = (parcel: Parcel, items: ItemRow[]): Shipment => ({
  _id: parcel.id,
  courier: parcel.courier,
  ...(parcel.trackingNumber && { trackingNumber: parcel.trackingNumber }),
  ...(parcel.trackingUrl && { trackingUrl: parcel.trackingUrl }),
  shippedAt: parcel.shippedAt.toISOString(),
  ...(parcel.deliveredAt && { deliveredAt: parcel.deliveredAt.toISOString() }),
  lines: parcel.lines.map(({ lineIndex, qty }) => {
    const { itemId, title } = items.find((item) => item.lineIndex === lineIndex)!;
    return { itemId, title, qty };
  }),
  version: parcel.version,
});

/** An order as the contract shows it. Group links only once it is paid. */
function toOrder(
  { order: row, items, history, events, parcels, payments }: FullOrder,
  viewer: OrderViewer,
  linkOf: (item: ItemRow) => string,
  sessions: readonly { lineIndex: number; appointment: Appointment }[],
): Order {
  const settledBy = payments.find(({ paymentId }) => paymentId === row.paymentId);
  const visible = events.filter(({ isPublic }) => isPublic || viewer === "owner");
  return {
    _id: row.id,
    items: items.map((item) => {
      const groupLink = isPaid(row.status) && linkOf(item);
      const ofLine = sessions.filter(({ lineIndex }) => lineIndex === item.lineIndex);
      const states = ofLine.map(({ appointment }) => appointment.state);
      return {
        itemId: item.itemId,
        itemType: item.itemType,
        title: item.title,
        price: toRupees(item.pricePaise),
        qty: item.qty,
        image: item.image,
        ...(item.discountPaise > 0 && { discount: toRupees(item.discountPaise) }),
        ...(groupLink && { groupLink }),
        ...progressOf(row.status, item, parcels, states),
      };
    }),
    totalAmount: toRupees(row.totalPaise),
    ...(row.discountPaise > 0 && { discount: toRupees(row.discountPaise) }),
    ...(row.deliveryPaise > 0 && { delivery: toRupees(row.deliveryPaise) }),
    ...(row.couponCode && { coupon: row.couponCode }),
    paymentMethod: row.paymentMethod,
    ...(row.paymentId && { paymentId: row.paymentId }),
    status: row.status,
    shipping: {
      name: row.shippingName,
      email: row.shippingEmail,
      phone: row.shippingPhone,
      address: row.shippingAddress,
      ...(row.shippingPin && { pin: row.shippingPin }),
    },
    ...(row.shippingChangedAt &&
      row.shippingChangedBy && {
        shippingChange: { at: row.shippingChangedAt.toISOString(), by: row.shippingChangedBy },
      }),
    ...(row.note && { note: row.note }),
    user: { name: row.buyerName, email: row.buyerEmail },
    history: history.map(({ status, actor, at }) => ({ status, by: actor, at: at.toISOString() })),
    ...(visible.length > 0 && {
      events: visible.map(({ kind, text, actor, at }) => ({ kind, text, by: actor, at: at.toISOString() })),
    }),
    ...(parcels.length > 0 && { shipments: parcels.map((parcel) => toShipment(parcel, items)) }),
    createdAt: row.createdAt.toISOString(),
    ...(viewer === "owner" && {
      customerId: row.userId,
      internalNote: row.internalNote,
      stockShort: row.stockShort,
      paymentNotes: payments.filter(needsCheck).map((payment) => ({
        at: payment.at.toISOString(),
        paymentId: payment.paymentId,
        note: paymentReasons[payment.outcome],
        refundable: payment.currency === "INR" ? toRupees(refundableOf(payment)) : 0,
      })),
      ...(settledBy && { refundable: toRupees(refundableOf(settledBy)) }),
    }),
  };
}

/** Removes the group link of refunded courses. */
const hideRefundedLinks = (order: Order): Order => ({
  ...order,
  items: order.items.map((item) => (isNotFullyRefunded(order, item) ? item : { ...item, groupLink: undefined })),
});

export async function toOrders(
  { catalogue, refunds, appointments }: Pick<OrderDeps, "catalogue" | "refunds" | "appointments">,
  orders: FullOrder[],
  viewer: OrderViewer,
): Promise<Order[]> {
  const paidItems = orders.filter(({ order }) => isPaid(order.status)).flatMap(({ items }) => items);
  const withPayments = orders.filter(({ payments }) => payments.length > 0);
  const withAppointments = orders
    .flatMap(({ items }) => items)
    .filter(({ itemType }) => itemType === "consultancy")
    .map(({ orderId }) => orderId);
  const [linkOf, refundsOf, appointmentsOf] = await Promise.all([
    currentLinks(catalogue, paidItems),
    refunds.viewForOrders(withPayments, viewer),
    appointments.viewForOrders([...new Set(withAppointments)]),
  ]);
  return orders.map((order) => {
    const sessions = appointmentsOf.get(order.order.id) ?? [];
    const shown = {
      ...toOrder(order, viewer, linkOf, sessions),
      ...refundsOf.get(order.order.id),
      ...(sessions.length > 0 && { appointments: sessions.map(({ appointment }) => appointment) }),
    };
    return viewer === "buyer" && shown.refunds ? hideRefundedLinks(shown) : shown;
  });
}
