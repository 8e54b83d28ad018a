import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished } from "vitest";
import { createLoadGate } from "../../src/server/platform/http/load-gate.ts";
import { formOf, goodProduct, makeProduct } from "../support/forms.ts";
import { openOwnShop } from "../support/people.ts";
import { picture } from "../support/pictures.ts";
import { sendRaw } from "../support/raw-socket.ts";
import { ask, serve, test } from "../support/remembering-shop.ts";
import type { TestShop } from "../support/test-shop.ts";

const client = path.resolve(import.meta.dirname, "../../build/client");

type Headers = Record<string, string | string[] | undefined>;

const ALWAYS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "permissions-policy": expect.stringContaining("camera=()"),
};

function expectProtected(headers: Headers, of: string) {
  expect(headers, of).toMatchObject(ALWAYS);
  expect(headers["cross-origin-resource-policy"], of).toMatch(/^(same|cross)-origin$/);
  for (const name of Object.keys(headers)) expect(name, of).not.toMatch(/^access-control-|^x-powered-by|^server$/);
}

function rulesOf(headers: Headers) {
  const policy = String(headers["content-security-policy"]);
  return new Map(
    policy.split("; ").map((rule) => [rule.split(" ")[0]!, rule.split(" ").slice(1)] as [string, string[]]),
  );
}

async function productWithPicture(shop: TestShop) {
  return makeProduct(shop, {}, [{ bytes: await picture() }]);
}

test("every kind of answer carries the headers that protect it, and none opens the shop to other origins", async ({
  shop,
  url,
}) => {
  const product = await productWithPicture(shop);
  const [asset] = await readdir(path.join(client, "assets"));
  const token = { authorization: `Bearer ${shop.ownerToken}` };
  const stranger = { origin: "https://evil.example" };
  const answers: [string, number, Record<string, string>?, string?][] = [
    ["/", 200],
    ["/", 200],
    [`/product/${product._id}`, 200],
    [`/product/${crypto.randomUUID()}`, 404],
    ["/products?q=rose", 200],
    ["/profile", 200],
    ["/admin", 200],
    ["/no-such-page", 302],
    ["/%zz", 302],
    ["/about.data", 200],
    ["/api/products", 200],
    ["/api/products", 200, stranger],
    ["/api/products", 405, { ...stranger, "access-control-request-method": "POST" }, "OPTIONS"],
    [`/api/products/${product._id}`, 200],
    ["/api/products/nothing", 404],
    ["/api/products/%zz", 400],
    ["/api/products?limit=x", 400],
    ["/api/nothing", 404],
    ["/api/orders", 401],
    ["/api/orders", 200, token],
    ["/api/orders.csv", 200, token],
    ["/api/users/login", 405],
    ["/api/docs", 200],
    ["/api/docs/static/index.css", 200],
    ["/api/openapi.json", 200],
    [product.images[0]!, 200],
    ["/uploads/nothing.png", 404],
    [`/assets/${asset}`, 200],
    ["/favicon.svg", 200],
    ["/share.png", 200],
    ["/robots.txt", 200],
    ["/sitemap.xml", 200],
    ["/healthz", 200],
    ["/readyz", 200],
    ["/metrics", 404],
    ["/sandbox/razorpay/checkout.js", 200],
    ["/sandbox/razorpay/v1/orders", 401],
  ];
  for (const [at, status, headers, method] of answers) {
    const answer = await ask(url + at, headers, method);
    expect(answer.status, at).toBe(status);
    expectProtected(answer.headers, at);
    const rules = rulesOf(answer.headers);
    expect(rules.has("frame-ancestors") || rules.has("sandbox"), at).toBe(true);
  }
});

test("who has the bytes already gets the headers too, and keeps the policy that came with them", async ({ url }) => {
  for (const at of ["/about", "/api/blogs", "/favicon.svg", "/sandbox/razorpay/checkout.js"]) {
    const first = await ask(url + at);
    const again = await ask(url + at, { "if-none-match": String(first.headers.etag) });
    expect(again.status, at).toBe(304);
    expectProtected(again.headers, at);
    const policies = [first.headers["content-security-policy"], undefined];
    expect(policies, at).toContain(again.headers["content-security-policy"]);
  }
});

test("a refusal under load carries them as well, to a person and to a call", async ({ shop }) => {
  const gate = createLoadGate({ mostAtOnce: 0, headers: shop.services.headers });
  const served = await serve({ ...shop, services: { ...shop.services, gate } });
  onTestFinished(served.close);
  for (const at of ["/login", "/api/orders/my"]) {
    const { status, headers } = await ask(served.url + at);
    expect([status, headers["cache-control"]], at).toEqual([503, "no-store"]);
    expectProtected(headers, at);
    expect(rulesOf(headers).get("default-src"), at).toEqual(["'none'"]);
  }
});

test("a page's policy runs its own scripts by their hashes and nothing else", async ({ url }) => {
  for (const at of ["/", "/products", "/login", "/admin", `/blogs/${crypto.randomUUID()}`]) {
    const { headers, body } = await ask(url + at);
    const rules = rulesOf(headers);
    const scripts = [...body.toString("utf8").matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)];
    const hashes = scripts.map(([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
    expect(hashes.length, at).toBeGreaterThan(0);
    expect(rules.get("script-src")?.toSorted(), at).toEqual(["'self'", ...new Set(hashes)].sort());
    expect(Object.fromEntries(rules), at).toMatchObject({
      "default-src": ["'none'"],
      "style-src": ["'self'"],
      "connect-src": ["'self'"],
      "frame-src": ["https://www.openstreetmap.org"],
      "base-uri": ["'none'"],
      "form-action": ["'self'"],
      "frame-ancestors": ["'none'"],
    });
    expect(String(headers["content-security-policy"]), at).not.toMatch(/unsafe-|\*|http:/);
  }
});

test("what is no page may do nothing, even when it is opened by itself", async ({ shop, url }) => {
  const product = await productWithPicture(shop);
  for (const at of ["/api/products", "/api/nothing", "/robots.txt", "/sitemap.xml", product.images[0]!]) {
    const rules = rulesOf((await ask(url + at)).headers);
    expect(rules.get("default-src"), at).toEqual(["'none'"]);
    expect(rules.has("script-src"), at).toBe(false);
  }
  const uploaded = await ask(url + product.images[0]);
  expect(rulesOf(uploaded.headers).has("sandbox")).toBe(true);
  expect(uploaded.headers["content-type"]).toBe("image/png");
});

test("pictures may be shown elsewhere, in a mail or a preview; pages, data and scripts may not", async ({
  shop,
  url,
}) => {
  const product = await productWithPicture(shop);
  const policyOf = async (at: string) => (await ask(url + at)).headers["cross-origin-resource-policy"];
  for (const at of [product.images[0]!, "/share.png", "/favicon.svg"]) expect(await policyOf(at)).toBe("cross-origin");
  for (const at of ["/", "/api/products", "/manifest.webmanifest"]) expect(await policyOf(at)).toBe("same-origin");
});

test("an answer for one person is kept by nobody", async ({ shop, url }) => {
  const token = { authorization: `Bearer ${shop.ownerToken}` };
  for (const at of ["/api/orders", "/api/users/profile", "/api/dashboard", "/api/orders/my", "/api/products"])
    expect((await ask(url + at, token)).headers["cache-control"], at).toBe("no-store");
  for (const at of ["/api/orders", "/api/products?q=rose", "/api/orders/my/x.css", "/api/users/profile;x.css"])
    expect((await ask(url + at)).headers["cache-control"], at).toBe("no-store");
});

test("only a shop at an https address tells browsers never to come by http again", async ({ url }) => {
  expect((await ask(url)).headers["strict-transport-security"]).toBeUndefined();
  const shop = await openOwnShop({ PUBLIC_URL: "https://shop.example.com", PAYMENTS: "sandbox" });
  const served = await serve(shop);
  onTestFinished(served.close);
  const unreadable = await sendRaw(served.url, "NONSENSE\r\n\r\n");
  for (const headers of [
    (await ask(`${served.url}/`)).headers,
    (await ask(`${served.url}/`)).headers,
    (await ask(`${served.url}/api/nothing`)).headers,
    (await ask(`${served.url}/no-such-page`)).headers,
    unreadable.headers,
  ])
    expect(headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
});

test("what is no HTTP is answered in the one error shape, with the headers of every answer", async ({ url }) => {
  const { status, headers, body } = await sendRaw(url, "GET / HTTP/1.1\r\nhost: x\r\nbad header\r\n\r\n");
  expect(status).toBe(400);
  expectProtected(headers, "bad header");
  expect(JSON.parse(body)).toEqual({ code: "bad_request", message: "The request could not be understood." });
  const large = await sendRaw(url, `GET / HTTP/1.1\r\nhost: x\r\nx: ${"x".repeat(20_000)}\r\n\r\n`);
  expect(large.status).toBe(431);
  expect(JSON.parse(large.body)).toMatchObject({ code: "headers_too_large" });
});

test.for(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""])(
  "a form of another site cannot pass for a call: %j is refused unread",
  async (type, { shop, url }) => {
    const json = JSON.stringify({ email: "owner@example.com", password: "a long test password" });
    const reply = await fetch(`${url}/api/users/login`, {
      method: "POST",
      headers: { origin: "https://evil.example", ...(type && { "content-type": type }) },
      body: new TextEncoder().encode(json),
    });
    expect([400, 415]).toContain(reply.status);
    if (!type.startsWith("multipart")) expect(reply.status).toBe(415);
    const upload = await shop.call("POST", "/api/products", {
      token: shop.ownerToken,
      form: formOf(goodProduct()),
      headers: { "content-type": type || "text/plain" },
    });
    expect([400, 415]).toContain(upload.statusCode);
  },
);

test("what a visitor says about the shop's own address finds its way into nothing", async ({ shop, url }) => {
  const product = await productWithPicture(shop);
  const lies = { host: "evil.example", "x-forwarded-host": "evil.example", "x-forwarded-proto": "gopher" };
  for (const at of ["/", `/product/${product._id}`, "/products", "/sitemap.xml", "/blogs/rss.xml", "/no-such-page"]) {
    const lied = await ask(url + at, { ...lies, "x-original-url": "/evil", "x-rewrite-url": "/evil" });
    const told = JSON.stringify(lied.headers) + lied.body.toString("utf8");
    expect(told, at).not.toMatch(/evil|gopher/);
    expect((await ask(url + at)).body.equals(lied.body), at).toBe(true);
  }
});
