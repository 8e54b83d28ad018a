import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { expect, onTestFinished } from "vitest";
import { makeCustomer } from "../support/customers.ts";
import { goodProduct, makeProduct, resendProduct, unique } from "../support/forms.ts";
import { placeOrder, setStatus, wants } from "../support/orders.ts";
import { ask, serve, test, text } from "../support/remembering-shop.ts";
import { roundTripsOf } from "../support/round-trips.ts";
import { openSecondShop } from "../support/second-shop.ts";
import { openTestShop, type TestShop } from "../support/test-shop.ts";
import { until } from "../support/until.ts";

const kept = (shop: TestShop) => shop.services.answers.size().answers;

const queriesDuring = async (work: () => Promise<unknown>) => (await roundTripsOf(work)).statements.length;

test("a page, its data and the API's public answers are made once and then sent as they are", async ({ shop, url }) => {
  const { _id } = await makeProduct(shop, { stock: "3" });
  // The API first: what a page asks of it is kept as well.
  for (const path of [
    "/api/products",
    `/api/products/${_id}`,
    "/",
    "/products",
    `/product/${_id}`,
    `/product/${_id}.data`,
    "/sitemap.xml",
  ]) {
    const first = await ask(url + path);
    expect(first.status, path).toBe(200);
    expect(first.headers["cache-control"], path).toBe("public, no-cache");
    const again = await ask(url + path);
    expect(again.body.equals(first.body), path).toBe(true);
    const { date: _, "x-request-id": ownId, connection: __, "keep-alive": ___, ...rest } = first.headers;
    expect(ownId).toBeDefined();
    expect(again.headers, path).toMatchObject(rest);
    expect(again.headers["x-request-id"], path).toBeUndefined();
  }
});

test("the bytes come packed as the browser likes them, each under a mark of its own", async ({ url }) => {
  const plain = await ask(`${url}/about`);
  const packed = async (encoding: string) => {
    await until(async () => (await ask(`${url}/about`, { "accept-encoding": encoding })).headers["content-encoding"]);
    return ask(`${url}/about`, { "accept-encoding": `${encoding}, *;q=0.1` });
  };
  const [br, gz] = [await packed("br"), await packed("gzip")];
  expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
  expect(gunzipSync(gz.body).equals(plain.body)).toBe(true);
  expect(br.body.length).toBeLessThan(plain.body.length / 3);
  expect(br.headers.vary).toBe("accept-encoding");
  expect(new Set([plain, br, gz].map(({ headers }) => headers.etag)).size).toBe(3);
});

test("who has the bytes already is told so, whichever way they were packed", async ({ url }) => {
  const { headers } = await ask(`${url}/contact`);
  for (const asked of [`${headers.etag}`, `W/${headers.etag}`, `"other", ${headers.etag}`]) {
    const reply = await ask(`${url}/contact`, { "if-none-match": asked });
    expect([reply.status, reply.body.length]).toEqual([304, 0]);
    expect(reply.headers.etag).toBe(headers.etag);
  }
  expect((await ask(`${url}/contact`, { "if-none-match": '"other"' })).status).toBe(200);
});

test("HEAD is answered from memory without a body", async ({ url }) => {
  const { body } = await ask(`${url}/about`);
  const head = await ask(`${url}/about`, {}, "HEAD");
  expect([head.status, head.body.length, head.headers["content-length"]]).toEqual([200, 0, `${body.length}`]);
});

test("what nobody reads of an address makes no new answer and reaches none", async ({ shop, url }) => {
  const page = await text(`${url}/courses`);
  const before = kept(shop);
  for (const query of ["?utm_source=x", "?page=1&x=%3Cscript%3E", "?fbclid=1&fbclid=2"]) {
    const reply = await text(`${url}/courses${query}`);
    expect(reply).not.toContain("script>alert");
    expect(reply).not.toContain("utm_source");
    if (!query.includes("page")) expect(reply).toBe(page);
  }
  expect(kept(shop)).toBe(before + 1);
});

test("searches, mistakes, redirects and what belongs to a person are not kept", async ({ shop, url }) => {
  await ask(`${url}/`);
  const before = kept(shop);
  const owner = { authorization: `Bearer ${shop.ownerToken}` };
  await ask(`${url}/products?q=rose`);
  await ask(`${url}/api/products?q=rose`);
  await ask(`${url}/api/courses`, owner);
  await ask(`${url}/api/orders/my`, owner);
  await ask(`${url}/product/00000000-0000-7000-8000-000000000000`);
  await ask(`${url}/home`);
  await ask(`${url}/login`);
  expect(kept(shop)).toBe(before);
});

test("an owner's answer and a visitor's never mix", async ({ shop, url }) => {
  const form = new FormData();
  for (const [name, value] of Object.entries({
    title: unique("Tarot"),
    actualPrice: "900",
    offerPrice: "900",
    groupLink: "https://chat.example/secret",
  }))
    form.append(name, value);
  const { _id } = (await shop.call("POST", "/api/courses", { token: shop.ownerToken, form })).json();
  const address = `${url}/api/courses/${_id}`;
  const owner = { authorization: `Bearer ${shop.ownerToken}` };
  for (let i = 0; i < 2; i++) {
    expect((await ask(address, owner)).body.toString()).toContain("chat.example");
    expect(await text(address)).not.toContain("chat.example");
  }
});

test("a page made of an answer that was kept already changes with it", async ({ shop, url }) => {
  const product = await makeProduct(shop, { title: unique("Kept") });
  await text(`${url}/api/products/${product._id}`);
  const page = `${url}/product/${product._id}`;
  expect(await text(page)).toContain(product.title);
  const title = unique("Renamed");
  await resendProduct(shop, product._id, goodProduct({ title }));
  expect(await text(page)).toContain(title);
});

test("after an owner's edit, a sale or a deletion the very next answer tells it", async ({ shop, url }) => {
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
  expect(JSON.parse(await text(`${url}/api/products/${product._id}`)).stock).toBe(1);
  expect((await text(page)).replaceAll("<!-- -->", "")).toContain("Only 1 left");

  await setStatus(shop, shop.ownerToken, order._id, { status: "cancelled" });
  expect(JSON.parse(await text(`${url}/api/products/${product._id}`)).stock).toBe(3);

  await shop.call("DELETE", `/api/products/${product._id}`, { token: shop.ownerToken });
  expect((await ask(page)).status).toBe(404);
  expect(await text(list)).not.toContain(title);
});

test("an edit that fails changes nothing that is kept", async ({ shop, url }) => {
  const product = await makeProduct(shop);
  const address = `${url}/api/products/${product._id}`;
  await ask(address);
  const before = kept(shop);
  expect((await resendProduct(shop, product._id, goodProduct({ version: "99" }))).statusCode).toBe(409);
  expect(kept(shop)).toBe(before);
});

test("many who ask at once for what is not there have it made once", async ({ shop, url }) => {
  const { _id } = await makeProduct(shop);
  const address = `${url}/api/products/${_id}`;
  const queries = await queriesDuring(async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => text(address)));
    expect(new Set(answers).size).toBe(1);
  });
  expect(queries).toBeLessThan(10);
});

test("another process tells the change within a second", async ({ shop }) => {
  const { url, close } = await serve({ ...shop, ...(await openSecondShop(shop)) });
  onTestFinished(close);
  const product = await makeProduct(shop, { title: unique("First") });
  const address = `${url}/api/products/${product._id}`;
  expect(await text(address)).toContain(product.title);
  const title = unique("Second");
  await resendProduct(shop, product._id, goodProduct({ title }));
  await until(async () => (await text(address)).includes(title));
});

test("while other processes cannot be heard, nothing is answered from memory", async () => {
  const shop = await openTestShop();
  const { url, close } = await serve(shop);
  onTestFinished(async () => {
    await close();
    await shop.close();
  });
  const product = await makeProduct(shop);
  const address = `${url}/api/products/${product._id}`;
  await text(address);
  expect(kept(shop)).toBe(1);
  await shop.services.signals.stop();
  await shop.db.execute(sql`update products set title = 'Changed by somebody else' where id = ${product._id}`);
  expect(await text(address)).toContain("Changed by somebody else");
});
