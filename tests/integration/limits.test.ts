import { expect, onTestFinished } from "vitest";
import { formOf, goodProduct, makeProduct, problemOf, SENTENCE, sendProduct } from "../support/forms.ts";
import { openSocket, sendRaw } from "../support/http-clients.ts";
import { register } from "../support/people.ts";
import { openOwnShop, serve, type TestShop, test } from "../support/test-shop.ts";

/** Far more than a refusal takes, for busy machines; far less than parsing everything would. */
const MAX_MS = 10_000;

async function timed<T>(work: Promise<T>) {
  const start = performance.now();
  const result = await work;
  return { result, ms: performance.now() - start };
}

const post = ({ app }: TestShop, url: string, payload: string | Buffer, type = "application/json") =>
  app.inject({ method: "POST", url, headers: { "content-type": type }, payload });

const nest = (open: string, depth: number, close: string) => open.repeat(depth) + close.repeat(depth);

test.for([
  ["100,000 unclosed brackets", "[".repeat(100_000)],
  ["100,000 nested lists", nest("[", 100_000, "]")],
  ["400,000 nested lists in a field", `{"items":${nest("[", 400_000, "]")}}`],
  ["100,000 nested objects", `{"items":${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}}`],
  ["half a million numbers", `{"items":[${"0,".repeat(500_000)}0]}`],
  ["300,000 empty objects", `{"items":[${"{},".repeat(300_000)}{}]}`],
  ["60,000 fields", `{${Array.from({ length: 60_000 }, (_, place) => `"k${place}":1`).join(",")}}`],
] as const)("refuses %s with 400, quickly", async ([, payload], { shop }) => {
  const { result, ms } = await timed(post(shop, "/api/cart/quote", payload));
  expect(result.statusCode).toBe(400);
  expect(problemOf(result).message).toMatch(SENTENCE);
  expect(ms).toBeLessThan(MAX_MS);
});

test("returns 413 for a body over 1 MiB", async ({ shop }) => {
  const reply = await post(shop, "/api/cart/quote", JSON.stringify({ items: [], x: "x".repeat(1024 * 1024) }));
  expect([reply.statusCode, problemOf(reply).code]).toEqual([413, "too_large"]);
});

test.for(['{"__proto__":{"role":"owner"}}', '{"constructor":{"prototype":{"role":"owner"}}}'])(
  "refuses prototype pollution: %s",
  async (payload, { shop }) => {
    for (const url of ["/api/users/login", "/api/users/register", "/api/enquiries", "/api/cart/quote"])
      expect((await post(shop, url, payload)).statusCode, url).toBe(400);
    for (const name of ["__proto__", "constructor", "toString"]) {
      const reply = await sendProduct(shop, { ...goodProduct(), [name]: "x" });
      expect(reply.statusCode, name).toBe(400);
      expect((await shop.call("GET", `/api/products?${name}=x&${name}[a]=x`)).statusCode).toBe(200);
    }
    expect(({} as Record<string, unknown>).role).toBeUndefined();
  },
);

test("NUL, lone surrogates and overlong UTF-8 never reach the database", async ({ shop }) => {
  const enquiry = { name: "Asha", email: "asha@example.com", message: "Namaste" };
  for (const bad of ["a\0b", "\ud800", "a\udc00b"]) {
    for (const field of ["name", "message", "page", "phone"]) {
      const reply = await shop.call("POST", "/api/enquiries", { json: { ...enquiry, [field]: bad } });
      expect([reply.statusCode, Object.keys(problemOf(reply).fields ?? {})], field).toEqual([400, [field]]);
    }
    for (const url of ["/api/products", "/api/orders", "/api/courses"]) {
      const reply = await shop.call("GET", `${url}?q=${encodeURIComponent(bad.toWellFormed())}`, {
        token: shop.ownerToken,
      });
      expect([200, 400], url).toContain(reply.statusCode);
    }
  }
  const overlong = Buffer.concat([
    Buffer.from('{"items":[{"itemId":"'),
    Buffer.from([0xc0, 0x80]),
    Buffer.from('"}]}'),
  ]);
  expect((await post(shop, "/api/cart/quote", overlong)).statusCode).toBe(400);
});

test("refuses a form with too many fields or parts", async ({ shop }) => {
  const { title } = goodProduct();
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, place) => [`field-${place}`, "x"]));
  const reply = await sendProduct(shop, { ...goodProduct({ title }), ...many });
  expect([reply.statusCode, problemOf(reply).code]).toEqual([413, "too_large"]);
  const form = formOf(goodProduct({ title }));
  for (let place = 0; place < 100; place++) form.append("images", new File(["x"], "x.png"));
  const files = await shop.call("POST", "/api/products", { token: shop.ownerToken, form });
  expect(files.statusCode).toBe(400);
  const found = await shop.call("GET", `/api/products?q=${encodeURIComponent(title)}`);
  expect(found.json()).toEqual([]);
});

test.for(["--edge", "--edge\r\n\r\n", "--edge\r\ncontent-dispo", ""])(
  "a truncated form with too many parts does not stop the process: %j",
  async (end, { shop }) => {
    const part = (place: number) => `--edge\r\ncontent-disposition: form-data; name="f${place}"\r\n\r\nx\r\n`;
    const payload = Array.from({ length: 150 }, (_, place) => part(place)).join("") + end;
    const reply = await shop.app.inject({
      method: "POST",
      url: "/api/products",
      headers: { "content-type": "multipart/form-data; boundary=edge", authorization: `Bearer ${shop.ownerToken}` },
      payload,
    });
    expect([400, 413]).toContain(reply.statusCode);
    // An uncaught exception would end the process, here the test run.
    expect((await shop.call("GET", "/healthz")).statusCode).toBe(200);
  },
);

test("limits the size of every list, with and without paging", async ({ shop }) => {
  await makeProduct(shop);
  const { token } = await register(shop);
  for (const url of ["/api/products", "/api/courses", "/api/experts", "/api/blogs", "/api/orders", "/api/activity"]) {
    expect((await shop.call("GET", `${url}?limit=101`, { token: shop.ownerToken })).statusCode, url).toBe(400);
    expect((await shop.call("GET", `${url}?page=1000000`, { token: shop.ownerToken })).statusCode, url).toBe(200);
    expect((await shop.call("GET", `${url}?page=1e9`, { token: shop.ownerToken })).statusCode, url).toBe(400);
  }
  expect((await shop.call("GET", "/api/orders/my", { token })).headers["x-total-count"]).toBe("0");
});

/** A shop with very short timeouts. */
async function openImpatientShop() {
  const timeouts = { headersMs: 200, requestMs: 600, idleMs: 300, checkEveryMs: 50, drainMs: 300 };
  const { url, close } = await serve(await openOwnShop(), timeouts);
  onTestFinished(close);
  return url;
}

test("returns 408 and closes when the headers are never finished", async () => {
  const url = await openImpatientShop();
  const socket = openSocket(url);
  socket.send("GET /api/products HTTP/1.1\r\nhost: x\r\nx-slow: ");
  const drip = setInterval(() => socket.send("x"), 40);
  const { status, body } = await socket.response();
  clearInterval(drip);
  expect(status).toBe(408);
  expect(JSON.parse(body)).toMatchObject({ code: "too_slow", message: expect.stringMatching(SENTENCE) });
  expect((await fetch(`${url}/api/products`)).status).toBe(200);
});

test("closes a connection that sends its body byte by byte, and a silent one", async () => {
  const url = await openImpatientShop();
  const head =
    "POST /api/cart/quote HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n";
  const dripping = openSocket(url);
  dripping.send(head);
  const drip = setInterval(() => dripping.send(" "), 40);
  const silent = openSocket(url);
  silent.send(head);
  const idle = openSocket(url);
  const [slow] = await Promise.all([dripping.response(), silent.response(), idle.response()]);
  clearInterval(drip);
  expect([408, Number.NaN]).toContain(slow.status);
  expect((await fetch(`${url}/api/products`)).status).toBe(200);
});

test("refuses oversized headers and targets, two lengths and request smuggling", async () => {
  const url = await openImpatientShop();
  const long = "x".repeat(20_000);
  const requests: [string, number][] = [
    [`GET /${long} HTTP/1.1\r\nhost: x\r\n\r\n`, 431],
    [`GET / HTTP/1.1\r\nhost: x\r\nx: ${long}\r\n\r\n`, 431],
    ["POST /api/cart/quote HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}", 400],
    [
      "POST /api/cart/quote HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
      400,
    ],
    ["GET / HTTP/1.1\r\nhost: x\r\nx: a\r\n b\r\n\r\n", 400],
    ["GET / HTTP/1.1\r\nhost: x\r\nx\0y: a\r\n\r\n", 400],
    ["GET / HTTP/1.1\r\n\r\n", 400],
  ];
  for (const [bytes, expected] of requests) {
    const { status } = await sendRaw(url, bytes);
    expect(status, bytes.slice(0, 60)).toBe(expected);
  }
});
