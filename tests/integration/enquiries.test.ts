import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { enquiries } from "../../src/server/enquiries/enquiry-table.ts";
import { enquiriesByIp } from "../../src/server/enquiries/limits.ts";
import { countTries } from "../support/counted-tries.ts";
import { makeCustomer } from "../support/customers.ts";
import { expectRefused, problemOf, unique } from "../support/forms.ts";
import { someAddress } from "../support/people.ts";
import { type TestShop, test } from "../support/test-shop.ts";

const HOUR = 60 * 60 * 1000;

const good = (fields: Record<string, unknown> = {}) => ({
  name: unique("Meera"),
  email: "meera@example.com",
  message: "Is the rose quartz polished?",
  ...fields,
});

/** From an address of its own, so that tests do not share rate limits. */
const send = ({ app }: TestShop, json: unknown, remoteAddress = someAddress(), token = "") =>
  app.inject({
    method: "POST",
    url: "/api/enquiries",
    remoteAddress,
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    payload: JSON.stringify(json),
  });

const storedFrom = (shop: TestShop, name: string) => shop.db.select().from(enquiries).where(eq(enquiries.name, name));

test("stores the enquiry with its page and time", async ({ shop }) => {
  const sent = good({ phone: "+91 98765-43210", page: "/product/1", message: "First line\r\nSecond <b>line</b>" });
  const reply = await send(shop, sent);
  expect([reply.statusCode, reply.json()]).toEqual([200, { success: true }]);
  expect(await storedFrom(shop, sent.name)).toEqual([
    {
      id: expect.any(String),
      name: sent.name,
      email: "meera@example.com",
      phone: "+91 98765-43210",
      message: "First line\nSecond <b>line</b>",
      page: "/product/1",
      readAt: null,
      createdAt: shop.clock.now(),
    },
  ]);
});

test("accepts an empty phone, page and honeypot field", async ({ shop }) => {
  for (const fields of [{}, { phone: "", page: "", website: "" }]) {
    const sent = good(fields);
    expect((await send(shop, sent)).statusCode).toBe(200);
    expect(await storedFrom(shop, sent.name)).toMatchObject([{ phone: "", page: "" }]);
  }
});

test("returns success but stores nothing when the honeypot field is filled", async ({ shop }) => {
  const sent = good({ website: "https://spam.example" });
  const reply = await send(shop, sent);
  expect([reply.statusCode, reply.json()]).toEqual([200, { success: true }]);
  expect(await storedFrom(shop, sent.name)).toEqual([]);
});

test("accepts values at the limits", async ({ shop }) => {
  const edges: Record<string, unknown>[] = [
    { name: "x" },
    { name: "न".repeat(120) },
    { email: "  a.b+c@sub.example.co.in " },
    ...["9876543210", "98765 43210", "+91-98765-43210", "+123456789012345"].map((phone) => ({ phone })),
    { message: "?" },
    { message: "x".repeat(5000) },
    { page: `/${"p".repeat(299)}` },
  ];
  for (const fields of edges) {
    const reply = await send(shop, good(fields));
    expect(reply.statusCode, reply.body).toBe(200);
  }
});

test("returns a message for each invalid field and stores nothing", async ({ shop }) => {
  const before = await shop.db.$count(enquiries);
  const wrong: [Record<string, unknown>, ...string[]][] = [
    ...["", "   ", "x".repeat(121), "a\u0000b", 7, null].map((name) => [{ name }, "name"] as [object, string]),
    ...["", "meera", "meera@", "@example.com", "a b@example.com", `${"x".repeat(250)}@example.com`, 7].map(
      (email) => [{ email }, "email"] as [object, string],
    ),
    ...["123456789", "1234567890123456", "call me", "98765x43210", "++919876543210", 9876543210].map(
      (phone) => [{ phone }, "phone"] as [object, string],
    ),
    ...["", " \n ", "x".repeat(5001), "a\u0007b", []].map((message) => [{ message }, "message"] as [object, string]),
    ...[
      `/${"p".repeat(300)}`,
      "//evil.example/admin/login",
      "/\\evil.example",
      "/.//evil.example",
      "/a\n/b",
      "https://evil.example",
      "javascript:alert(1)",
      "contact",
    ].map((page) => [{ page }, "page"] as [object, string]),
    [{ name: "", email: "x", phone: "1", message: "" }, "name", "email", "phone", "message"],
  ].map((one) => one as [Record<string, unknown>, ...string[]]);
  for (const [fields, ...names] of wrong) expectRefused(await send(shop, { ...good(), ...fields }), ...names);
  expectRefused(await send(shop, {}), "name", "email", "message");
  expect(await shop.db.$count(enquiries)).toBe(before);
});

test("returns 400 for other bodies and 405 for other methods", async ({ shop }) => {
  for (const json of [null, [], "hello", 1]) expect((await send(shop, json)).statusCode).toBe(400);
  const reply = await shop.call("POST", "/api/enquiries", { headers: { "content-type": "application/json" } });
  expect(reply.statusCode).toBe(400);
  expect((await shop.call("PATCH", "/api/enquiries")).statusCode).toBe(405);
});

test("allows 100 enquiries an hour per IP address, then returns 429 with Retry-After", async ({ shop }) => {
  const here = "203.0.113.7";
  await countTries(shop, 98, enquiriesByIp, here);
  for (let i = 0; i < 2; i++) expect((await send(shop, good(), here)).statusCode).toBe(200);
  shop.clock.advance(HOUR / 2);

  const refused = good();
  const reply = await send(shop, refused, here);
  expect([reply.statusCode, problemOf(reply).code]).toEqual([429, "too_many"]);
  expect(reply.headers["retry-after"]).toBe("1800");
  expect(await storedFrom(shop, refused.name)).toEqual([]);
  expect((await send(shop, good(), "203.0.113.8")).statusCode).toBe(200);

  shop.clock.advance(HOUR / 2);
  expect((await send(shop, refused, here)).statusCode).toBe(200);
});

test("counts the enquiries of a customer by account: five an hour, also where the address is used up", async ({
  shop,
}) => {
  const here = "203.0.113.10";
  await countTries(shop, 100, enquiriesByIp, here);
  const { token } = await makeCustomer(shop);
  const statuses = [];
  for (let i = 0; i < 6; i++) statuses.push((await send(shop, good(), here, token)).statusCode);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect((await send(shop, good(), here, "no valid token")).statusCode).toBe(429);
});

test("counts neither honeypot nor invalid enquiries", async ({ shop }) => {
  const here = "203.0.113.9";
  await countTries(shop, 99, enquiriesByIp, here);
  for (let i = 0; i < 2; i++) {
    expect((await send(shop, good({ email: "slip" }), here)).statusCode).toBe(400);
    expect((await send(shop, good({ website: "x" }), here)).statusCode).toBe(200);
  }
  expect((await send(shop, good(), here)).statusCode).toBe(200);
  expect((await send(shop, good({ website: "x" }), here)).statusCode).toBe(200);
  expect((await send(shop, good(), here)).statusCode).toBe(429);
});

test("logs no personal data", async ({ shop }) => {
  const sent = good({ phone: "9876543210", message: "A private matter" });
  await send(shop, sent);
  expect(shop.logLines.join("")).not.toMatch(/Meera|meera@|9876543210|private matter/);
});
