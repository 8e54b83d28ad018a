import type { APIRequestContext, Page } from "@playwright/test";
import type { Order } from "../../../src/contracts/orders/order.ts";
import { makeCustomer } from "./account.ts";
import { packageLine, type StoredLine } from "./cart.ts";
import { type Customer, payElsewhere, SHIPPING } from "./checkout.ts";
import { expect } from "./test.ts";

type Product = Pick<StoredLine, "itemId" | "itemType" | "price">;
interface OrderDetails extends Partial<typeof SHIPPING> {
  pin?: string;
  note?: string;
  /** One piece of it is ordered beside the consultation. */
  product?: Product;
  /** Instead of a new customer. Their open order for the same cart is reused. */
  buyer?: Customer;
}

/** An order for a consultation, which has no stock. */
export async function makeOrder(
  request: APIRequestContext,
  { note = "", product, buyer, ...shipping }: OrderDetails = {},
) {
  const lines = [packageLine, ...(product ? [product] : [])];
  const customer = buyer ?? (await makeCustomer(request));
  const reply = await request.post("/api/orders", {
    headers: { authorization: `Bearer ${customer.token}` },
    data: {
      items: lines.map(({ itemId, itemType }) => ({ itemId, itemType, qty: 1 })),
      totalAmount: lines.reduce((sum, { price }) => sum + price, 0),
      shipping: { ...SHIPPING, ...shipping },
      note,
    },
  });
  expect(reply.status(), await reply.text()).toBe(201);
  return { customer, order: (await reply.json()) as Order };
}

/** Reads the order as the owner. */
export async function readOrder(request: APIRequestContext, token: string, { _id }: Pick<Order, "_id">) {
  const reply = await request.get(`/api/orders/${_id}`, { headers: { authorization: `Bearer ${token}` } });
  return (await reply.json()) as Order;
}

/** A paid order. */
export async function makePaidOrder(request: APIRequestContext, ownerToken: string) {
  const { customer, order } = await makeOrder(request);
  await payElsewhere(request, customer, order);
  await expect.poll(async () => (await readOrder(request, ownerToken, order)).status).toBe("paid");
  return readOrder(request, ownerToken, order);
}

export const shortId = ({ _id }: Pick<Order, "_id">) => _id.slice(-6);

export const statusOf = (page: Page, order: Pick<Order, "_id">) =>
  page.getByLabel(`Status of order ${shortId(order)}`, { exact: true });

export const cardOf = (page: Page, order: Pick<Order, "_id">) =>
  page.getByRole("article", { name: `Order ${shortId(order)}` });

/** Mocks a call for a page of a list. */
export const answerPage = (page: Page, call: string, items: unknown[], total = items.length) =>
  page.route(call, (route) => route.fulfill({ json: items, headers: { "x-total-count": `${total}` } }));
