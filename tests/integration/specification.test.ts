import { expect } from "vitest";
import { makeCustomer } from "../support/customers.ts";
import { expectRefused, formOf, makeCourse, makeExpert, makeProduct, problemOf } from "../support/forms.ts";
import { readPage } from "../support/html.ts";
import { placeOrder, SHIPPING, sendOrder, wants } from "../support/orders.ts";
import { type TestShop, test } from "../support/test-shop.ts";

// The specification's lists of fields and calls, and its lengths. Screens: tests/e2e/specification.test.ts.

const makeBlog = async (shop: TestShop, content: string) =>
  (
    await shop.call("POST", "/api/blogs", { token: shop.ownerToken, form: formOf({ title: "Moon", content }) })
  ).json() as { _id: string };

/** Section 7: each call with the fields that it must take. */
const calls = {
  "post /api/orders": ["items", "totalAmount", "paymentMethod", "shipping"],
  "get /api/orders/my": [],
  "get /api/orders/{id}": [],
  "get /api/orders": [],
  "put /api/orders/{id}/status": ["status"],
  "delete /api/orders/{id}": [],
  "post /api/payments/razorpay": ["orderId"],
  "post /api/users/register": ["name", "email", "phone", "password"],
  "post /api/users/login": ["email", "password"],
  "get /api/users/profile": [],
  "put /api/users/profile": ["name", "phone", "password"],
  "post /api/users/forgot": ["email"],
  "put /api/users/reset/{token}": ["password"],
  ...ofCatalogue("products", "title category subCategory price offerPrice stock topSelling description images"),
  ...ofCatalogue("courses", "title description actualPrice offerPrice topSelling groupLink image"),
  ...ofCatalogue("blogs", "title content images"),
  ...ofCatalogue("experts", "name languages domain price exp description status images"),
};

function ofCatalogue(kind: string, names: string): Record<string, string[]> {
  const record = `/api/${kind}/{id}`;
  const fields = names.split(" ");
  return {
    [`get /api/${kind}`]: [],
    [`get ${record}`]: [],
    [`post /api/${kind}`]: fields,
    [`put ${record}`]: fields,
    [`delete ${record}`]: [],
  };
}

test("every call of the specification is there and takes its fields", async ({ shop }) => {
  const { paths } = (await shop.call("GET", "/api/openapi.json")).json();
  for (const [call, fields] of Object.entries(calls)) {
    const [method, path] = call.split(" ") as [string, string];
    const content = paths[path]?.[method]?.requestBody?.content ?? {};
    const { schema } = content["multipart/form-data"] ?? content["application/json"] ?? { schema: { properties: {} } };
    expect([call, path in paths && method in paths[path]]).toEqual([call, true]);
    expect(Object.keys(schema.properties), call).toEqual(expect.arrayContaining(fields));
  }
});

test("records, accounts and orders have the fields of the specification, with its defaults", async ({ shop }) => {
  const buyer = await makeCustomer(shop);
  const product = await makeProduct(shop, { category: "Jewellery", subCategory: "Rings", price: "900", stock: "5" });
  expect(product).toMatchObject({ price: 900, offerPrice: 900, stock: 5, topSelling: false, subCategory: "Rings" });
  expect(await makeProduct(shop, { subCategory: "Rings" })).toMatchObject({ stock: 0, subCategory: null });
  const course = await makeCourse(shop, {}, "image");
  expect(course.image).toMatch(/^\/uploads\//);
  const expert = await makeExpert(shop);
  expect(expert).toMatchObject({ status: "offline", price: 20, audioPrice: null, videoPrice: null, exp: null });
  const order = await placeOrder(shop, buyer, wants(product._id, 900, 2));
  const json = { name: "Asha", email: "asha.spec@example.com", phone: "90000 00001", password: "a quiet long walk" };
  const registered = await shop.call("POST", "/api/users/register", { json });
  const profile = await shop.call("GET", "/api/users/profile", { token: registered.json().token });

  for (const [record, names] of [
    [product, "title description category subCategory price offerPrice stock images topSelling createdAt"],
    [course, "title description shortDescription actualPrice offerPrice topSelling image"],
    [expert, "name languages domain price audioPrice videoPrice exp description status images createdAt"],
    [await makeBlog(shop, "Words."), "title content images createdAt"],
    [order, "items totalAmount paymentMethod status shipping user createdAt"],
  ] as const)
    expect(Object.keys(record)).toEqual(expect.arrayContaining(["_id", ...names.split(" ")]));
  expect(order).toMatchObject({ status: "pending", paymentMethod: "razorpay", totalAmount: 1800, shipping: SHIPPING });
  const { _id: itemId, title } = product;
  expect(order.items).toMatchObject([{ itemId, itemType: "product", title, price: 900, qty: 2 }]);
  expect(profile.json()).toEqual({ name: "Asha", email: json.email, phone: expect.any(String), role: "customer" });
});

test("an empty form is refused at the specification's required fields and no other", async ({ shop }) => {
  for (const [path, ...required] of [
    ["/api/users/register", "name", "email", "phone", "password"],
    ["/api/users/login", "email", "password"],
    ["/api/enquiries", "name", "email", "message"],
    ["/api/products", "title", "category", "price"],
    ["/api/courses", "title", "actualPrice", "offerPrice"],
    ["/api/blogs", "title", "content"],
    ["/api/experts", "name"],
  ] as const)
    expectRefused(await shop.call("POST", path, { token: shop.ownerToken, json: {} }), ...required);
  const buyer = await makeCustomer(shop);
  const course = await makeCourse(shop, { offerPrice: "900" });
  const items = [{ itemId: course._id, itemType: "course", qty: 1 }];
  const send = (shipping: object) => sendOrder(shop, buyer, { items, totalAmount: 900, shipping });
  expect(Object.keys(problemOf(await send({})).fields!).sort()).toEqual([
    "shipping.email",
    "shipping.name",
    "shipping.phone",
  ]);
  // The form of every cart has the optional address.
  expect((await send(SHIPPING)).json().shipping).toEqual(SHIPPING);
});

test("previews are the first 200 characters of products and courses and 150 of articles, and an ellipsis", async ({
  shop,
  url,
}) => {
  const words = "A moon rises over the ghats slowly, ".repeat(9);
  /** With a space before the cut, and an emoji at it. */
  const at = (count: number) => `${words.slice(0, count - 3)}: 🌙`;
  const description = `${at(200)} and the rest is below.`;
  const whole = at(200);
  const [product, course] = [await makeProduct(shop, { description }), await makeCourse(shop, { description })];
  const short = await makeProduct(shop, { description: whole });
  const described = { description, shortDescription: "A short promise" };
  const promised = await makeCourse(shop, described);
  const blog = await makeBlog(shop, `${at(150)} and the rest is below.`);
  const count = async (path: string, text: string) => (await readPage(url + path)).main.split(text).length - 1;

  expect(await count(`/product/${product._id}`, `>${whole}…<`)).toBe(1);
  expect(await count(`/product/${short._id}`, `>${whole}<`)).toBe(2);
  expect(await count(`/course/${course._id}`, `>${whole}…<`)).toBe(1);
  expect(await count(`/course/${promised._id}`, `>${whole}…<`)).toBe(0);
  expect(await count("/courses", `>${whole}…<`)).toBe(2);
  expect([await count("/blogs", `>${at(150)}…<`), await count(`/blogs/${blog._id}`, `${at(150)}…`)]).toEqual([1, 0]);
});
