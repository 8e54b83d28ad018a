import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { expect, onTestFinished } from "vitest";
import { makeCustomer } from "../support/customers.ts";
import { goodProduct, makeProduct, resendProduct, unique } from "../support/forms.ts";
import { isFromCache, request, text } from "../support/http-clients.ts";
import { placeOrder, setStatus, wants } from "../support/orders.ts";
import { roundTripsOf } from "../support/round-trips.ts";
import { countCached, openSecondShop, openTestShop, serve, test } from "../support/test-shop.ts";
import { until } from "../support/until.ts";

const queriesDuring = async (work: () => Promise<unknown>) => (await roundTripsOf(work)).statements.length;

test("caches pages, their data and public API responses", async ({ shop, url }) => {
  const { _id } = await makeProduct(shop, { stock: "3" });
  // The API first: rendering a page caches the API responses that it reads.
  for (const path of [
    "/api/products",
    `/api/products/${_id}`,
    "/",
    "/_.data",
    "/_.data?_routes=pages%2Fhome",
    "/products",
    `/product/${_id}`,
    `/product/${_id}.data`,
    `/product/${_id}.data?_routes=shop%2Fproduct-detail`,
    "/sitemap.xml",
  ]) {
    const first = await request(url + path);
    expect(first.status, path).toBe(200);
    expect(first.headers["cache-control"], path).toBe("public, no-cache");
    const again = await request(url + path);
    expect(again.body.equals(first.body), path).toBe(true);
    const { date: _, "x-request-id": ownId, connection: __, "keep-alive": ___, ...rest } = first.headers;
    expect(ownId).toBeDefined();
    expect(again.headers, path).toMatchObject(rest);
    expect(isFromCache(again), path).toBe(true);
  }
});

test("each encoding of a cached response has its own ETag", async ({ url }) => {
  const plain = await request(`${url}/about`);
  const packed = async (encoding: string) => {
    await until(
      async () => (await request(`${url}/about`, { "accept-encoding": encoding })).headers["content-encoding"],
    );
    return request(`${url}/about`, { "accept-encoding": `${encoding}, *;q=0.1` });
  };
  const [br, gz] = [await packed("br"), await packed("gzip")];
  expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
  expect(gunzipSync(gz.body).equals(plain.body)).toBe(true);
  expect(br.body.length).toBeLessThan(plain.body.length / 3);
  expect(br.headers.vary).toBe("accept-encoding");
  expect(new Set([plain, br, gz].map(({ headers }) => headers.etag)).size).toBe(3);
});

test("returns 304 when If-None-Match names the ETag", async ({ url }) => {
  const { headers } = await request(`${url}/contact`);
  for (const value of [`${headers.etag}`, `W/${headers.etag}`, `"other", ${headers.etag}`]) {
    const reply = await request(`${url}/contact`, { "if-none-match": value });
    expect([reply.status, reply.body.length]).toEqual([304, 0]);
    expect(reply.headers.etag).toBe(headers.etag);
  }
  expect((await request(`${url}/contact`, { "if-none-match": '"other"' })).status).toBe(200);
});

test("answers HEAD from the cache without a body", async ({ url }) => {
  const { body } = await request(`${url}/about`);
  const head = await request(`${url}/about`, {}, "HEAD");
  expect([head.status, head.body.length, head.headers["content-length"]]).toEqual([200, 0, `${body.length}`]);
});

test("drops unknown query parameters from the cache key and the page", async ({ shop, url }) => {
  const page = await text(`${url}/courses`);
  const before = countCached(shop);
  for (const query of ["?utm_source=x", "?page=1&x=%3Cscript%3E", "?fbclid=1&fbclid=2"]) {
    const reply = await text(`${url}/courses${query}`);
    expect(reply).not.toContain("script>alert");
    expect(reply).not.toContain("utm_source");
    if (!query.includes("page")) expect(reply).toBe(page);
  }
  expect(countCached(shop)).toBe(before + 1);
});

test("does not cache searches, errors, redirects and personal responses", async ({ shop, url }) => {
  await request(`${url}/`);
  const before = countCached(shop);
  const owner = { authorization: `Bearer ${shop.ownerToken}` };
  await request(`${url}/products?q=rose`);
  await request(`${url}/api/products?q=rose`);
  await request(`${url}/api/courses`, owner);
  await request(`${url}/api/orders/my`, owner);
  await request(`${url}/product/00000000-0000-7000-8000-000000000000`);
  await request(`${url}/home`);
  await request(`${url}/login`);
  for (const part of ["root", "pages%2Fhome", "pages%2Fabout%2Croot", "x"])
    await request(`${url}/about.data?_routes=${part}`);
  expect(countCached(shop)).toBe(before);
});

test("never mixes the owner's response with a visitor's", async ({ shop, url }) => {
  const form = new FormData();
  for (const [name, value] of Object.entries({
    title: unique("Tarot"),
    actualPrice: "900",
    offerPrice: "900",
    groupLink: "https://chat.example/secret",
  }))
    form.append(name, value);
  const { _id } = (await shop.call("POST", "/api/courses", { token: shop.ownerToken, form })).json();
  const path = `${url}/api/courses/${_id}`;
  const owner = { authorization: `Bearer ${shop.ownerToken}` };
  for (let i = 0; i < 2; i++) {
    expect((await request(path, owner)).body.toString()).toContain("chat.example");
    expect(await text(path)).not.toContain("chat.example");
  }
});

test("a page rendered from cached API responses changes with them", async ({ shop, url }) => {
  const product = await makeProduct(shop, { title: unique("Cached") });
  await text(`${url}/api/products/${product._id}`);
  const page = `${url}/product/${product._id}`;
  expect(await text(page)).toContain(product.title);
  const title = unique("Renamed");
  await resendProduct(shop, product._id, goodProduct({ title }));
  expect(await text(page)).toContain(title);
});

test("the next response shows an edit, a sale that changes stock words, and a deletion", async ({ shop, url }) => {
  const product = await makeProduct(shop, { title: unique("Old name"), stock: "3" });
  const page = `${url}/product/${product._id}`;
  const list = `${url}/api/products`;
  expect(await text(page)).toContain(product.title);
  await text(list);

  const title = unique("New name");
  await resendProduct(shop, product._id, goodProduct({ title, stock: "3" }));
  expect(await text(page)).toContain(title);
  expect(await text(list)).toContain(title);

  const buyer = await makeCustomer(shop);
  const order = await placeOrder(shop, buyer, wants(product._id, 900, 2));
  const stock = async () => JSON.parse(await text(`${url}/api/products/${product._id}`)).stock as number;
  await until(async () => (await stock()) === 1, 1_000);
  expect((await text(page)).replaceAll("<!-- -->", "")).toContain("Only 1 left");

  await setStatus(shop, shop.ownerToken, order._id, { status: "cancelled" });
  expect((await text(page)).replaceAll("<!-- -->", "")).toContain("Only 3 left");
  await until(async () => (await stock()) === 3, 1_000);

  await shop.call("DELETE", `/api/products/${product._id}`, { token: shop.ownerToken });
  expect((await request(page)).status).toBe(404);
  expect(await text(list)).not.toContain(title);
});

test("an edit that fails drops nothing from the cache", async ({ shop, url }) => {
  const product = await makeProduct(shop);
  const path = `${url}/api/products/${product._id}`;
  await request(path);
  const before = countCached(shop);
  expect((await resendProduct(shop, product._id, goodProduct({ version: "99" }))).statusCode).toBe(409);
  expect(countCached(shop)).toBe(before);
});

test("concurrent requests for an uncached response render it once", async ({ shop, url }) => {
  const { _id } = await makeProduct(shop);
  const path = `${url}/api/products/${_id}`;
  const queries = await queriesDuring(async () => {
    const bodies = await Promise.all(Array.from({ length: 50 }, () => text(path)));
    expect(new Set(bodies).size).toBe(1);
  });
  expect(queries).toBeLessThan(10);
});

test("another process shows a change within a second", async ({ shop }) => {
  const { url, close } = await serve({ ...shop, ...(await openSecondShop(shop)) });
  onTestFinished(close);
  const product = await makeProduct(shop, { title: unique("First") });
  const path = `${url}/api/products/${product._id}`;
  expect(await text(path)).toContain(product.title);
  const title = unique("Second");
  await resendProduct(shop, product._id, goodProduct({ title }));
  await until(async () => (await text(path)).includes(title), 1_000);
});

test("serves nothing from the cache while change notifications cannot arrive", async () => {
  const shop = await openTestShop();
  const { url, close } = await serve(shop);
  onTestFinished(async () => {
    await close();
    await shop.close();
  });
  const product = await makeProduct(shop);
  const path = `${url}/api/products/${product._id}`;
  await text(path);
  expect(countCached(shop)).toBe(1);
  await shop.services.events.stop();
  await shop.db.execute(sql`update products set title = 'Changed by somebody else' where id = ${product._id}`);
  expect(await text(path)).toContain("Changed by somebody else");
});
