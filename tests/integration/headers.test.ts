import { readdir } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished } from "vitest";
import { formOf, goodProduct, makeProduct } from "../support/forms.ts";
import { request, sendRaw } from "../support/http-clients.ts";
import { picture } from "../support/pictures.ts";
import { openOwnShop, serve, serveAtCapacity, type TestShop, test } from "../support/test-shop.ts";

const client = path.resolve(import.meta.dirname, "../../build/client");

type Headers = Record<string, string | string[] | undefined>;

const SECURITY_HEADERS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "permissions-policy": expect.stringContaining("camera=()"),
};

function expectSecurityHeaders(headers: Headers, of: string) {
  expect(headers, of).toMatchObject(SECURITY_HEADERS);
  expect(headers["cross-origin-resource-policy"], of).toMatch(/^(same|cross)-origin$/);
  for (const name of Object.keys(headers)) expect(name, of).not.toMatch(/^access-control-|^x-powered-by|^server$/);
}

function parsePolicy(headers: Headers) {
  const policy = String(headers["content-security-policy"]);
  return new Map(
    policy.split("; ").map((rule) => [rule.split(" ")[0]!, rule.split(" ").slice(1)] as [string, string[]]),
  );
}

async function productWithPicture(shop: TestShop) {
  return makeProduct(shop, {}, [{ bytes: await picture() }]);
}

test("every response carries the security headers and no CORS header", async ({ shop, url }) => {
  const product = await productWithPicture(shop);
  const picture = (await readdir(path.join(client, "assets"))).find((name) => name.endsWith(".svg"));
  const token = { authorization: `Bearer ${shop.ownerToken}` };
  const otherOrigin = { origin: "https://evil.example" };
  const cases: [string, number, Record<string, string>?, string?][] = [
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
    ["/api/products", 200, otherOrigin],
    ["/api/products", 405, { ...otherOrigin, "access-control-request-method": "POST" }, "OPTIONS"],
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
    [`/assets/${picture}`, 200],
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
  for (const [at, status, headers, method] of cases) {
    const response = await request(url + at, headers, method);
    expect(response.status, at).toBe(status);
    expectSecurityHeaders(response.headers, at);
    const rules = parsePolicy(response.headers);
    expect(rules.has("frame-ancestors") || rules.has("sandbox"), at).toBe(true);
  }
});

test("scripts, style sheets and fonts carry no header that is for documents", async ({ url }) => {
  const names = await readdir(path.join(client, "assets"));
  for (const kind of [/\.js$/, /\.css$/, /\.woff2$/]) {
    const at = `/assets/${names.find((name) => kind.test(name))}`;
    const { status, headers } = await request(url + at, { "accept-encoding": "br" });
    expect(status, at).toBe(200);
    expect(headers, at).toMatchObject({
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "public, max-age=31536000, immutable",
    });
    for (const name of ["content-security-policy", ...Object.keys(SECURITY_HEADERS).slice(1)])
      expect(headers, at).not.toHaveProperty(name);
  }
});

test("a 304 carries the security headers and no other policy", async ({ url }) => {
  for (const at of ["/about", "/api/blogs", "/favicon.svg", "/sandbox/razorpay/checkout.js"]) {
    const first = await request(url + at);
    const again = await request(url + at, { "if-none-match": String(first.headers.etag) });
    expect(again.status, at).toBe(304);
    expectSecurityHeaders(again.headers, at);
    const policies = [first.headers["content-security-policy"], undefined];
    expect(policies, at).toContain(again.headers["content-security-policy"]);
  }
});

test("a refusal under load carries the security headers, as a page and as JSON", async () => {
  const { url, close } = await serveAtCapacity(await openOwnShop());
  onTestFinished(close);
  for (const at of ["/login", "/api/orders/my"]) {
    const { status, headers } = await request(url + at);
    expect([status, headers["cache-control"]], at).toEqual([503, "no-store"]);
    expectSecurityHeaders(headers, at);
    expect(parsePolicy(headers).get("default-src"), at).toEqual(["'none'"]);
  }
});

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)(?![^>]*type="application\/ld\+json")([^>]*)>/g;

test("a page's policy allows its own files and the inline scripts with its nonce", async ({ url }) => {
  for (const at of ["/", "/products", "/login", "/admin", `/blogs/${crypto.randomUUID()}`]) {
    const { headers, body } = await request(url + at);
    const rules = parsePolicy(headers);
    const [self, nonce = "", ...others] = rules.get("script-src") ?? [];
    expect([self, others], at).toEqual(["'self'", []]);
    expect(nonce, at).toMatch(/^'nonce-[\w+/=-]{16,}'$/);
    const scripts = [...body.toString("utf8").matchAll(INLINE_SCRIPT)];
    expect(scripts.length, at).toBeGreaterThan(0);
    for (const [, attributes] of scripts) expect(attributes, at).toContain(`nonce="${nonce.slice(7, -1)}"`);
    expect(Object.fromEntries(rules), at).toMatchObject({
      "default-src": ["'none'"],
      "style-src": ["'self'"],
      "connect-src": ["'self'"],
      "frame-src": ["https://www.openstreetmap.org"],
      "base-uri": ["'none'"],
      "form-action": ["'self'"],
      "frame-ancestors": ["'none'"],
    });
    expect(String(headers["content-security-policy"]), at).not.toMatch(/unsafe-|sha256-|\*|http:/);
  }
});

test("only the style sheet blocks a page's first paint, and scripts are requested last", async ({ url }) => {
  for (const at of ["/", "/products", "/courses", "/experts", "/blogs", "/login"]) {
    const html = (await request(url + at)).body.toString("utf8");
    const sheets = [...html.matchAll(/<link[^>]*rel="stylesheet"[^>]*href="([^"]+)"/g)].map(([, href]) => href);
    expect(sheets, at).toEqual([expect.stringMatching(/^\/assets\/app-[\w-]+\.css$/)]);
    expect(html, at).not.toMatch(/<script[^>]*\ssrc=/);
    const preloads = html.match(/<link rel="modulepreload"[^>]*>/g) ?? [];
    expect(preloads.length, at).toBeGreaterThan(3);
    for (const preload of preloads) expect(preload, at).toContain('fetchpriority="low"');
  }
});

test("every render of a page has another nonce", async ({ url }) => {
  const nonces = new Set<string | undefined>();
  for (let times = 0; times < 5; times++)
    nonces.add(parsePolicy((await request(`${url}/products?q=nonce`)).headers).get("script-src")?.[1]);
  expect(nonces.size).toBe(5);
});

test("responses other than pages have a policy that allows nothing", async ({ shop, url }) => {
  const product = await productWithPicture(shop);
  for (const at of ["/api/products", "/api/nothing", "/robots.txt", "/sitemap.xml", product.images[0]!]) {
    const rules = parsePolicy((await request(url + at)).headers);
    expect(rules.get("default-src"), at).toEqual(["'none'"]);
    expect(rules.has("script-src"), at).toBe(false);
  }
  const uploaded = await request(url + product.images[0]);
  expect(parsePolicy(uploaded.headers).has("sandbox")).toBe(true);
  expect(uploaded.headers["content-type"]).toBe("image/png");
});

test("allows other origins to embed pictures, but no pages, data or scripts", async ({ shop, url }) => {
  const product = await productWithPicture(shop);
  const policyOf = async (at: string) => (await request(url + at)).headers["cross-origin-resource-policy"];
  for (const at of [product.images[0]!, "/share.png", "/favicon.svg"]) expect(await policyOf(at)).toBe("cross-origin");
  for (const at of ["/", "/api/products", "/manifest.webmanifest"]) expect(await policyOf(at)).toBe("same-origin");
});

test("personal responses are no-store", async ({ shop, url }) => {
  const token = { authorization: `Bearer ${shop.ownerToken}` };
  for (const at of ["/api/orders", "/api/users/profile", "/api/dashboard", "/api/orders/my", "/api/products"])
    expect((await request(url + at, token)).headers["cache-control"], at).toBe("no-store");
  for (const at of ["/api/orders", "/api/products?q=rose", "/api/orders/my/x.css", "/api/users/profile;x.css"])
    expect((await request(url + at)).headers["cache-control"], at).toBe("no-store");
});

test("sends Strict-Transport-Security only for an https address", async ({ url }) => {
  expect((await request(url)).headers["strict-transport-security"]).toBeUndefined();
  const shop = await openOwnShop({ PUBLIC_URL: "https://shop.example.com", PAYMENTS: "sandbox" });
  const served = await serve(shop);
  onTestFinished(served.close);
  const unreadable = await sendRaw(served.url, "NONSENSE\r\n\r\n");
  for (const headers of [
    (await request(`${served.url}/`)).headers,
    (await request(`${served.url}/`)).headers,
    (await request(`${served.url}/api/nothing`)).headers,
    (await request(`${served.url}/no-such-page`)).headers,
    unreadable.headers,
  ])
    expect(headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
});

test("answers malformed HTTP in the one error shape, with the security headers", async ({ url }) => {
  const { status, headers, body } = await sendRaw(url, "GET / HTTP/1.1\r\nhost: x\r\nbad header\r\n\r\n");
  expect(status).toBe(400);
  expectSecurityHeaders(headers, "bad header");
  expect(JSON.parse(body)).toEqual({ code: "bad_request", message: "The request could not be understood." });
  const large = await sendRaw(url, `GET / HTTP/1.1\r\nhost: x\r\nx: ${"x".repeat(20_000)}\r\n\r\n`);
  expect(large.status).toBe(431);
  expect(JSON.parse(large.body)).toMatchObject({ code: "headers_too_large" });
});

test.for(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""])(
  "refuses the content types that a form of another site can send: %j",
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

test("ignores the host that a visitor claims", async ({ shop, url }) => {
  const product = await productWithPicture(shop);
  const claims = { host: "evil.example", "x-forwarded-host": "evil.example", "x-forwarded-proto": "gopher" };
  for (const at of ["/", `/product/${product._id}`, "/products", "/sitemap.xml", "/blogs/rss.xml", "/no-such-page"]) {
    const response = await request(url + at, { ...claims, "x-original-url": "/evil", "x-rewrite-url": "/evil" });
    const sent = JSON.stringify(response.headers) + response.body.toString("utf8");
    expect(sent, at).not.toMatch(/evil|gopher/);
    expect((await request(url + at)).body.equals(response.body), at).toBe(true);
  }
});
