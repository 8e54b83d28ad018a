import { expect } from "vitest";
import { loadDemoOnce } from "../../demo/load.ts";
import type { Product } from "../../src/contracts/catalogue/product.ts";
import { publicPages } from "../../src/contracts/pages/pages.ts";
import { asOwner } from "../support/admin.ts";
import { makeCustomer } from "../support/customers.ts";
import {
  expectRefused,
  formOf,
  makeCourse,
  makeExpert,
  makeProduct,
  problemOf,
  resendProduct,
  unique,
} from "../support/forms.ts";
import { request } from "../support/http-clients.ts";
import { placeOrder, readOrder, SHIPPING, sendOrder, wants } from "../support/orders.ts";
import { openOwnShop, type TestShop, test } from "../support/test-shop.ts";

type Fields = Record<string, string>;

const kinds = [
  { kind: "products", page: "/product", name: "title", required: { category: "Tumbles", price: "900", stock: "3" } },
  { kind: "courses", page: "/course", name: "title", required: { actualPrice: "900", offerPrice: "800" } },
  { kind: "experts", page: "/experts", name: "name", required: { price: "20" } },
  { kind: "blogs", page: "/blogs", name: "title", required: { content: "Words" } },
] as const;
type Kind = (typeof kinds)[number]["kind"];

async function save(shop: TestShop, kind: Kind, fields: Fields, id?: string) {
  const url = id ? `/api/${kind}/${id}` : `/api/${kind}`;
  const reply = await shop.call(id ? "PUT" : "POST", url, { token: shop.ownerToken, form: formOf(fields) });
  expect(reply.statusCode, reply.body).toBeLessThan(300);
  return reply.json() as { _id: string; published: boolean };
}

interface Parameter {
  name: string;
  in: string;
  schema?: { enum?: string[] };
}

type Paths = Record<string, { get?: { security?: unknown; parameters?: Parameter[] } }>;

/** Every GET call of the API that a visitor may make: with the record's id, and searches in each of their modes. */
function publicCalls(paths: Paths, kind: Kind, id: string, q: string) {
  return Object.entries(paths).flatMap(([path, { get }]) => {
    if (!get || get.security || (path.includes("{") && !path.startsWith(`/api/${kind}/`))) return [];
    const url = path.replace(/\{\w+\}/, id);
    const parameters = get.parameters?.filter((one) => one.in === "query") ?? [];
    if (!parameters.some(({ name }) => name === "q")) return [url];
    const modes = parameters.flatMap(({ name, schema }) => schema?.enum?.map((value) => `&${name}=${value}`) ?? []);
    const searches = [q, q.slice(0, -1)].flatMap((text) =>
      ["", ...modes].map((mode) => `${url}?q=${encodeURIComponent(text)}${mode}`),
    );
    return [url, `${url}?page=1&limit=100`, ...searches];
  });
}

/** The pages, sitemap and feed on which the record could appear. */
const publicPaths = (page: string, id: string, q: string) => [
  ...Object.keys(publicPages)
    .filter((path) => !path.includes(":id"))
    .map((path) => path.replaceAll(/\/:\w+\?/g, "")),
  "/products/tumbles",
  `/products?q=${encodeURIComponent(q)}`,
  `/courses?q=${encodeURIComponent(q)}`,
  `/blogs?q=${encodeURIComponent(q)}`,
  `${page}/${id}`,
  "/sitemap.xml",
  "/blogs/rss.xml",
];

test("drafts are in no response to visitors and customers until they are published", async ({ shop, url }) => {
  const totalOf = async (kind: Kind, token?: string) =>
    Number((await shop.call("GET", `/api/${kind}`, { token })).headers["x-total-count"]);
  const { token } = await makeCustomer(shop);
  const { paths } = (await shop.call("GET", "/api/openapi.json")).json() as { paths: Paths };
  // One name for all of them, so that one search could find each.
  const word = unique("Hidden");
  const drafts = await Promise.all(
    kinds.map(async ({ kind, page, name, required }) => {
      const before = await totalOf(kind);
      const fields = { ...required, [name]: word, published: "false" };
      const { _id } = await save(shop, kind, fields);
      const calls = publicCalls(paths, kind, _id, word);
      return { kind, page, before, fields, _id, calls, pages: publicPaths(page, _id, word) };
    }),
  );
  const calls = drafts.flatMap((draft) => draft.calls);
  const everything = [...calls, ...drafts.flatMap((draft) => draft.pages)];

  /** Requests each address once. Returns those that link to a record, by kind, and those that show the name. */
  const showing = async (paths: string[], headers: Record<string, string> = {}) => {
    const found = { products: [], courses: [], experts: [], blogs: [], name: [] } as Record<Kind | "name", string[]>;
    for (const path of new Set(paths)) {
      const text = (await request(url + path, headers)).body.toString("utf8");
      for (const { kind, _id } of drafts) if (text.includes(_id)) found[kind].push(path);
      // A search repeats the name.
      if (!path.includes("q=") && text.includes(word)) found.name.push(path);
    }
    return found;
  };
  const nowhere = { products: [], courses: [], experts: [], blogs: [], name: [] };

  expect(await showing(everything)).toEqual(nowhere);
  expect(await showing(calls, { authorization: `Bearer ${token}` })).toEqual(nowhere);
  for (const { kind, page, before, _id } of drafts) {
    expect([await totalOf(kind), await totalOf(kind, token)], kind).toEqual([before, before]);
    expect((await request(`${url}/api/${kind}/${_id}`)).status, kind).toBe(404);
    expect((await request(`${url}${page}/${_id}`)).status, kind).toBe(404);
    expect(await totalOf(kind, shop.ownerToken), kind).toBe(before + 1);
    const seen = await asOwner(shop, "GET", `/api/${kind}?q=${encodeURIComponent(word)}`);
    expect(seen.json()).toMatchObject([{ _id, published: false }]);
    expect((await asOwner(shop, "GET", `/api/${kind}/${_id}`)).json()).toMatchObject({ _id, published: false });
  }

  for (const { kind, fields, _id } of drafts) await save(shop, kind, { ...fields, published: "true" }, _id);
  const published = await showing(everything);
  for (const { kind, page, before, _id } of drafts) {
    expect(published[kind]).toEqual(
      expect.arrayContaining([`/api/${kind}`, `/api/${kind}/${_id}`, `${page}/${_id}`, "/sitemap.xml"]),
    );
    expect(await totalOf(kind), kind).toBe(before + 1);
  }

  // What did not show a published record cannot show its draft.
  for (const { kind, fields, _id } of drafts) await save(shop, kind, fields, _id);
  expect(await showing(Object.values(published).flat())).toEqual(nowhere);
  for (const { kind, before } of drafts) expect(await totalOf(kind), kind).toBe(before);
});

test("a draft stays one when a form without the field updates it", async ({ shop }) => {
  for (const { kind, name, required } of kinds) {
    const fields = { ...required, [name]: unique("Kept") };
    const draft = await save(shop, kind, { ...fields, published: "off" });
    expect(draft.published, kind).toBe(false);
    expect((await save(shop, kind, fields, draft._id)).published, kind).toBe(false);
    const shown = await save(shop, kind, fields);
    expect(shown.published, kind).toBe(true);
    expect((await save(shop, kind, { ...fields, published: "" }, shown._id)).published, kind).toBe(true);
  }
});

test("drafts in a cart count as gone and cannot be ordered, not even by the owner", async ({ shop }) => {
  const draft = { published: "false" };
  const product = await makeProduct(shop, { ...draft, stock: "5" });
  const course = await makeCourse(shop, draft);
  const expert = await makeExpert(shop, draft);
  const items = [
    { itemId: product._id, itemType: "product", qty: 1 },
    { itemId: course._id, itemType: "course", qty: 1 },
    { itemId: `${expert._id}-audio-30`, itemType: "consultancy", qty: 1 },
  ];
  const { token } = await makeCustomer(shop);
  for (const person of [undefined, token, shop.ownerToken]) {
    const quote = await shop.call("POST", "/api/cart/quote", { json: { items }, token: person });
    const gone = { title: "", price: 0, image: "", available: 0, problem: "gone" };
    expect(quote.json()).toEqual(items.map(({ itemId, itemType }) => ({ itemId, itemType, ...gone })));
  }
  for (const person of [token, shop.ownerToken])
    for (const item of items) {
      const order = { items: [item], totalAmount: 900, shipping: SHIPPING };
      const reply = await sendOrder(shop, { token: person }, order);
      expect([reply.statusCode, problemOf(reply).code]).toEqual([409, "out_of_stock"]);
    }
});

test("an order keeps its line when the product becomes a draft, and can be paid", async ({ shop }) => {
  const product = await makeProduct(shop, { stock: "5" });
  const buyer = await makeCustomer(shop);
  const order = await placeOrder(shop, buyer, wants(product._id, 900, 2));
  await resendProduct(shop, product._id, {
    title: product.title,
    category: "Tumbles",
    price: "900",
    stock: "3",
    published: "no",
  });
  expect(await readOrder(shop, buyer.token, order._id)).toEqual(order);
  await shop.services.checkout.settle(order._id, { paymentId: "pay_draft", amountPaise: 180_000, currency: "INR" });
  expect(await readOrder(shop, buyer.token, order._id)).toMatchObject({ status: "paid", items: order.items });
});

test("a shop that has only drafts gets no demo data", async () => {
  const shop = await openOwnShop();
  const { _id } = await makeProduct(shop, { published: "false" });
  const { db, services, clock } = shop;
  await loadDemoOnce({ db, services, clock, progress: () => {} });
  expect((await asOwner(shop, "GET", "/api/products")).json()).toMatchObject([{ _id }]);
});

test("the owner filters by stock and drafts and sorts by title and stock; visitors see no drafts", async ({ shop }) => {
  const word = unique("levels");
  for (const [name, stock, published] of [
    ["c none", "0", "true"],
    ["a few", "3", "true"],
    ["d plenty", "4", "true"],
    ["b draft", "1", "false"],
  ] as const)
    await makeProduct(shop, { title: `${word} ${name}`, stock, published });
  const names = async (query: Record<string, string>, token = shop.ownerToken) => {
    const search = new URLSearchParams({ q: word, ...query });
    const reply = await shop.call("GET", `/api/products?${search}`, { token });
    expect(reply.statusCode, reply.body).toBe(200);
    return (reply.json() as Product[]).map(({ title }) => title.slice(word.length + 3));
  };
  expect(await names({ stock: "in", sort: "title" })).toEqual(["few", "draft", "plenty"]);
  expect(await names({ stock: "low", sort: "stock_up" })).toEqual(["none", "draft", "few"]);
  expect(await names({ stock: "low", published: "true", sort: "stock_down" })).toEqual(["few", "none"]);
  expect(await names({ stock: "out" })).toEqual(["none"]);
  expect(await names({ published: "false" })).toEqual(["draft"]);
  expect(await names({ published: "false", sort: "title" }, "")).toEqual(["few", "none", "plenty"]);
  expectRefused(await shop.call("GET", "/api/products?stock=some&published=maybe"), "stock", "published");
});
