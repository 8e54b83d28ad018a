import { formatArrival } from "../../contracts/orders/arrival-rules.ts";
import { addressLines } from "../../contracts/orders/cart-rules.ts";
import { orderName } from "../../contracts/orders/order-rules.ts";
import { formatPaise } from "../platform/format-paise.ts";
import type { FullOrder, ItemRow, OrderRow } from "./core/order.ts";
import type { OrderDeps } from "./deps.ts";

/** Links to the order page. The success page is only for the redirect after a payment. */
export const seeOrder = ({ publicUrl }: OrderDeps, { id }: OrderRow) => ({
  label: "See your order",
  url: `${publicUrl}/orders/${id}`,
});

export const ownerAction = ({ publicUrl }: OrderDeps, orderId: string) => ({
  label: "Open the order",
  url: `${publicUrl}/admin/orders/${orderId}`,
});

export const priced = ({ title, qty, image, pricePaise }: ItemRow) => ({
  title,
  qty,
  image,
  amount: formatPaise(pricePaise * qty),
});

export const addressOf = ({ shippingAddress, shippingPin }: OrderRow) =>
  addressLines({ address: shippingAddress, pin: shippingPin });

const priceDetails = ({ discountPaise, deliveryPaise, couponCode }: OrderRow) => [
  ...(discountPaise > 0 ? [{ label: "Discount", value: `−${formatPaise(discountPaise)} (${couponCode})` }] : []),
  ...(deliveryPaise > 0 ? [{ label: "Delivery", value: formatPaise(deliveryPaise) }] : []),
  ...(couponCode && discountPaise === 0 ? [{ label: "Delivery", value: `Free (${couponCode})` }] : []),
];

export function orderDetails({ order, items }: FullOrder) {
  const { shippingName, shippingPhone, arrivesFrom: from, arrivesTo: to } = order;
  return [
    { label: "Order", value: orderName(order.id, order.number) },
    { label: "Items", value: items.map(priced) },
    ...priceDetails(order),
    { label: "Total paid", value: formatPaise(order.totalPaise) },
    ...(from && to ? [{ label: "Arrives", value: formatArrival({ from, to }) }] : []),
    { label: "For", value: [shippingName, shippingPhone, addressOf(order)].filter(Boolean).join("\n") },
  ];
}
