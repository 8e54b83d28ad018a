import type { Course } from "../src/contracts/catalogue/course.ts";
import type { Product } from "../src/contracts/catalogue/product.ts";
import type { Order } from "../src/contracts/orders/order.ts";
import { type OrderStatus, orderStatuses } from "../src/contracts/orders/order-rules.ts";

export const OWNER = { email: "owner@example.com", password: "a long test password" };

/** The id of one order in each status. */
export type SampleOrders = Record<OrderStatus, string>;

const SHIPPING = {
  name: "Meera Joshi",
  email: "meera@example.com",
  phone: "+91 90000 00001",
  address: "Flat 7, Chandra Apartments\n12 Tara Marg, Dharampeth\nNagpur 440010",
};

async function send<T>(url: string, method: string, body: object, token = ""): Promise<T> {
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  const reply = await fetch(url, { method, headers, body: JSON.stringify(body) });
  if (!reply.ok) throw new Error(`${method} ${url}: ${await reply.text()}`);
  return (await reply.json()) as T;
}

async function pay(url: string, token: string, { _id }: Order) {
  const { orderId } = await send<{ orderId: string }>(`${url}/api/payments/razorpay`, "POST", { orderId: _id }, token);
  const proof = await send<{ razorpay_payment_id: string; razorpay_signature: string }>(
    `${url}/sandbox/razorpay/v1/sandbox/payments`,
    "POST",
    { order_id: orderId, outcome: "success" },
  );
  const paid = { status: "paid", paymentId: proof.razorpay_payment_id, signature: proof.razorpay_signature };
  await send(`${url}/api/orders/${_id}/status`, "PUT", paid, token);
}

const NOTE = "Ring size 14, please.\nIt is a gift: no price in the parcel.";

/** Places an order of a product, a course and a consultation for each status. The pending one has no address. */
export async function placeSampleOrders(
  url: string,
  token: string,
  product: Product,
  course: Course,
): Promise<SampleOrders> {
  const { token: ownerToken } = await send<{ token: string }>(`${url}/api/users/login`, "POST", OWNER);
  const items = [
    { itemId: product._id, itemType: "product", qty: 1 },
    { itemId: course._id, itemType: "course", qty: 1 },
    { itemId: "Deep Dive-audio", itemType: "consultancy", qty: 1 },
  ];
  const totalAmount = product.offerPrice + course.offerPrice + 1800;
  const orders = {} as SampleOrders;
  for (const status of orderStatuses) {
    const shipping = status === "pending" ? { ...SHIPPING, address: "" } : SHIPPING;
    const body = { items, totalAmount, shipping, note: NOTE };
    const order = await send<Order>(`${url}/api/orders`, "POST", body, token);
    orders[status] = order._id;
    if (status === "pending") continue;
    if (status !== "cancelled") await pay(url, token, order);
    if (status !== "paid") await send(`${url}/api/orders/${order._id}/status`, "PUT", { status }, ownerToken);
  }
  return orders;
}
