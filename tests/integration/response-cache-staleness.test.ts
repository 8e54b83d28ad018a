import fc from "fast-check";
import { describe, expect, onTestFinished } from "vitest";
import type { Product } from "../../src/contracts/catalogue/product.ts";
import { makeCustomer } from "../support/customers.ts";
import { goodProduct, makeProduct, resendProduct, unique } from "../support/forms.ts";
import { isFromCache, request, text } from "../support/http-clients.ts";
import { placeOrder, sendOrder, setStatus, wants } from "../support/orders.ts";
import { makeRing } from "../support/sizes.ts";
import { openSecondShop, serve, type TestShop, test } from "../support/test-shop.ts";
import { until } from "../support/until.ts";

/** How old a public stock figure may be, and how late another process may show a change. */
const MAX_STALE_MS = 1_000;
/** Time that a request itself may take on a busy machine. */
const TOLERANCE_MS = 250;

/** A second process of the same shop. */
async function serveSecond(shop: TestShop) {
  const { url, close } = await serve({ ...shop, ...(await openSecondShop(shop)) });
  onTestFinished(close);
  return url;
}

const wordsOf = async (url: string) => (await text(url)).replaceAll("<!-- -->", "");
const stockIn = async (url: string) => (JSON.parse(await text(url)) as Product).stock;
const stockInList = async (url: string, id: string) =>
  (JSON.parse(await text(url)) as Product[]).find(({ _id }) => _id === id)?.stock;

/** Requests a page until the response is cached, and returns its ETag. */
const cachedEtag = (url: string) =>
  until(async () => {
    const response = await request(url);
    return isFromCache(response) ? String(response.headers.etag) : undefined;
  });

async function expectUnchanged(url: string, etag: string) {
  const response = await request(url);
  expect([response.headers.etag, isFromCache(response)], url).toEqual([etag, true]);
}

/** Sells to a new customer: the same cart of one account would find its open order again. */
const sell = async (shop: TestShop, productId: string, qty = 1) =>
  placeOrder(shop, await makeCustomer(shop), wants(productId, 900, qty));

describe("after a sale", () => {
  test("pages whose stock words do not change stay cached", async ({ shop, url }) => {
    const { _id } = await makeProduct(shop, { stock: "50" });
    const pages = ["/products", `/product/${_id}`, "/"].map((path) => url + path);
    const etags = await Promise.all(pages.map(cachedEtag));
    for (let nth = 0; nth < 3; nth++) {
      await sell(shop, _id);
      for (const [place, page] of pages.entries()) await expectUnchanged(page, etags[place]!);
    }
    expect(await wordsOf(pages[1]!)).toContain("In stock");
  });

  test("the product page shows the pieces left once few are, and the list only that it is sold out", async ({
    shop,
    url,
  }) => {
    const elsewhere = await serveSecond(shop);
    const { _id } = await makeProduct(shop, { stock: "6" });
    const [page, list] = [`/product/${_id}`, "/products"];
    const isSoldOutIn = async (origin: string) => {
      const html = await wordsOf(origin + list);
      const card = html
        .slice(0, html.indexOf(`/product/${_id}`))
        .split("<article")
        .at(-1)!;
      return card.includes("Sold out");
    };
    for (const origin of [url, elsewhere]) expect(await wordsOf(origin + page)).toContain("In stock");
    const listEtags = [await cachedEtag(url + list), await cachedEtag(elsewhere + list)];

    for (const [qty, words] of [
      [2, "In stock"],
      [1, "Only 3 left"],
      [1, "Only 2 left"],
    ] as const) {
      await sell(shop, _id, qty);
      expect(await wordsOf(url + page)).toContain(words);
      await until(async () => (await wordsOf(elsewhere + page)).includes(words), MAX_STALE_MS);
      await expectUnchanged(url + list, listEtags[0]!);
      await expectUnchanged(elsewhere + list, listEtags[1]!);
    }

    const last = await sell(shop, _id, 2);
    expect(await wordsOf(url + page)).toContain("Sold out");
    expect(await isSoldOutIn(url)).toBe(true);
    await until(async () => (await wordsOf(elsewhere + page)).includes("Sold out"), MAX_STALE_MS);
    await until(() => isSoldOutIn(elsewhere), MAX_STALE_MS);

    await setStatus(shop, shop.ownerToken, last._id, { status: "cancelled" });
    expect(await wordsOf(url + page)).toContain("Only 2 left");
    expect(await isSoldOutIn(url)).toBe(false);
    await until(async () => !(await isSoldOutIn(elsewhere)), MAX_STALE_MS);
  });

  test("page and list follow a size that sells out or is back, and stay cached while its words do not change", async ({
    shop,
    url,
  }) => {
    const ring = await makeRing(shop, [
      { name: "12", stock: 7 },
      { name: "14", stock: 40 },
    ]);
    const pages = [`${url}/product/${ring._id}`, `${url}/products`] as const;
    const etags = await Promise.all(pages.map(cachedEtag));
    await sell(shop, ring.idOf("12"));
    for (const [place, page] of pages.entries()) await expectUnchanged(page, etags[place]!);
    await sell(shop, ring.idOf("12"), 3);
    expect(isFromCache(await request(pages[0])), "3 left of the size").toBe(false);
    await expectUnchanged(pages[1], etags[1]!);
    const last = await sell(shop, ring.idOf("12"), 3);
    for (const page of pages) expect(isFromCache(await request(page)), "size sold out").toBe(false);
    await Promise.all(pages.map(cachedEtag));
    await setStatus(shop, shop.ownerToken, last._id, { status: "cancelled" });
    for (const page of pages) expect(isFromCache(await request(page)), "size is back").toBe(false);
  });

  test("stock figures in JSON are at most a second old, in every process", async ({ shop, url }) => {
    const elsewhere = await serveSecond(shop);
    const { _id } = await makeProduct(shop, { stock: "50" });
    for (let stock = 49; stock > 46; stock--) {
      await sell(shop, _id);
      for (const origin of [url, elsewhere]) {
        await until(async () => (await stockIn(`${origin}/api/products/${_id}`)) === stock, MAX_STALE_MS);
        await until(async () => (await stockInList(`${origin}/api/products`, _id)) === stock, MAX_STALE_MS);
      }
    }
  });

  test("orders and quotes never use a stale stock", async ({ shop, url }) => {
    const second = await openSecondShop(shop);
    const [buyer, other] = [await makeCustomer(shop), await makeCustomer(shop)];
    for (let round = 0; round < 3; round++) {
      const { _id } = await makeProduct(shop, { stock: "1" });
      for (const path of [`/product/${_id}`, `/api/products/${_id}`, "/api/products"]) await text(url + path);
      const sold = await second.app.inject({
        method: "POST",
        url: "/api/orders",
        headers: { authorization: `Bearer ${buyer.token}` },
        payload: wants(_id, 900),
      });
      expect(sold.statusCode, sold.body).toBe(201);
      expect((await sendOrder(shop, other, wants(_id, 900))).statusCode).toBe(409);
      const items = [{ itemId: _id, itemType: "product", qty: 1 }];
      const quote = await shop.call("POST", "/api/cart/quote", { json: { items } });
      expect(quote.json()).toMatchObject([{ available: 0 }]);
    }
  });
});

test("an owner's edit is visible at once, and within a second in another process", async ({ shop, url }) => {
  const elsewhere = await serveSecond(shop);
  const { _id, title } = await makeProduct(shop, { stock: "50" });
  const paths = [`/product/${_id}`, `/api/products/${_id}`, "/products", "/api/products"];
  let shown = title;
  for (let stock = 60; stock < 63; stock++) {
    for (const path of paths) {
      expect(await text(url + path), path).toContain(shown);
      await until(async () => (await text(elsewhere + path)).includes(shown), MAX_STALE_MS);
    }
    shown = unique("Renamed");
    const saved = await resendProduct(shop, _id, goodProduct({ title: shown, stock: `${stock}` }));
    expect(saved.statusCode).toBe(200);
    for (const path of paths) expect(await text(url + path), path).toContain(shown);
    expect(await stockIn(`${url}/api/products/${_id}`)).toBe(stock);
    expect(await stockInList(`${url}/api/products`, _id)).toBe(stock);
  }
  const unpublished = await resendProduct(shop, _id, goodProduct({ title: shown, published: "false" }));
  expect(unpublished.statusCode).toBe(200);
  for (const path of paths) {
    expect(await text(url + path), path).not.toContain(shown);
    await until(async () => !(await text(elsewhere + path)).includes(shown), MAX_STALE_MS);
  }
  await resendProduct(shop, _id, goodProduct({ title: shown, published: "true" }));
  for (const path of paths) {
    expect(await text(url + path), path).toContain(shown);
    await until(async () => (await text(elsewhere + path)).includes(shown), MAX_STALE_MS);
  }
});

type Step = { kind: "edit" | "buy" | "read" | "readPage" | "readElsewhere"; which: number };
const step = fc.record<Step>({
  kind: fc.constantFrom("edit", "buy", "read", "readPage", "readElsewhere"),
  which: fc.nat({ max: 2 }),
});
const histories = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 10 });

test("no response is older than an acknowledged edit, or than a sale of a second ago", async ({ shop, url }) => {
  const elsewhere = await serveSecond(shop);
  let round = 0;

  const run = async (history: Step[][]) => {
    // Orders from one address are limited for each hour.
    shop.clock.advance(60 * 60_000);
    const products = await Promise.all(
      [0, 1, 2].map((nth) =>
        makeProduct(shop, { title: unique(`V0 of ${nth}`), description: unique("Found by"), stock: "500" }),
      ),
    );
    const versions = products.map(() => 0);
    /** When each stock figure was acknowledged. */
    const stocks = products.map(() => [{ at: 0, stock: 500 }]);
    const pending = products.map(() => Promise.resolve());

    const oldestStock = (which: number) =>
      stocks[which]!.findLast(({ at }) => at <= performance.now() - MAX_STALE_MS - TOLERANCE_MS)?.stock ?? 500;
    async function readFrom(origin: string, which: number) {
      const { _id, description } = products[which]!;
      const expected = { version: versions[which]!, stock: oldestStock(which) };
      const check = (seen: Product | undefined) => {
        expect(Number(/^V(\d+) /.exec(seen!.title)![1])).toBeGreaterThanOrEqual(expected.version);
        expect(seen!.stock).toBeLessThanOrEqual(expected.stock);
      };
      check(JSON.parse(await text(`${origin}/api/products/${_id}`)));
      check((JSON.parse(await text(`${origin}/api/products`)) as Product[]).find((one) => one._id === _id));
      const found = JSON.parse(await text(`${origin}/api/products?${new URLSearchParams({ q: description })}`));
      expect(found).toHaveLength(1);
      check(found[0]);
    }
    const acts: Record<Step["kind"], (which: number) => Promise<unknown>> = {
      async edit(which) {
        const { _id, description } = products[which]!;
        const version = ++round;
        const stockWas = `${stocks[which]!.at(-1)!.stock}`;
        const form = goodProduct({ title: `V${version} of ${which}`, description, stock: stockWas, stockWas });
        expect((await resendProduct(shop, _id, form)).statusCode).toBe(200);
        versions[which] = version;
      },
      async buy(which) {
        await sell(shop, products[which]!._id);
        stocks[which]!.push({ at: performance.now(), stock: stocks[which]!.at(-1)!.stock - 1 });
      },
      read: (which) => readFrom(url, which),
      async readPage(which) {
        const version = versions[which]!;
        const [, seen] = /<h1[^>]*>V(\d+) of/.exec(await text(`${url}/product/${products[which]!._id}`)) ?? [];
        expect(Number(seen)).toBeGreaterThanOrEqual(version);
      },
      readElsewhere: (which) =>
        until(async () => {
          await readFrom(elsewhere, which);
          return true;
        }, MAX_STALE_MS),
    };
    for (const steps of history)
      await Promise.all(
        steps.map(({ kind, which }) => {
          if (kind !== "edit" && kind !== "buy") return acts[kind](which);
          // One change of a product at a time, so that the last acknowledged one is known.
          pending[which] = pending[which]!.then(() => acts[kind](which)).then(() => {});
          return pending[which];
        }),
      );
  };
  await fc.assert(fc.asyncProperty(histories, run), { numRuns: 6, seed: 20_261_115, endOnFailure: true });
});
