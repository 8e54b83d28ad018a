import { randomUUID } from "node:crypto";
import { describe, expect, vi } from "vitest";
import { defaultSettings } from "../../site.config.ts";
import type { QuotedLine } from "../../src/contracts/orders/quote.ts";
import { expectRefused, makeCourse, makeExpert, makeProduct, resendProduct } from "../support/forms.ts";
import { picture } from "../support/pictures.ts";
import { type TestShop, test } from "../support/test-shop.ts";

const { packages } = defaultSettings.packages;

const ask = (shop: TestShop, items: unknown) => shop.call("POST", "/api/cart/quote", { json: { items } });

async function quote(shop: TestShop, ...items: { itemId: string; itemType: string; qty?: number }[]) {
  const reply = await ask(
    shop,
    items.map((item) => ({ qty: 1, ...item })),
  );
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json() as QuotedLine[];
}

const gone = { title: "", price: 0, image: "", available: 0, problem: "gone" };

test("quotes a product at its offer price, with its first picture and its stock", async ({ shop }) => {
  const bytes = await picture();
  const made = await makeProduct(shop, { price: "900", offerPrice: "749.50", stock: "4" }, [{ bytes }, { bytes }]);
  const line = { itemId: made._id, itemType: "product" };
  const expected = { ...line, title: made.title, price: 749.5, image: made.images[0], available: 4, problem: null };
  expect(await quote(shop, { ...line, qty: 4 })).toEqual([expected]);
  expect(await quote(shop, { ...line, qty: 5 })).toEqual([{ ...expected, problem: "short" }]);
});

test("quotes a product without a picture or an offer at its price", async ({ shop }) => {
  const made = await makeProduct(shop, { price: "900", stock: "1" });
  const [line] = await quote(shop, { itemId: made._id, itemType: "product" });
  expect(line).toMatchObject({ price: 900, image: "", problem: null });
});

test("quotes a product without stock as sold out, for any quantity", async ({ shop }) => {
  const made = await makeProduct(shop, { stock: "0" });
  for (const qty of [1, 999]) {
    const [line] = await quote(shop, { itemId: made._id, itemType: "product", qty });
    expect(line).toMatchObject({ title: made.title, price: 900, available: 0, problem: "sold_out" });
  }
});

test("lines for the same product share its stock", async ({ shop }) => {
  const made = await makeProduct(shop, { stock: "3" });
  const line = { itemId: made._id, itemType: "product", qty: 2 };
  const lines = await quote(shop, line, { ...line, qty: 1 }, { ...line, qty: 1 });
  expect(lines.map(({ problem }) => problem)).toEqual([null, null, "short"]);
});

test("the quote reflects the owner's changes", async ({ shop }) => {
  const made = await makeProduct(shop, { stock: "3" });
  const line = { itemId: made._id, itemType: "product", qty: 2 };
  await resendProduct(shop, made._id, { title: "Renamed", category: "Tower", price: "950", stock: "1" });
  expect(await quote(shop, line)).toMatchObject([{ title: "Renamed", price: 950, available: 1, problem: "short" }]);
  await shop.call("DELETE", `/api/products/${made._id}`, { token: shop.ownerToken });
  expect(await quote(shop, line)).toEqual([{ itemId: made._id, itemType: "product", ...gone }]);
});

test("quotes a course at its offer price, without a limit or its group link", async ({ shop }) => {
  const made = await makeCourse(shop, { groupLink: "https://chat.example.com/secret" }, "image");
  const line = { itemId: made._id, itemType: "course" };
  expect(await quote(shop, { ...line, qty: 999 })).toEqual([
    { ...line, title: made.title, price: 2500.5, image: made.image, available: null, problem: null },
  ]);
});

test.for(
  packages.flatMap(({ title, audioPrice, videoPrice }) => [
    { title, mode: "Audio", price: audioPrice },
    { title, mode: "Video", price: videoPrice },
  ]),
)("the package $title costs $price by $mode", async ({ title, mode, price }, { shop }) => {
  const line = { itemId: `${title}-${mode.toLowerCase()}`, itemType: "consultancy" };
  expect(await quote(shop, { ...line, qty: 2 })).toEqual([
    { ...line, title: `${title} (${mode})`, price, image: "/logo.png", available: null, problem: null },
  ]);
});

describe("sessions with an expert", () => {
  test("cost the rate of their mode for 30, 60 and 90 minutes", async ({ shop }) => {
    const made = await makeExpert(shop, { price: "20", audioPrice: "25.50", videoPrice: "30" }, "images");
    const idsAndPrices = { "audio-30": 765, "audio-60": 1530, "audio-90": 2295, "video-30": 900, "video-90": 2700 };
    const lines = Object.keys(idsAndPrices).map((end) => ({ itemId: `${made._id}-${end}`, itemType: "consultancy" }));
    const quoted = await quote(shop, ...lines);
    expect(quoted.map(({ price }) => price)).toEqual(Object.values(idsAndPrices));
    expect(quoted[0]).toEqual({
      ...lines[0],
      title: `${made.name} (Audio, 30 min)`,
      price: 765,
      image: made.images[0],
      available: null,
      problem: null,
      expert: { name: made.name, callWay: "expert_calls" },
    });
  });

  test("cost the base rate where the mode has no rate", async ({ shop }) => {
    const made = await makeExpert(shop, { price: "19.99", videoPrice: "30" });
    const lines = await quote(
      shop,
      { itemId: `${made._id}-audio-90`, itemType: "consultancy" },
      { itemId: `${made._id}-video-60`, itemType: "consultancy" },
    );
    expect(lines.map(({ price }) => price)).toEqual([1799.1, 1800]);
  });

  test("cannot be bought in other lengths or modes, or without a rate", async ({ shop }) => {
    const made = await makeExpert(shop);
    const { _id: unpaid } = await makeExpert(shop, { price: "", videoPrice: "30" });
    const ids = ["audio-45", "audio-0", "audio-030", "audio--30", "chat-30", "audio", "audio-30-30"].map(
      (end) => `${made._id}-${end}`,
    );
    const lines = [...ids, `${unpaid}-audio-30`, made._id].map((itemId) => ({ itemId, itemType: "consultancy" }));
    expect(await quote(shop, ...lines)).toEqual(lines.map((line) => ({ ...line, ...gone })));
    expect(await quote(shop, { itemId: `${unpaid}-video-30`, itemType: "consultancy" })).toMatchObject([
      { price: 900 },
    ]);
  });
});

test("quotes unknown and malformed ids as gone", async ({ shop }) => {
  const made = await makeProduct(shop);
  const ids = [
    randomUUID(),
    "1",
    " ",
    "null",
    "__proto__",
    "constructor",
    "'; drop table products; --",
    "a\u0000b",
    "\ud800",
    "Deep Dive",
    "deep dive-audio",
    "Deep Dive-Audio",
    "Deep Dive-audio-30",
    `${randomUUID()}-audio-30`,
    `${"-".repeat(36)}-audio-30`,
    "शब्द",
    "x".repeat(200),
    made._id.toUpperCase(),
  ];
  for (const itemType of ["product", "course", "consultancy"]) {
    const lines = await quote(shop, ...ids.map((itemId) => ({ itemId, itemType })));
    expect(lines.map(({ problem }) => problem)).toEqual(ids.map(() => "gone"));
  }
  expect(await quote(shop, { itemId: made._id, itemType: "course" })).toMatchObject([{ problem: "gone" }]);
});

test("returns 400 with a sentence for invalid input", async ({ shop }) => {
  const line = { itemId: randomUUID(), itemType: "product", qty: 1 };
  const bad: unknown[] = [
    undefined,
    null,
    "all",
    {},
    [null],
    ["x"],
    [{}],
    ...[0, -1, 1.5, 1000, "1", null, Number.MAX_SAFE_INTEGER].map((qty) => [{ ...line, qty }]),
    ...["blog", "Product", "", 1, null].map((itemType) => [{ ...line, itemType }]),
    ...["", "x".repeat(201), 1, null, {}].map((itemId) => [{ ...line, itemId }]),
    [line, { ...line, qty: 0 }],
    Array.from({ length: 101 }, () => line),
  ];
  for (const items of bad) expectRefused(await ask(shop, items), "items");
  for (const json of [[], "cart", 1, null]) {
    expect((await shop.call("POST", "/api/cart/quote", { json })).statusCode).toBe(400);
  }
  expect((await shop.call("GET", "/api/cart/quote")).statusCode).toBe(405);
});

test("quotes an empty cart, and a hundred lines in their order", async ({ shop }) => {
  expect(await quote(shop)).toEqual([]);
  const made = [await makeProduct(shop, { stock: "999" }), await makeProduct(shop, { stock: "999" })];
  const lines = Array.from({ length: 100 }, (_, i) => ({ itemId: made[i % 2]!._id, itemType: "product" }));
  expect((await quote(shop, ...lines)).map(({ itemId }) => itemId)).toEqual(lines.map(({ itemId }) => itemId));
});

test("runs one query for each item type and three for the experts and their hours, however many lines there are", async ({
  shop,
}) => {
  const products = [await makeProduct(shop), await makeProduct(shop), await makeProduct(shop)];
  const courses = [await makeCourse(shop), await makeCourse(shop)];
  const experts = [await makeExpert(shop), await makeExpert(shop)];
  const lines = [
    ...products.map(({ _id }) => ({ itemId: _id, itemType: "product" })),
    ...courses.map(({ _id }) => ({ itemId: _id, itemType: "course" })),
    ...experts.map(({ _id }) => ({ itemId: `${_id}-video-60`, itemType: "consultancy" })),
  ];
  const queries = vi.spyOn(shop.db.$client, "query");
  await quote(shop, ...lines);
  expect(queries).toHaveBeenCalledTimes(6);
  queries.mockClear();
  await quote(shop, { itemId: "x", itemType: "product" });
  expect(queries).not.toHaveBeenCalled();
  queries.mockRestore();
});
