import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { FastifyInstance } from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { noSchedule } from "../../src/contracts/appointments/schedule.ts";
import { ADDRESS } from "../support/addresses.ts";
import { CATCH_ALL, matrix, PAGES } from "../support/authorisation-matrix.ts";
import { couponForm, someCode } from "../support/coupons.ts";
import { makeCustomer } from "../support/customers.ts";
import { formOf, goodProduct, makeCourse, makeExpert, makeProduct, unique } from "../support/forms.ts";
import { type Customer, placeOrder, SHIPPING, wants } from "../support/orders.ts";
import { newPerson } from "../support/people.ts";
import { deliveredPiece, review } from "../support/reviews.ts";
import { OWNER, openTestShop, serve, type TestShop } from "../support/test-shop.ts";

/** Collects every route registered while `build` runs, as `GET /api/orders/:id`. */
async function collectRoutes(build: () => Promise<unknown>) {
  const found = new Set<string>();
  const onInitialization = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook("onRoute", ({ method, url }) => {
      // HEAD follows GET.
      for (const name of [method].flat()) if (name !== "HEAD") found.add(`${name} ${url.replace(/(?<=.)\/$/, "")}`);
    });
  };
  subscribe("fastify.initialization", onInitialization);
  try {
    await build();
  } finally {
    unsubscribe("fastify.initialization", onInitialization);
  }
  return [...found].sort();
}

const product = () => formOf(goodProduct());
const course = () => formOf({ title: unique("Tarot"), actualPrice: "5000", offerPrice: "2500" });
const expert = () => formOf({ name: unique("Asha") });
const blog = () => formOf({ title: unique("Moon"), content: "Full." });
const file = () => formOf({}, [{ bytes: "title,category,price\r\n", name: "a.csv", field: "file" }]);

/** The smallest PNG: one transparent pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const logo = () => formOf({}, [{ bytes: PIXEL, name: "logo.png", field: "picture" }]);

interface Body {
  form?: FormData;
  json?: unknown;
}

/** The body of each call, the same for every role. `id` is the record in its path. */
const bodies: Record<string, (id: string) => Body> = {
  "POST /api/products": () => ({ form: product() }),
  "PUT /api/products/:id": () => ({ form: product() }),
  "POST /api/products/import": () => ({ form: file() }),
  "POST /api/courses": () => ({ form: course() }),
  "PUT /api/courses/:id": () => ({ form: course() }),
  "POST /api/experts": () => ({ form: expert() }),
  "PUT /api/experts/:id": () => ({ form: expert() }),
  "PUT /api/experts/:id/schedule": () => ({ json: { ...noSchedule, version: 0 } }),
  "PUT /api/appointments/:id/keep": () => ({ json: { version: 1 } }),
  "PUT /api/appointments/:id/time": () => ({ json: { startsAt: "2030-01-01T05:30:00Z", version: 1 } }),
  "POST /api/appointments": () => ({ json: {} }),
  "POST /api/appointments/:id/cancel": () => ({ json: { version: 1 } }),
  "PUT /api/appointments/:id/outcome": () => ({ json: { outcome: "done", version: 1 } }),
  "PUT /api/appointments/:id/link": () => ({ json: { roomUrl: "https://meet.example.com/a", version: 1 } }),
  "PUT /api/appointments/:id/expert": () => ({ json: { expertId: "0", version: 1 } }),
  "PUT /api/appointments/:id/intake": () => ({ json: { question: "My work?", consent: true } }),
  "POST /api/blogs": () => ({ form: blog() }),
  "PUT /api/blogs/:id": () => ({ form: blog() }),
  "POST /api/coupons": () => ({ form: couponForm() }),
  "PUT /api/coupons/:id": () => ({ form: couponForm() }),
  "POST /api/reviews": () => ({ form: formOf({}) }),
  "PUT /api/reviews/:id": () => ({ json: { state: "published" } }),
  "POST /api/enquiries": () => ({ json: { name: "Asha", email: "asha@example.com", message: "Namaste" } }),
  "POST /api/back-in-stock": (id) => ({ json: { itemId: id, email: "asha@example.com" } }),
  "PUT /api/enquiries/:id": () => ({ json: { read: true } }),
  "POST /api/users/register": () => ({ json: newPerson() }),
  "POST /api/users/login": () => ({ json: OWNER }),
  "POST /api/users/forgot": () => ({ json: { email: "nobody@example.com" } }),
  "POST /api/users/code": () => ({ json: { email: "nobody@example.com" } }),
  "POST /api/users/code/login": () => ({ json: { email: "nobody@example.com", code: "123456" } }),
  "PUT /api/users/reset/:token": () => ({ json: { password: "four words of mine" } }),
  "PUT /api/users/profile": () => ({ json: { name: "Asha", phone: "" } }),
  "DELETE /api/users/profile": () => ({ json: { password: "a word of somebody else" } }),
  "POST /api/users/addresses": () => ({ json: ADDRESS }),
  "PUT /api/users/addresses/:id": () => ({ json: ADDRESS }),
  "PUT /api/customers/:id/notes": () => ({ json: { text: "Likes moonstone" } }),
  "POST /api/users/second-factor/totp": () => ({ json: { currentPassword: OWNER.password } }),
  "PUT /api/users/second-factor/totp": () => ({ json: { code: "000000" } }),
  "DELETE /api/users/second-factor/totp": () => ({ json: { ...OWNER, code: "000000" } }),
  "POST /api/users/second-factor/passkeys/options": () => ({ json: { currentPassword: OWNER.password } }),
  "POST /api/users/second-factor/passkeys": () => ({ json: { name: "Phone" } }),
  "DELETE /api/users/second-factor/passkeys/:id": () => ({ json: { ...OWNER, code: "000000" } }),
  "POST /api/users/second-factor/recovery-codes": () => ({ json: { currentPassword: OWNER.password } }),
  "POST /api/api-keys": () => ({ json: { name: "Shelf", access: "read", currentPassword: OWNER.password } }),
  "POST /api/webhooks": () => ({ json: { url: "http://localhost:9/", currentPassword: OWNER.password } }),
  "POST /api/webhooks/:id/secret": () => ({ json: { currentPassword: OWNER.password } }),
  "POST /api/invitations": () => ({ json: { email: "friend@example.com", role: "owner" } }),
  "POST /api/users/invitations/:token": () => ({ json: { password: "four words of mine" } }),
  "POST /api/cart/quote": () => ({ json: { items: [] } }),
  "POST /api/orders": (id) => ({ json: wants(id, 900) }),
  "PUT /api/orders/status": () => ({ json: { ids: ["0"], status: "paid" } }),
  "PUT /api/orders/:id/status": () => ({ json: { status: "paid" } }),
  "PUT /api/orders/:id/shipping": () => ({ json: SHIPPING }),
  "POST /api/orders/:id/shipments": () => ({ json: { courier: "Delhivery" } }),
  "PUT /api/orders/:id/shipments/:shipmentId": () => ({ json: { courier: "Delhivery" } }),
  "PUT /api/orders/:id/internal-note": () => ({ json: { note: "Wrap it as a gift" } }),
  "POST /api/orders/:id/payments": () => ({ json: { method: "cash", amount: 1 } }),
  "POST /api/orders/:id/refunds": () => ({ json: { amount: 1, reason: "Broken" } }),
  "POST /api/orders/:id/refunds/:refundId/dealt-with": () => ({ json: { note: "Paid by bank transfer" } }),
  "POST /api/orders/:id/payments/:paymentId/dealt-with": () => ({ json: { note: "Given back" } }),
  "PUT /api/settings/:group": () => ({ json: { version: 0, values: { text: "Closed on Diwali", link: "" } } }),
  "PUT /api/settings/:group/draft": () => ({ json: { values: { text: "Closed on Holi", link: "" } } }),
  "POST /api/settings/:group/revert": () => ({ json: { version: 1, to: 0 } }),
  "PUT /api/settings/payments": () => ({ json: { version: 0 } }),
  "POST /api/settings/payments/test": () => ({ json: { version: 0 } }),
  "DELETE /api/settings/payments": () => ({ json: { version: 0 } }),
  "PUT /api/settings/mail": () => ({ json: { version: 0 } }),
  "POST /api/settings/mail/test": () => ({ json: { version: 0 } }),
  "DELETE /api/settings/mail": () => ({ json: { version: 0 } }),
  "POST /api/settings/pictures": () => ({ form: logo() }),
  "POST /api/payments/razorpay": (id) => ({ json: { orderId: id } }),
  "POST /api/payments/razorpay/webhook": () => ({ json: {} }),
  "POST /sandbox/razorpay/v1/sandbox/payments": () => ({ json: { order_id: "order_x", outcome: "success" } }),
  "POST /sandbox/razorpay/v1/sandbox/refunds": () => ({ json: { payment_id: "pay_x", next: "ok" } }),
  "POST /sandbox/razorpay/v1/sandbox/disputes": () => ({ json: { payment_id: "pay_x", status: "open" } }),
};

/** The same in JSON, for the calls that take both: by their path without an id. */
const jsonBodies: Record<string, () => object> = {
  "/api/products": () => ({ title: unique("Rose"), category: "Tumbles", price: 900 }),
  "/api/courses": () => ({ title: unique("Tarot"), actualPrice: 5000, offerPrice: 2500 }),
  "/api/experts": () => ({ name: unique("Asha") }),
  "/api/blogs": () => ({ title: unique("Moon"), content: "Full." }),
  "/api/coupons": () => ({ code: someCode(), value: 10 }),
  "/api/reviews": () => ({}),
};

/** Calls that need a query. */
const queries: Record<string, string> = {
  "GET /api/delivery": "?pin=411001",
  "GET /api/experts/next-times": "?minutes=60",
  "GET /api/experts/:id/slots": "?minutes=60",
  "GET /api/reviews": "?itemType=product&itemId=0",
  "GET /api/reviews/counts": "?itemType=product&itemId=0",
  "GET /api/searches": "?from=2026-11-01&to=2026-11-30",
  "GET /api/sales": "?by=product&from=2026-11-01&to=2026-11-30",
  "GET /api/sales.csv": "?by=product&from=2026-11-01&to=2026-11-30",
};

/** A new record for the call: the owner, who comes last, may delete it. */
async function recordFor(shop: TestShop, call: string, buyer: Customer) {
  const createRecord = async (path: string, form: FormData) =>
    (await shop.call("POST", path, { token: shop.ownerToken, form })).json()._id as string;
  if (/\/customers\/:/.test(call)) return buyer.id;
  if (/\/(?:products\/:|orders$)/.test(call)) return (await makeProduct(shop, { price: "900", stock: "9" }))._id;
  if (/\/wishlist\/:|back-in-stock/.test(call)) return (await makeProduct(shop, { stock: "0" }))._id;
  if (/\/addresses\/:/.test(call))
    return (await shop.call("POST", "/api/users/addresses", { token: buyer.token, json: ADDRESS })).json()
      ._id as string;
  if (/\/courses\/:/.test(call)) return (await makeCourse(shop))._id;
  if (/\/experts\/:/.test(call)) return (await makeExpert(shop))._id;
  if (/\/blogs\/:/.test(call)) return createRecord("/api/blogs", blog());
  if (/\/coupons\/:/.test(call)) return createRecord("/api/coupons", couponForm());
  if (/\/reviews\/:id/.test(call)) {
    const { order } = await deliveredPiece(shop, undefined, buyer);
    return (await review(shop, buyer, order))._id;
  }
  if (/of-order\/:|\/orders\/:|payments\/razorpay$/.test(call)) {
    const { _id } = await makeProduct(shop, { price: "900", stock: "9" });
    return (await placeOrder(shop, buyer, { ...wants(_id, 900), shipping: SHIPPING }))._id;
  }
  if (/\/enquiries\/:/.test(call)) {
    await shop.call("POST", "/api/enquiries", bodies["POST /api/enquiries"]!(""));
    return (await shop.call("GET", "/api/enquiries", { token: shop.ownerToken })).json()[0]._id as string;
  }
  if (call.includes("/accounts/")) return "2026-11";
  if (call.includes("/accent/")) return "f2a32e";
  return call.includes("/settings/:") ? "announcement" : "0";
}

/** Calls that only read share a record: `read` has it by the beginning of their path. */
async function callAsEachRole(
  shop: TestShop,
  call: string,
  [buyer, other]: Customer[],
  read: Map<string, string>,
  bodyOf = bodies[call],
) {
  const kind = call.replace(/:.*/, "");
  const id = read.get(kind) ?? (await recordFor(shop, call, buyer!));
  if (call.startsWith("GET ")) read.set(kind, id);
  const [method = "", pattern = ""] = call.split(" ");
  const statuses: number[] = [];
  for (const token of [undefined, buyer!.token, other!.token, shop.ownerToken]) {
    const url = pattern.replace(/:\w+/, id) + (queries[call] ?? "");
    statuses.push((await shop.call(method, url, { token, ...bodyOf?.(id) })).statusCode);
  }
  return statuses;
}

test("every route returns the status in the matrix for each role, and the matrix lists every route", {
  timeout: 180_000,
}, async () => {
  const shop = await openTestShop({ RATE_LIMIT: "off" });
  onTestFinished(shop.close);
  const routes = await collectRoutes(async () => {
    const { close } = await serve(shop);
    await close();
  });
  const listed = routes.filter((route) => !PAGES.test(route) && !CATCH_ALL.test(route));
  expect(listed.filter((route) => !(route in matrix))).toEqual([]);
  expect(Object.keys(matrix).filter((route) => !listed.includes(route))).toEqual([]);

  await shop.app.listen({ port: 0, host: "127.0.0.1" });
  const customers = [await makeCustomer(shop), await makeCustomer(shop)];
  const read = new Map<string, string>();
  // Before the calls below, which end logins.
  const { paths } = (await shop.call("GET", "/api/openapi.json")).json();
  const takesBoth = Object.keys(matrix).filter((call) => {
    const [method = "", path = ""] = call
      .toLowerCase()
      .replace(/:(\w+)/g, "{$1}")
      .split(" ");
    const { content = {} } = paths[path]?.[method]?.requestBody ?? {};
    return content["multipart/form-data"] && content["application/json"];
  });
  expect(takesBoth).toHaveLength(11);
  for (const call of takesBoth) {
    const json = jsonBodies[call.split(" ")[1]!.replace("/:id", "")]!;
    const statuses = await callAsEachRole(shop, call, customers, read, () => ({ json: json() }));
    expect([call, statuses]).toEqual([call, matrix[call]]);
  }

  const found: Record<string, number[]> = {};
  for (const call of Object.keys(matrix)) found[call] = await callAsEachRole(shop, call, customers, read);
  expect(found).toEqual(matrix);
});
