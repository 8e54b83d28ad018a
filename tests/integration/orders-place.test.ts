import { describe, expect } from "vitest";
import { defaultSettings } from "../../site.config.ts";
import type { Order } from "../../src/contracts/orders/order.ts";
import { makeCustomer } from "../support/customers.ts";
import {
  expectRefused,
  formOf,
  makeCourse,
  makeExpert,
  makeProduct,
  problemOf,
  resendProduct,
} from "../support/forms.ts";
import { placeOrder, readOrder, SHIPPING, sendOrder, stockOf, wants } from "../support/orders.ts";
import { roundTripsOf } from "../support/round-trips.ts";
import { type TestShop, test } from "../support/test-shop.ts";

const { packages } = defaultSettings.packages;

const item = (itemId: string, itemType: "product" | "course" | "consultancy" = "product", qty = 1) => ({
  itemId,
  itemType,
  qty,
});
const form = (totalAmount: number, ...items: ReturnType<typeof item>[]) => ({ items, totalAmount, shipping: SHIPPING });

/** One of each item type. */
async function fullCart(shop: TestShop) {
  const stone = await makeProduct(shop, { price: "900", offerPrice: "749.50", stock: "5" });
  const course = await makeCourse(shop, { offerPrice: "2500.50", groupLink: "https://chat.example.com/secret" });
  const expert = await makeExpert(shop, { price: "20", videoPrice: "25" });
  const [pack] = packages;
  const items = [
    item(stone._id, "product", 2),
    item(course._id, "course"),
    item(`${pack!.title}-video`, "consultancy"),
    item(`${expert._id}-video-60`, "consultancy"),
  ];
  const total = 2 * 749.5 + 2500.5 + pack!.videoPrice + 25 * 60;
  return { stone, course, expert, pack: pack!, items, total };
}

test("an order has the catalogue's titles, prices and total, and ignores the ones sent with it", async ({ shop }) => {
  const { stone, course, expert, pack, items, total } = await fullCart(shop);
  const buyer = await makeCustomer(shop);
  const smuggled = items.map((line) => ({
    ...line,
    price: 1,
    title: "Cheap",
    image: "x",
    groupLink: "y",
    discount: 9,
  }));
  const extras = { status: "paid", role: "owner", user: "x", _id: "x", paymentId: "pay_x", stockShort: false };
  const reply = await sendOrder(shop, buyer, { ...form(total), ...extras, items: smuggled });
  expect(reply.statusCode, reply.body).toBe(201);
  const order = reply.json() as Order;
  expect(order).toMatchObject({
    status: "pending",
    totalAmount: total,
    paymentMethod: "razorpay",
    shipping: SHIPPING,
    user: { name: "Customer", email: buyer.email },
    history: [{ status: "pending", by: "buyer" }],
  });
  expect(order.items.map(({ title, price, qty }) => [title, price, qty])).toEqual([
    [stone.title, 749.5, 2],
    [course.title, 2500.5, 1],
    [`${pack.title} (Video)`, pack.videoPrice, 1],
    [`${expert.name} (Video, 60 min)`, 1500, 1],
  ]);
  expect(order).not.toHaveProperty("paymentId");
  expect(reply.body).not.toMatch(/groupLink|secret|stockShort|paymentNotes|Cheap/);
  expect(await stockOf(shop, stone._id)).toBe(3);
  expect(await readOrder(shop, buyer.token, order._id)).toEqual(order);
});

test("an order keeps its lines when the catalogue changes", async ({ shop }) => {
  const { stone, course, expert, items, total } = await fullCart(shop);
  const buyer = await makeCustomer(shop);
  const order = await placeOrder(shop, buyer, form(total, ...items));
  const owner = { token: shop.ownerToken };
  await resendProduct(shop, stone._id, { title: "Renamed", category: "Tower", price: "5", stock: "3" });
  const renamed = formOf({ title: "Renamed", actualPrice: "5", offerPrice: "5" });
  await shop.call("PUT", `/api/courses/${course._id}`, { ...owner, form: renamed });
  expect(await readOrder(shop, buyer.token, order._id)).toEqual(order);
  for (const path of [`products/${stone._id}`, `courses/${course._id}`, `experts/${expert._id}`]) {
    expect((await shop.call("DELETE", `/api/${path}`, owner)).statusCode).toBe(200);
  }
  expect(await readOrder(shop, buyer.token, order._id)).toEqual(order);
});

test("returns 409 with current lines when the total differs, and takes no stock", async ({ shop }) => {
  const product = await makeProduct(shop, { price: "900", stock: "5" });
  const buyer = await makeCustomer(shop);
  for (const total of [0, 1, 899.99, 900.01, 90_000, 1800, 1e11, 900.004 + 0.002]) {
    const reply = await sendOrder(shop, buyer, form(total, item(product._id)));
    expect([reply.statusCode, problemOf(reply).code]).toEqual([409, "price_changed"]);
    expect(reply.json().lines).toMatchObject([
      { itemId: product._id, title: product.title, price: 900, problem: null },
    ]);
  }
  await resendProduct(shop, product._id, { title: product.title, category: "Tumbles", price: "950", stock: "5" });
  const late = await sendOrder(shop, buyer, wants(product._id, 900));
  expect([late.statusCode, late.json().lines[0].price]).toEqual([409, 950]);
  expect(await stockOf(shop, product._id)).toBe(5);
  expect((await shop.call("GET", "/api/orders/my", { token: buyer.token })).json()).toEqual([]);
});

describe("returns 409 that names unavailable lines, and takes no stock", () => {
  test("when a product is sold out or has too few pieces for one or several lines", async ({ shop }) => {
    const soldOut = await makeProduct(shop, { price: "900", stock: "0" });
    const few = await makeProduct(shop, { price: "900", stock: "3" });
    const plenty = await makeProduct(shop, { price: "900", stock: "9" });
    const buyer = await makeCustomer(shop);
    const tries = [
      { items: [item(soldOut._id), item(plenty._id)], problems: ["sold_out", null] },
      { items: [item(plenty._id), item(few._id, "product", 4)], problems: [null, "short"] },
      { items: [item(few._id, "product", 2), item(few._id, "product", 2)], problems: [null, "short"] },
    ];
    for (const { items, problems } of tries) {
      const total = items.reduce((sum, { qty }) => sum + 900 * qty, 0);
      const reply = await sendOrder(shop, buyer, form(total, ...items));
      expect([reply.statusCode, problemOf(reply).code]).toEqual([409, "out_of_stock"]);
      expect(reply.json().lines.map((line: { problem: unknown }) => line.problem)).toEqual(problems);
      const { message } = problemOf(reply);
      expect(message).toContain(problems[0] ? soldOut.title : few.title);
      expect(message).not.toContain(plenty.title);
    }
    expect([await stockOf(shop, few._id), await stockOf(shop, plenty._id)]).toEqual([3, 9]);
    await placeOrder(shop, buyer, form(2700, item(few._id, "product", 2), item(few._id)));
    expect(await stockOf(shop, few._id)).toBe(0);
  });

  test("when an item is deleted, unknown or of another type", async ({ shop }) => {
    const product = await makeProduct(shop, { price: "900", stock: "5" });
    const gone = await makeProduct(shop, { price: "900", stock: "5" });
    await shop.call("DELETE", `/api/products/${gone._id}`, { token: shop.ownerToken });
    const expert = await makeExpert(shop, { price: "20" });
    const buyer = await makeCustomer(shop);
    const lines = [
      item(gone._id),
      item("no id at all"),
      item("'; drop table orders; --"),
      item(product._id.toUpperCase()),
      item(product._id, "course"),
      item(product._id, "consultancy"),
      item("No such package-audio", "consultancy"),
      item(`${packages[0]!.title}-telepathy`, "consultancy"),
      item(`${expert._id}-video-1`, "consultancy"),
      item(`${expert._id}-video-0060`, "consultancy"),
      item("__proto__", "consultancy"),
    ];
    for (const line of lines) {
      const reply = await sendOrder(shop, buyer, form(900, line, item(product._id)));
      expect([line, reply.statusCode, problemOf(reply).code]).toEqual([line, 409, "out_of_stock"]);
      expect(reply.json().lines).toMatchObject([{ problem: "gone" }, { problem: null }]);
    }
    expect(await stockOf(shop, product._id)).toBe(5);
  });
});

test("an order of items that cost nothing is paid at once, and takes its pieces", async ({ shop }) => {
  const product = await makeProduct(shop, { price: "10", offerPrice: "0", stock: "4" });
  const course = await makeCourse(shop, { offerPrice: "0", groupLink: "https://example.com/group" });
  const buyer = await makeCustomer(shop);
  const placed = await placeOrder(shop, buyer, wants(product._id, 0, 4));
  expect(placed).toMatchObject({ status: "paid", totalAmount: 0, items: [{ progress: "to_pack" }] });
  expect(placed.events).toMatchObject([{ kind: "payment", text: "There was nothing to pay.", by: "system" }]);
  expect(await stockOf(shop, product._id)).toBe(0);
  const withCourse = await placeOrder(shop, buyer, form(0, item(course._id, "course")));
  expect(withCourse).toMatchObject({ status: "paid", items: [{ groupLink: "https://example.com/group" }] });
  const reply = await sendOrder(shop, buyer, wants(product._id, 0));
  expect([reply.statusCode, problemOf(reply).code]).toEqual([409, "out_of_stock"]);
});

test("returns 400 for a payment of less than one rupee", async ({ shop }) => {
  const buyer = await makeCustomer(shop);
  const half = await makeProduct(shop, { price: "1", offerPrice: "0.5", stock: "2" });
  const reply = await sendOrder(shop, buyer, wants(half._id, 0.5));
  expect([reply.statusCode, problemOf(reply).code]).toEqual([400, "nothing_to_pay"]);
  expect(await placeOrder(shop, buyer, wants(half._id, 0.5, 2))).toMatchObject({ totalAmount: 1 });
});

test("returns 400 with a message for each invalid field", async ({ shop }) => {
  const product = await makeProduct(shop, { price: "900", stock: "5" });
  const buyer = await makeCustomer(shop);
  const good = wants(product._id, 900);
  const refused = async (json: unknown, ...fields: string[]) =>
    expectRefused(await sendOrder(shop, buyer, json), ...fields);

  for (const qty of [0, -1, 1.5, 1e9, 1000, "1", null, undefined, [], true, 1e-9]) {
    await refused({ ...good, items: [{ ...good.items[0], qty }] }, "items");
  }
  for (const items of [undefined, null, "x", [null], [[]], [{}], Array.from({ length: 101 }, () => good.items[0])]) {
    await refused({ ...good, items }, "items");
  }
  const empty = await sendOrder(shop, buyer, { ...good, items: [] });
  expect([empty.statusCode, problemOf(empty).fields]).toEqual([400, { items: "Your cart is empty!" }]);
  for (const itemType of ["ship", "", null, "Product"]) {
    await refused({ ...good, items: [{ ...good.items[0], itemType }] }, "items");
  }
  for (const totalAmount of [-1, "900", null, undefined, {}]) await refused({ ...good, totalAmount }, "totalAmount");
  for (const paymentMethod of ["cash", "", 1, null]) await refused({ ...good, paymentMethod }, "paymentMethod");
  for (const shipping of [undefined, null, "x", []]) {
    expect((await sendOrder(shop, buyer, { ...good, shipping })).statusCode).toBe(400);
  }
  const ship = (fields: object) => ({ ...good, shipping: { ...SHIPPING, ...fields } });
  for (const email of ["", "x", "a@b", undefined, 7, `${"x".repeat(250)}@example.com`, "a@b.in\r\nBcc: c@d.in"]) {
    await refused(ship({ email }), "shipping.email");
  }
  for (const phone of ["", "123", "phone", undefined, "+".repeat(12)]) await refused(ship({ phone }), "shipping.phone");
  for (const name of ["", "  ", "x".repeat(121), "https://x.in", "a\nb", undefined, "a\0b"])
    await refused(ship({ name }), "shipping.name");
  await refused(ship({ address: "x".repeat(1001) }), "shipping.address");
  for (const pin of ["040010", "44001", "4400100", "44 0010", "44001a", "४४००१०", 440010, null])
    await refused(ship({ pin }), "shipping.pin");
  await refused({}, "items", "shipping", "totalAmount");
  await refused([], "body");
  expect((await sendOrder(shop, buyer, { ...good, note: "x".repeat(2 ** 20) })).statusCode).toBe(413);
  expect(await stockOf(shop, product._id)).toBe(5);
});

test("an owner who places an order gets the same fields as when reading it", async ({ shop }) => {
  const product = await makeProduct(shop, { price: "900", stock: "5" });
  const order = await placeOrder(shop, { token: shop.ownerToken }, wants(product._id, 900));
  expect(order).toMatchObject({ stockShort: false, paymentNotes: [] });
  expect(await readOrder(shop, shop.ownerToken, order._id)).toEqual(order);
});

test("an order after a profile change has the new name", async ({ shop }) => {
  const product = await makeProduct(shop, { price: "900", stock: "5" });
  const buyer = await makeCustomer(shop);
  const json = { name: "A New Name", phone: "" };
  const saved = await shop.call("PUT", "/api/users/profile", { token: buyer.token, json });
  expect(saved.statusCode, saved.body).toBe(200);
  expect(await placeOrder(shop, buyer, wants(product._id, 900))).toMatchObject({
    user: { name: "A New Name", email: buyer.email },
  });
});

test("products are locked last: the stock is taken after all inserts", async ({ shop }) => {
  const product = await makeProduct(shop, { price: "900", stock: "5" });
  const buyer = await makeCustomer(shop);
  const { result, texts } = await roundTripsOf(() => sendOrder(shop, buyer, wants(product._id, 900)));
  expect(result.statusCode, result.body).toBe(201);
  const stock = texts.findIndex((text) => text.includes('update "products"'));
  const inserts = texts.flatMap((text, index) => (/insert into "order/.test(text) ? index : []));
  expect(texts.join().match(/insert into "order/g)).toHaveLength(3);
  expect(Math.max(...inserts)).toBeLessThan(stock);
  expect(texts[stock + 1]).toBe("commit");
});

test("returns 401 without a valid login", async ({ shop }) => {
  const product = await makeProduct(shop, { price: "900", stock: "5" });
  for (const token of ["", "garbage", `${shop.ownerToken}x`]) {
    expect((await sendOrder(shop, { token }, wants(product._id, 900))).statusCode).toBe(401);
  }
  expect(await stockOf(shop, product._id)).toBe(5);
});
