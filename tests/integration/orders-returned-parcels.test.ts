import { expect } from "vitest";
import type { Order } from "../../src/contracts/orders/order.ts";
import type { Shipment } from "../../src/contracts/orders/shipment.ts";
import { asOwner } from "../support/admin.ts";
import { problemOf } from "../support/forms.ts";
import { mailsTo } from "../support/mails.ts";
import { orderOne, readOrder, SHIPPING, setStatus, stockOf } from "../support/orders.ts";
import { type TestShop, test } from "../support/test-shop.ts";

/** Three pieces, marked as paid. */
async function paidByHand(shop: TestShop) {
  const placed = await orderOne(shop, 5, 3);
  await setStatus(shop, shop.ownerToken, placed.order._id, { status: "paid" });
  return placed;
}

async function sent(shop: TestShop, { _id }: Order) {
  const parcel = { courier: "Delhivery", trackingNumber: "AWB 123/4" };
  const reply = await asOwner(shop, "POST", `/api/orders/${_id}/shipments`, parcel);
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json() as Shipment;
}

const pathOf = (order: Order, parcel: Shipment) => `/api/orders/${order._id}/shipments/${parcel._id}`;
const asOwnerRead = (shop: TestShop, { _id }: Order) => readOrder(shop, shop.ownerToken, _id);
const progressOf = ({ items: [item] }: Order) => `${item!.progress} ${item!.unpackedQty}`;

const subjectsTo = async (shop: TestShop, order: Order) =>
  (await mailsTo(shop, order.shipping.email))
    .map(({ headers }) => headers.subject!)
    .filter((subject) => subject.endsWith(`: order ${order._id.slice(-6)}`))
    .map((subject) => subject.replace(/: order \w+$/, ""));

test("a parcel that came back holds nothing: its pieces are packed and sent again, and the buyer is told once", async ({
  shop,
}) => {
  const { product: ring, buyer, order } = await paidByHand(shop);
  const stock = await stockOf(shop, ring._id);
  const packed = async () =>
    (await asOwner(shop, "GET", `/api/orders?task=pack&q=${order._id.slice(-6)}`)).json().length as number;
  const first = await sent(shop, order);
  expect(await packed()).toBe(0);
  const comeBack = (parcel: Shipment) => asOwner(shop, "POST", `${pathOf(order, parcel)}/returned`);
  const returned = { ...first, returnedAt: shop.clock.now().toISOString() };
  for (const reply of [await comeBack(first), await comeBack(first)])
    expect([reply.statusCode, reply.json()]).toEqual([200, returned]);
  const open = await readOrder(shop, buyer.token, order._id);
  expect([open.status, progressOf(open), open.shipments]).toEqual(["paid", "to_pack 3", [returned]]);
  expect(open.history.map(({ status }) => status)).toEqual(["pending", "paid", "shipped", "paid"]);
  expect(open.events!.filter(({ text }) => text.includes("came back"))).toHaveLength(1);
  expect([await packed(), await stockOf(shop, ring._id)]).toEqual([1, stock]);
  for (const [method, call] of [
    ["POST", "/delivered"],
    ["DELETE", ""],
  ] as const) {
    const refused = await asOwner(shop, method, pathOf(order, first) + call);
    expect([refused.statusCode, problemOf(refused).code]).toEqual([409, "parcel_closed"]);
  }
  // It came back before the mail that it had left was sent.
  expect(await subjectsTo(shop, order)).toEqual(["Your parcel came back to us"]);
  const mail = (await mailsTo(shop, order.shipping.email)).find(({ headers }) =>
    headers.subject!.includes(`came back to us: order ${order._id.slice(-6)}`),
  )!;
  for (const fact of ["Delhivery could not deliver", `${ring.title} × 3`, SHIPPING.phone, `/orders/${order._id}`])
    expect(mail.text).toContain(fact);
  const csv = await asOwner(shop, "GET", `/api/orders.csv?q=${order._id.slice(-6)}`);
  expect(csv.body).toContain("Delhivery AWB 123/4 (came back)");

  const second = await sent(shop, order);
  expect(second.lines.map(({ qty }) => qty)).toEqual([3]);
  await asOwner(shop, "POST", `${pathOf(order, second)}/delivered`);
  expect((await asOwnerRead(shop, order)).status).toBe("delivered");
  const late = await comeBack(second);
  expect([late.statusCode, problemOf(late).message]).toEqual([409, expect.stringContaining("was delivered")]);
  expect((await asOwner(shop, "POST", `${pathOf(order, { ...first, _id: order._id })}/returned`)).statusCode).toBe(404);
});
