import fc from "fast-check";
import { expect } from "vitest";
import { makeProduct } from "../support/forms.ts";
import { hostileText } from "../support/hostile-values.ts";
import { request, sendRaw } from "../support/http-clients.ts";
import { test } from "../support/test-shop.ts";

const SEED = Number(process.env.FC_SEED ?? 20_260_401);
/** Multiplies the number of generated addresses. */
const TIMES = Number(process.env.HOSTILE_TIMES ?? 1);
const RUNS = 150 * TIMES;

const INTERNALS = /FST_|node_modules|\.[jt]sx?:\d|\bat \S+ \(|Failed query|SQLSTATE|syntax error at/;
const MARKUP = '<img src=x onerror="alert(1)">';

const folders = [
  "",
  "home",
  "about",
  "products",
  "products/Tumbles",
  "product",
  "course",
  "courses",
  "cart",
  "blogs",
  "experts",
  "login",
  "reset-password",
  "orders",
  "admin",
  "admin/orders",
  "uploads",
  "assets",
  "sandbox/razorpay",
  "no-such-page",
];

/** Odd pieces of addresses that a browser, a bot or a proxy may send. */
const pieces = fc.oneof(
  fc.constantFrom(
    "%00",
    "%0d%0aset-cookie:%20a=b",
    "%2f",
    "%2F%2fevil.example",
    "%5cevil.example",
    "%25",
    "%ff",
    "%c0%ae%c0%ae",
    "%e2%80%ae",
    "%",
    "%zz",
    "..",
    "%2e%2e",
    ".",
    ";a=b",
    "//evil.example",
    "\\evil.example",
    "\\\\evil.example",
    "http://evil.example/",
    "@evil.example",
    "x".repeat(300),
    ".data",
    "_.data",
    ".php",
    "~",
    "*",
    "😀",
  ),
  fc.constant(encodeURIComponent(MARKUP)),
  hostileText.map((text) => encodeURIComponent(text.toWellFormed())),
);

const parameters = fc.array(
  fc.tuple(fc.constantFrom("q", "page", "failed", "next", "edit", "_routes", "index", "__proto__"), pieces),
  { maxLength: 2 },
);

const addresses = fc
  .record({
    lead: fc.constantFrom("/", "/", "/", "/", "//", "/\\", "/./", "/../", "http://evil.example/", ""),
    folder: fc.constantFrom(...folders),
    rest: fc.array(pieces, { maxLength: 2 }),
    parameters,
  })
  .map(({ lead, folder, rest, parameters }) => {
    const path = [folder, ...rest].filter(Boolean).join("/");
    const query = parameters.map((pair) => pair.join("=")).join("&");
    return `${lead}${path}${query && `?${query}`}`.replace(/[\s\0]/g, "+");
  });

const methods = fc.constantFrom("GET", "GET", "GET", "GET", "HEAD", "POST", "PUT", "OPTIONS", "TRACE", "PROPFIND");

test("no address makes the shop fail, or appears in the response as markup or as a header", {
  timeout: 60_000 + 30_000 * TIMES,
}, async ({ url, shop }) => {
  await makeProduct(shop);
  await fc.assert(
    fc.asyncProperty(methods, addresses, async (method, address) => {
      const bytes = Buffer.from(`${method} ${address} HTTP/1.1\r\nhost: shop\r\nconnection: close\r\n\r\n`);
      const { status, headers, body } = await sendRaw(url, bytes);
      const of = `${method} ${address} → ${status}\n${body.slice(0, 400)}`;
      expect(status, of).toBeGreaterThanOrEqual(200);
      expect(status, of).toBeLessThan(500);
      expect(body, of).not.toMatch(INTERNALS);
      expect(body, of).not.toContain(MARKUP);
      expect(headers["set-cookie"], of).toBeUndefined();
      expect(headers["x-content-type-options"], of).toBe("nosniff");
      // Redirects stay within the shop: exactly one leading slash.
      if (headers.location !== undefined) expect(headers.location, of).toMatch(/^\/(?![/\\])/);
      if (headers["content-type"]?.startsWith("text/html"))
        expect(headers["content-security-policy"], of).toMatch(/^default-src '(none|self)'/);
    }),
    {
      numRuns: RUNS,
      seed: SEED,
      // Found by longer runs.
      examples: [
        ["GET", "/%0d%0aset-cookie:%20a=b"],
        ["GET", "/no-such-page/%E2%80%A8"],
      ],
    },
  );
  expect((await request(`${url}/about`)).status).toBe(200);
});

test("search terms appear in the page as text", async ({ url }) => {
  for (const at of ["/products?q=", "/courses?q=", "/blogs?q="]) {
    const { status, body } = await request(
      url + at + encodeURIComponent(`${MARKUP}</script><script>alert(1)</script>`),
    );
    expect(status, at).toBe(200);
    expect(body.toString("utf8"), at).not.toContain(MARKUP);
    expect(body.toString("utf8"), at).not.toContain("<script>alert(1)");
  }
});

test("a long name that is cut inside a character ends with a replacement character", async ({ url }) => {
  const { status, body } = await request(`${url}/products/${encodeURIComponent(`${"a".repeat(59)}😀`)}`);
  expect(status).toBe(200);
  expect(body.toString("utf8")).toContain(`<h1 class="text-display">A${"a".repeat(58)}\ufffd</h1>`);
});
