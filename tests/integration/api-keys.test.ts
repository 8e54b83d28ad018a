import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { apiKeys } from "../../src/server/integrations/integration-table.ts";
import { callsByApiKey, wrongApiKeyByIp } from "../../src/server/integrations/limits.ts";
import { matrix } from "../support/authorisation-matrix.ts";
import { countTries } from "../support/counted-tries.ts";
import { formOf, goodProduct } from "../support/forms.ts";
import { makeApiKey, makeOwner, removeOwner } from "../support/integrations.ts";
import { orderOne, readOrder } from "../support/orders.ts";
import { OWNER, openOwnShop, openSecondShop, type TestShop, test } from "../support/test-shop.ts";

const READ = [
  "GET /api/products",
  "GET /api/products/:id",
  "GET /api/products.csv",
  "GET /api/courses",
  "GET /api/courses/:id",
  "GET /api/experts",
  "GET /api/experts/:id",
  "GET /api/blogs",
  "GET /api/blogs/:id",
  "GET /api/coupons",
  "GET /api/coupons/:id",
  "GET /api/coupons.csv",
  "GET /api/reviews",
  "GET /api/sales",
  "GET /api/sales.csv",
  "GET /api/orders",
  "GET /api/orders/:id",
  "GET /api/orders.csv",
];
const ORDERS = [
  "PUT /api/orders/status",
  "PUT /api/orders/:id/status",
  "PUT /api/orders/:id/shipping",
  "PUT /api/orders/:id/internal-note",
  "POST /api/orders/:id/shipments",
  "PUT /api/orders/:id/shipments/:shipmentId",
  "POST /api/orders/:id/shipments/:shipmentId/delivered",
  "POST /api/orders/:id/shipments/:shipmentId/returned",
  "DELETE /api/orders/:id/shipments/:shipmentId",
];

const codeOf = async (shop: Pick<TestShop, "call">, token: string, call = "GET /api/orders") => {
  const [method = "", path = ""] = call.split(" ");
  const reply = await shop.call(method, path.replace(/:\w+/g, "0"), { token });
  return reply.headers["content-type"]?.includes("json") ? (reply.json().code ?? reply.statusCode) : reply.statusCode;
};

test("a key opens the listed calls and no other one of the API", async () => {
  const shop = await openOwnShop({ RATE_LIMIT: "off" });
  const keys = { read: (await makeApiKey(shop, "read")).secret, orders: (await makeApiKey(shop, "orders")).secret };
  const listed = { read: READ, orders: [...READ, ...ORDERS] };
  for (const access of ["read", "orders"] as const) {
    const wrong: string[] = [];
    for (const [call, [visitor]] of Object.entries(matrix)) {
      const isListed = listed[access].includes(call);
      // What needs no login ignores the key.
      if (!call.includes(" /api/") || (visitor !== 401 && !isListed)) continue;
      const code = await codeOf(shop, keys[access], call);
      if (isListed === ["api_key_not_allowed", "api_key_invalid"].includes(code)) wrong.push(`${call}: ${code}`);
    }
    // The provider's webhook has a signature of its own, and a login code needs no login.
    const unguarded = ["POST /api/payments/razorpay/webhook", "POST /api/users/code/login"];
    expect(wrong.filter((line) => !unguarded.some((call) => line.startsWith(call)))).toEqual([]);
  }
});

test("a key reads drafts and changes an order as its owner, and cannot act beyond that", async ({ shop }) => {
  const read = await makeApiKey(shop, "read");
  const orders = await makeApiKey(shop, "orders");
  const form = formOf({ ...goodProduct(), published: "false" });
  const draft = (await shop.call("POST", "/api/products", { token: shop.ownerToken, form })).json();
  expect((await shop.call("GET", `/api/products/${draft._id}`)).statusCode).toBe(404);
  expect((await shop.call("GET", `/api/products/${draft._id}`, { token: read.secret })).statusCode).toBe(200);
  const { order } = await orderOne(shop);
  const path = `/api/orders/${order._id}`;
  expect((await shop.call("GET", path, { token: read.secret })).json()).toMatchObject({ internalNote: "" });
  const json = { note: "Packed by the robot" };
  expect((await shop.call("PUT", `${path}/internal-note`, { token: read.secret, json })).statusCode).toBe(403);
  expect((await shop.call("PUT", `${path}/internal-note`, { token: orders.secret, json })).statusCode).toBe(200);
  expect(await readOrder(shop, shop.ownerToken, order._id)).toMatchObject({ internalNote: json.note });
  expect((await shop.call("DELETE", path, { token: orders.secret })).json()).toMatchObject({
    code: "api_key_not_allowed",
  });
  const more = { name: "More", access: "orders", currentPassword: OWNER.password };
  expect((await shop.call("POST", "/api/api-keys", { token: orders.secret, json: more })).statusCode).toBe(403);
});

test("a key is shown once, stored as a hash, asks who the owner is, and is logged by its id", async () => {
  const shop = await openOwnShop();
  const json = { name: "Warehouse", access: "read" };
  const refused = await shop.call("POST", "/api/api-keys", { token: shop.ownerToken, json });
  expect([refused.statusCode, refused.json().code]).toEqual([403, "confirm_password"]);
  const made = await makeApiKey(shop, "read");
  expect(made.secret).toMatch(/^nk_[\w-]{43}$/);
  // Only what comes over the network has a line in the log.
  const url = await shop.app.listen({ port: 0 });
  const headers = { authorization: `Bearer ${made.secret}` };
  expect((await fetch(`${url}/api/orders`, { headers })).status).toBe(200);
  expect((await fetch(`${url}/api/people`, { headers })).status).toBe(403);
  const used = shop.clock.now();
  shop.clock.advance(59_000);
  await codeOf(shop, made.secret);
  const list = await shop.call("GET", "/api/api-keys", { token: shop.ownerToken });
  const { secret, ...shown } = made;
  expect(list.json()).toEqual([{ ...shown, createdBy: "Owner", lastUsedAt: used.toISOString() }]);
  expect(JSON.stringify(await shop.db.select().from(apiKeys))).not.toContain(secret);
  const activity = (await shop.call("GET", "/api/activity?kind=setting", { token: shop.ownerToken })).body;
  expect(activity).toContain("the API key “Program that may read”");
  const log = shop.logLines.join("");
  expect(activity + log).not.toContain(secret);
  expect(shop.logLines.filter((line) => line.includes(`"apiKey":"${made._id}"`))).toHaveLength(2);
});

test("a key ends at once in all processes when it is revoked or its owner is removed", async () => {
  const shop = await openOwnShop();
  const second = await openSecondShop(shop);
  const other = {
    call: (_: string, url: string, { token = "" } = {}) =>
      second.app.inject({ url, headers: { authorization: `Bearer ${token}` } }),
  } as Pick<TestShop, "call">;
  const revoked = await makeApiKey(shop, "orders");
  const owner = await makeOwner(shop);
  const removed = await makeApiKey(shop, "read", owner);
  for (const { secret } of [revoked, removed]) expect(await codeOf(other, secret)).toBe(200);
  const path = `/api/api-keys/${revoked._id}`;
  expect((await shop.call("DELETE", path, { token: shop.ownerToken })).statusCode).toBe(200);
  expect((await shop.call("DELETE", path, { token: shop.ownerToken })).statusCode).toBe(404);
  expect((await removeOwner(shop, owner.id)).statusCode).toBe(200);
  for (const { secret } of [revoked, removed]) {
    for (const process of [shop, other]) expect(await codeOf(process, secret)).toBe("api_key_invalid");
    expect(await codeOf(shop, secret, "GET /api/products")).toBe("api_key_invalid");
  }
  const listed = (await shop.call("GET", "/api/api-keys", { token: shop.ownerToken })).json();
  expect(listed).toMatchObject([{ _id: removed._id, createdBy: null }]);
  const token = await shop.logIn(owner);
  const json = { password: owner.password };
  expect((await shop.call("DELETE", "/api/users/profile", { token, json })).statusCode).toBe(200);
  expect(await codeOf(shop, removed.secret)).toBe("api_key_invalid");
  expect((await shop.call("GET", "/api/api-keys", { token: shop.ownerToken })).json()).toEqual([]);
});

test("calls of a key and wrong keys of an address are limited, and a right key always works", async () => {
  const shop = await openOwnShop();
  const address = "203.0.113.9";
  const key = await makeApiKey(shop, "read");
  const busy = await makeApiKey(shop, "read");
  await countTries(shop, wrongApiKeyByIp.tries, wrongApiKeyByIp, address);
  const call = async (token: string) => (await shop.call("GET", "/api/orders", { token, address })).statusCode;
  expect(await call(`nk_${"a".repeat(43)}`)).toBe(429);
  expect(await call(key.secret)).toBe(200);
  await countTries(shop, callsByApiKey.tries, callsByApiKey, busy._id);
  expect([await call(busy.secret), await call(key.secret)]).toEqual([429, 200]);
  // With these there are twenty.
  const [row] = await shop.db.select().from(apiKeys).where(eq(apiKeys.id, key._id));
  const others = Array.from({ length: 18 }, (_, nth) => ({ ...row!, id: randomUUID(), hash: `key ${nth}` }));
  await shop.db.insert(apiKeys).values(others);
  const json = { name: "One more", access: "read", currentPassword: OWNER.password };
  expect((await shop.call("POST", "/api/api-keys", { token: shop.ownerToken, json })).statusCode).toBe(409);
});
