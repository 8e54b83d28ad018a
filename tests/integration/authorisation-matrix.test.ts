import { expect, onTestFinished, test } from "vitest";
import { makeCourse, makeExpert } from "../support/catalogue.ts";
import { collectRoutes } from "../support/collect-routes.ts";
import { couponForm } from "../support/coupons.ts";
import { makeCustomer } from "../support/customers.ts";
import { formOf, goodProduct, makeProduct, unique } from "../support/forms.ts";
import { serve } from "../support/listening-shop.ts";
import { type Customer, placeOrder, SHIPPING, wants } from "../support/orders.ts";
import { newPerson } from "../support/people.ts";
import { OWNER, openTestShop, type TestShop } from "../support/test-shop.ts";

type Statuses = [visitor: number, buyer: number, otherCustomer: number, owner: number];

/** Public routes. */
const OPEN: Statuses = [200, 200, 200, 200];
const OWNERS: Statuses = [401, 403, 403, 200];
const OWNERS_CREATE: Statuses = [401, 403, 403, 201];

/**
 * Every route with the status it returns to a visitor, the buyer whose record it is, another customer and the owner.
 * A new route without a row fails the test.
 */
const matrix: Record<string, Statuses> = {
  "GET /api/products": OPEN,
  "GET /api/products/facets": OPEN,
  "GET /api/products/:id": OPEN,
  "GET /api/products/:id/related": OPEN,
  "POST /api/products": OWNERS_CREATE,
  "PUT /api/products/:id": OWNERS,
  "DELETE /api/products/:id": OWNERS,
  "POST /api/products/:id/duplicate": OWNERS_CREATE,
  "POST /api/products/import": OWNERS,
  "GET /api/products.csv": OWNERS,
  "GET /api/courses": OPEN,
  "GET /api/courses/:id": OPEN,
  "POST /api/courses": OWNERS_CREATE,
  "PUT /api/courses/:id": OWNERS,
  "DELETE /api/courses/:id": OWNERS,
  "GET /api/experts": OPEN,
  "GET /api/experts/:id": OPEN,
  "POST /api/experts": OWNERS_CREATE,
  "PUT /api/experts/:id": OWNERS,
  "DELETE /api/experts/:id": OWNERS,
  "GET /api/blogs": OPEN,
  "GET /api/blogs/:id": OPEN,
  "POST /api/blogs": OWNERS_CREATE,
  "PUT /api/blogs/:id": OWNERS,
  "DELETE /api/blogs/:id": OWNERS,

  "GET /api/coupons": OWNERS,
  "GET /api/coupons.csv": OWNERS,
  "GET /api/coupons/:id": OWNERS,
  "POST /api/coupons": OWNERS_CREATE,
  "PUT /api/coupons/:id": OWNERS,
  "DELETE /api/coupons/:id": OWNERS,

  "POST /api/enquiries": OPEN,
  "GET /api/enquiries": OWNERS,
  "PUT /api/enquiries/:id": OWNERS,
  "DELETE /api/enquiries/:id": OWNERS,

  "POST /api/users/register": [201, 201, 201, 201],
  "POST /api/users/login": OPEN,
  "POST /api/users/forgot": OPEN,
  "PUT /api/users/reset/:token": [400, 400, 400, 400],
  "GET /api/users/profile": [401, 200, 200, 200],
  "PUT /api/users/profile": [401, 200, 200, 200],
  "GET /api/users/profile/data": [401, 200, 200, 200],
  "DELETE /api/users/profile": [401, 403, 403, 403],
  "GET /api/users/second-factor": OWNERS,
  "POST /api/users/second-factor/totp": OWNERS,
  "PUT /api/users/second-factor/totp": [401, 403, 403, 403],
  "DELETE /api/users/second-factor/totp": [401, 403, 403, 403],
  "POST /api/users/second-factor/passkeys/options": OWNERS,
  "POST /api/users/second-factor/passkeys": [401, 403, 403, 400],
  "DELETE /api/users/second-factor/passkeys/:id": [401, 403, 403, 403],
  "POST /api/users/second-factor/recovery-codes": [401, 403, 403, 409],
  "GET /api/users/invitations/:token": [400, 400, 400, 400],
  "POST /api/users/invitations/:token": [400, 400, 400, 400],
  "GET /api/people": OWNERS,
  "DELETE /api/people/:id": [401, 403, 403, 404],
  "POST /api/invitations": OWNERS_CREATE,
  "POST /api/invitations/:id/resend": [401, 403, 403, 404],
  "DELETE /api/invitations/:id": [401, 403, 403, 404],
  "GET /api/users/sessions": [401, 200, 200, 200],
  "DELETE /api/users/sessions/:id": [401, 404, 404, 404],

  "POST /api/cart/quote": OPEN,
  "POST /api/orders": [401, 201, 201, 201],
  "GET /api/orders": OWNERS,
  "GET /api/orders.csv": OWNERS,
  "GET /api/orders/my": [401, 200, 200, 200],
  "GET /api/orders/:id": [401, 200, 404, 200],
  "PUT /api/orders/status": OWNERS,
  "PUT /api/orders/:id/status": [401, 402, 404, 200],
  "PUT /api/orders/:id/shipping": [401, 200, 404, 200],
  "POST /api/orders/:id/shipments": [401, 403, 403, 409],
  "PUT /api/orders/:id/shipments/:shipmentId": [401, 403, 403, 404],
  "POST /api/orders/:id/shipments/:shipmentId/delivered": [401, 403, 403, 404],
  "DELETE /api/orders/:id/shipments/:shipmentId": [401, 403, 403, 404],
  "PUT /api/orders/:id/internal-note": OWNERS,
  "POST /api/orders/:id/cancel": [401, 200, 404, 404],
  "POST /api/orders/:id/refunds": [401, 403, 403, 400],
  "POST /api/orders/:id/refunds/:refundId/retry": [401, 403, 403, 404],
  "POST /api/orders/:id/refunds/:refundId/dealt-with": [401, 403, 403, 404],
  "POST /api/orders/:id/payments/:paymentId/dealt-with": [401, 403, 403, 404],
  "DELETE /api/orders/:id": OWNERS,
  "POST /api/payments/razorpay": [401, 200, 404, 200],
  "POST /api/payments/razorpay/callback": [400, 400, 400, 400],
  "POST /api/payments/razorpay/webhook": [401, 401, 401, 401],

  "GET /api/dashboard": OWNERS,
  "GET /api/sales": OWNERS,
  "GET /api/sales.csv": OWNERS,
  "GET /api/customers": OWNERS,
  "GET /api/customers.csv": OWNERS,
  "GET /api/customers/:id": OWNERS,
  "GET /api/customers/:id/orders": OWNERS,
  "PUT /api/customers/:id/notes": OWNERS,
  "GET /api/first-day": OWNERS,
  "POST /api/first-day/test-mail": OWNERS,
  "DELETE /api/first-day/demo-data": OWNERS,
  "GET /api/activity": OWNERS,

  "GET /api/settings": OWNERS,
  "PUT /api/settings/:group": OWNERS,
  "PUT /api/settings/:group/draft": OWNERS,
  "DELETE /api/settings/:group/draft": OWNERS,
  "GET /api/settings/:group/history": OWNERS,
  "POST /api/settings/:group/revert": OWNERS,
  "POST /api/settings/pictures": OWNERS_CREATE,

  "GET /api/site": OPEN,
  "GET /api/openapi.json": OPEN,
  "GET /api/docs": OPEN,
  "GET /api/docs/json": OPEN,
  "GET /api/docs/yaml": OPEN,
  "GET /healthz": OPEN,
  "GET /readyz": OPEN,
  "GET /metrics": [404, 404, 404, 404],
  "GET /accent/:colour.css": OPEN,
  "GET /llms.txt": OPEN,
  "GET /robots.txt": OPEN,
  "GET /sitemap.xml": OPEN,
  "GET /blogs/rss.xml": OPEN,

  "GET /sandbox/razorpay/checkout.js": OPEN,
  "POST /sandbox/razorpay/v1/sandbox/payments": [400, 400, 400, 400],
  "POST /sandbox/razorpay/v1/orders": [401, 401, 401, 401],
  "GET /sandbox/razorpay/v1/orders": [401, 401, 401, 401],
  "GET /sandbox/razorpay/v1/orders/:id": [401, 401, 401, 401],
  "GET /sandbox/razorpay/v1/orders/:id/payments": [401, 401, 401, 401],
  "GET /sandbox/razorpay/v1/payments/:id": [401, 401, 401, 401],
  "POST /sandbox/razorpay/v1/payments/:id/capture": [401, 401, 401, 401],
  "POST /sandbox/razorpay/v1/payments/:id/refund": [401, 401, 401, 401],
  "GET /sandbox/razorpay/v1/payments/:id/refunds": [401, 401, 401, 401],
  "GET /sandbox/razorpay/v1/refunds": [401, 401, 401, 401],
  "GET /sandbox/razorpay/v1/refunds/:id": [401, 401, 401, 401],
  "POST /sandbox/razorpay/v1/sandbox/refunds": [400, 400, 400, 400],
  "POST /sandbox/razorpay/v1/sandbox/disputes": [400, 400, 400, 400],

  // The last row: it ends the tokens of all roles.
  "DELETE /api/users/sessions": [401, 200, 200, 200],
};

/** Pages and files are the same for everyone: personal data comes from the API. */
const PAGES = /^GET \/(?:\*|assets\/.*|uploads\/.*|api\/docs\/static\/.*|[\w-]+\.(?:png|svg|webmanifest)(?:\.\w+)?)$/;
/** Catch-all routes that return 404. */
const CATCH_ALL = /^[A-Z]+ \/(?:api|api\/\*|sandbox\/razorpay\/\*)$/;

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
  "POST /api/blogs": () => ({ form: blog() }),
  "PUT /api/blogs/:id": () => ({ form: blog() }),
  "POST /api/coupons": () => ({ form: couponForm() }),
  "PUT /api/coupons/:id": () => ({ form: couponForm() }),
  "POST /api/enquiries": () => ({ json: { name: "Asha", email: "asha@example.com", message: "Namaste" } }),
  "PUT /api/enquiries/:id": () => ({ json: { read: true } }),
  "POST /api/users/register": () => ({ json: newPerson() }),
  "POST /api/users/login": () => ({ json: OWNER }),
  "POST /api/users/forgot": () => ({ json: { email: "nobody@example.com" } }),
  "PUT /api/users/reset/:token": () => ({ json: { password: "four words of mine" } }),
  "PUT /api/users/profile": () => ({ json: { name: "Asha", phone: "" } }),
  "DELETE /api/users/profile": () => ({ json: { password: "a word of somebody else" } }),
  "PUT /api/customers/:id/notes": () => ({ json: { text: "Likes moonstone" } }),
  "POST /api/users/second-factor/totp": () => ({ json: {} }),
  "PUT /api/users/second-factor/totp": () => ({ json: { code: "000000" } }),
  "DELETE /api/users/second-factor/totp": () => ({ json: { ...OWNER, code: "000000" } }),
  "POST /api/users/second-factor/passkeys/options": () => ({ json: {} }),
  "POST /api/users/second-factor/passkeys": () => ({ json: { name: "Phone" } }),
  "DELETE /api/users/second-factor/passkeys/:id": () => ({ json: { ...OWNER, code: "000000" } }),
  "POST /api/users/second-factor/recovery-codes": () => ({ json: {} }),
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
  "POST /api/orders/:id/refunds": () => ({ json: { amount: 1, reason: "Broken" } }),
  "POST /api/orders/:id/refunds/:refundId/dealt-with": () => ({ json: { note: "Paid by bank transfer" } }),
  "POST /api/orders/:id/payments/:paymentId/dealt-with": () => ({ json: { note: "Given back" } }),
  "PUT /api/settings/:group": () => ({ json: { version: 0, values: { text: "Closed on Diwali", link: "" } } }),
  "PUT /api/settings/:group/draft": () => ({ json: { values: { text: "Closed on Holi", link: "" } } }),
  "POST /api/settings/:group/revert": () => ({ json: { version: 1, to: 0 } }),
  "POST /api/settings/pictures": () => ({ form: logo() }),
  "POST /api/payments/razorpay": (id) => ({ json: { orderId: id } }),
  "POST /api/payments/razorpay/webhook": () => ({ json: {} }),
  "POST /sandbox/razorpay/v1/sandbox/payments": () => ({ json: { order_id: "order_x", outcome: "success" } }),
  "POST /sandbox/razorpay/v1/sandbox/refunds": () => ({ json: { payment_id: "pay_x", next: "ok" } }),
  "POST /sandbox/razorpay/v1/sandbox/disputes": () => ({ json: { payment_id: "pay_x", status: "open" } }),
};

/** Calls that need a query. */
const queries: Record<string, string> = {
  "GET /api/sales": "?by=product&from=2026-11-01&to=2026-11-30",
  "GET /api/sales.csv": "?by=product&from=2026-11-01&to=2026-11-30",
};

/** A new record for the call: the owner, who comes last, may delete it. */
async function recordFor(shop: TestShop, call: string, buyer: Customer) {
  const createRecord = async (path: string, form: FormData) =>
    (await shop.call("POST", path, { token: shop.ownerToken, form })).json()._id as string;
  if (/\/customers\/:/.test(call)) return buyer.id;
  if (/\/(?:products\/:|orders$)/.test(call)) return (await makeProduct(shop, { price: "900", stock: "9" }))._id;
  if (/\/courses\/:/.test(call)) return (await makeCourse(shop))._id;
  if (/\/experts\/:/.test(call)) return (await makeExpert(shop))._id;
  if (/\/blogs\/:/.test(call)) return createRecord("/api/blogs", blog());
  if (/\/coupons\/:/.test(call)) return createRecord("/api/coupons", couponForm());
  if (/\/orders\/:|payments\/razorpay$/.test(call)) {
    const { _id } = await makeProduct(shop, { price: "900", stock: "9" });
    return (await placeOrder(shop, buyer, { ...wants(_id, 900), shipping: SHIPPING }))._id;
  }
  if (/\/enquiries\/:/.test(call)) {
    await shop.call("POST", "/api/enquiries", bodies["POST /api/enquiries"]!(""));
    return (await shop.call("GET", "/api/enquiries", { token: shop.ownerToken })).json()[0]._id as string;
  }
  if (call.includes("/accent/")) return "f2a32e";
  return call.includes("/settings/:") ? "announcement" : "0";
}

async function callAsEachRole(shop: TestShop, call: string, buyer: Customer, other: Customer) {
  const id = await recordFor(shop, call, buyer);
  const [method = "", pattern = ""] = call.split(" ");
  const statuses: number[] = [];
  for (const token of [undefined, buyer.token, other.token, shop.ownerToken]) {
    const url = pattern.replace(/:\w+/, id) + (queries[call] ?? "");
    statuses.push((await shop.call(method, url, { token, ...bodies[call]?.(id) })).statusCode);
  }
  return statuses;
}

test("every route returns the status in the matrix for each role, and the matrix lists every route", async () => {
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
  const [buyer, other] = [await makeCustomer(shop), await makeCustomer(shop)];
  const found: Record<string, number[]> = {};
  for (const call of Object.keys(matrix)) found[call] = await callAsEachRole(shop, call, buyer, other);
  expect(found).toEqual(matrix);
});
