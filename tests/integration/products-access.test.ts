import { randomUUID } from "node:crypto";
import { decodeJwt, SignJWT, UnsecuredJWT } from "jose";
import { expect } from "vitest";
import { makeCustomer } from "../support/customers.ts";
import { formOf, goodProduct, makeProduct, problemOf } from "../support/forms.ts";
import { issueToken, type TestShop, test } from "../support/test-shop.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Tries to create, update and delete a product, checks that nothing changed, and returns the three replies. */
async function tryToWrite(shop: TestShop, headers: Record<string, string>) {
  const product = await makeProduct(shop);
  const form = goodProduct();
  const path = `/api/products/${product._id}`;
  const replies = [
    await shop.call("POST", "/api/products", { headers, form: formOf(form) }),
    await shop.call("PUT", path, { headers, form: formOf(form) }),
    await shop.call("DELETE", path, { headers }),
  ];
  expect((await shop.call("GET", path)).json()).toEqual(product);
  expect((await shop.call("GET", `/api/products?q=${encodeURIComponent(form.title)}`)).json()).toEqual([]);
  return replies.map((reply) => ({ status: reply.statusCode, ...problemOf(reply) }));
}

async function ownerPayload(shop: TestShop) {
  return JSON.parse(Buffer.from(shop.ownerToken.split(".")[1]!, "base64url").toString());
}

const notSignedIn = { status: 401, code: "not_signed_in", message: "Please log in to continue." };

test("returns 401 without a token", async ({ shop }) => {
  expect(await tryToWrite(shop, {})).toEqual([notSignedIn, notSignedIn, notSignedIn]);
});

test("returns 401 for a malformed token", async ({ shop }) => {
  const [head, body, signature] = shop.ownerToken.split(".") as [string, string, string];
  const other = Buffer.from(JSON.stringify({ ...(await ownerPayload(shop)), x: 1 })).toString("base64url");
  const headers = [
    "Bearer",
    "Bearer ",
    "Bearer x",
    "Bearer a.b.c",
    `Basic ${Buffer.from("owner@example.com:a long test password").toString("base64")}`,
    shop.ownerToken,
    `Bearer ${head}.${body}`,
    `Bearer ${head}.${body}.`,
    `Bearer ${head}.${other}.${signature}`,
    `Bearer ${shop.ownerToken} ${shop.ownerToken}`,
    `Bearer ${"x".repeat(8000)}`,
  ];
  for (const authorization of headers) {
    const reply = await shop.call("DELETE", `/api/products/${randomUUID()}`, { headers: { authorization } });
    expect(reply.statusCode, authorization).toBe(401);
  }
});

test("returns 401 for an unsigned token or one signed with another key", async ({ shop }) => {
  const payload = await ownerPayload(shop);
  const key = (text: string) => new TextEncoder().encode(text);
  const sign = (alg: string, secret: string) => new SignJWT(payload).setProtectedHeader({ alg }).sign(key(secret));
  const forged = [
    new UnsecuredJWT(payload).encode(),
    await sign("HS256", "another secret of more than 32 characters"),
    await sign("HS512", shop.config.jwtSecret),
  ];
  for (const token of forged) {
    expect(await tryToWrite(shop, { authorization: `Bearer ${token}` })).toEqual([
      notSignedIn,
      notSignedIn,
      notSignedIn,
    ]);
  }
});

test("a token expires after seven days", async ({ shop }) => {
  const path = `/api/products/${randomUUID()}`;
  const token = await shop.logIn();
  const status = async () => (await shop.call("DELETE", path, { token })).statusCode;
  shop.clock.advance(7 * DAY_MS - 2000);
  expect(await status()).toBe(404);
  shop.clock.advance(3000);
  expect(await status()).toBe(401);
  shop.clock.advance(-7 * DAY_MS - 1000);
});

test("returns 403 to a customer", async ({ shop }) => {
  const { token } = await makeCustomer(shop);
  const refused = { status: 403, code: "not_allowed", message: "You are not allowed to do this." };
  expect(await tryToWrite(shop, { authorization: `Bearer ${token}` })).toEqual([refused, refused, refused]);
});

test("returns 401 when the role in the token is not the role of the user", async ({ shop }) => {
  const { id } = await makeCustomer(shop);
  const wrongRole = await issueToken(shop, { id, role: "owner", generation: 1 });
  const { sid: loginId } = decodeJwt<{ sid: string }>(shop.ownerToken);
  const unknownUser = await shop.services.logins.issue({ id: randomUUID(), role: "owner", generation: 1, loginId });
  for (const token of [wrongRole, unknownUser]) {
    expect(await tryToWrite(shop, { authorization: `Bearer ${token}` })).toEqual([
      notSignedIn,
      notSignedIn,
      notSignedIn,
    ]);
  }
});

test("public routes ignore an invalid token", async ({ shop }) => {
  const { _id } = await makeProduct(shop);
  for (const path of ["/api/products", `/api/products/${_id}`]) {
    expect((await shop.call("GET", path, { token: "garbage" })).statusCode).toBe(200);
  }
});

test("accepts the word Bearer in any case", async ({ shop }) => {
  const headers = { authorization: `bearer ${shop.ownerToken}` };
  expect((await shop.call("POST", "/api/products", { headers, form: formOf(goodProduct()) })).statusCode).toBe(201);
});

test("returns 401 before it reads the body", async ({ shop }) => {
  const reply = await shop.call("POST", "/api/products", { json: { title: "x".repeat(2 * 1024 * 1024) } });
  expect(reply.statusCode).toBe(401);
});

test.for([
  ["application/jsonp", JSON.stringify({ title: "Rose", category: "Tumbles", price: 900 })],
  ["application/xml", "<title>Rose</title>"],
  ["application/x-www-form-urlencoded", "title=Rose&category=Tower&price=900"],
  ["text/plain", "title=Rose"],
  ["multipart/mixed; boundary=x", "--x--"],
  ["nonsense", "x"],
] as const)("returns 415 for a product sent as %s", async ([type, payload], { shop }) => {
  for (const [method, url] of [
    ["POST", "/api/products"],
    ["PUT", `/api/products/${randomUUID()}`],
  ] as const) {
    const headers = { authorization: `Bearer ${shop.ownerToken}`, "content-type": type };
    const reply = await shop.app.inject({ method, url, headers, payload });
    expect(reply.statusCode).toBe(415);
    expect(problemOf(reply)).toMatchObject({ code: "wrong_type" });
  }
});

test("returns 415 without a body", async ({ shop }) => {
  const reply = await shop.call("POST", "/api/products", { token: shop.ownerToken });
  expect(reply.statusCode).toBe(415);
});

test("returns 413 for JSON of more than 1 MiB", async ({ shop }) => {
  const json = { email: "x".repeat(1024 * 1024), password: "x" };
  for (const path of ["/api/products", "/api/users/login"]) {
    const reply = await shop.call("POST", path, { token: shop.ownerToken, json });
    expect(reply.statusCode).toBe(413);
    expect(problemOf(reply)).toMatchObject({ code: "too_large" });
  }
});

test("rejects a form that is truncated, empty or malformed", async ({ shop }) => {
  const start = '--b\r\ncontent-disposition: form-data; name="title"\r\n\r\nRose';
  const bodies = ["", "--b", "--b--\r\n", start, `${start}\r\n--b`, "nothing like a form", "--c\r\n\r\nx\r\n--c--\r\n"];
  for (const type of ["multipart/form-data; boundary=b", "multipart/form-data"]) {
    for (const payload of bodies) {
      const headers = { authorization: `Bearer ${shop.ownerToken}`, "content-type": type };
      const reply = await shop.app.inject({ method: "POST", url: "/api/products", headers, payload });
      expect([400, 415], `${type} ${JSON.stringify(payload)} ${reply.body}`).toContain(reply.statusCode);
      expect(problemOf(reply).message).toMatch(/\.$/);
    }
  }
});

test("returns 413 for a form with too many fields", async ({ shop }) => {
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`field${i}`, "x"]));
  const reply = await shop.call("POST", "/api/products", { token: shop.ownerToken, form: formOf(goodProduct(many)) });
  expect(reply.statusCode).toBe(413);
});
