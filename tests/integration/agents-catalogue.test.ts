import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { defaultSettings } from "../../site.config.ts";
import { lookupRequest, productRequest, searchRequest } from "../../src/contracts/agents/agent-catalogue.ts";
import { packageItemId } from "../../src/contracts/orders/item-rules.ts";
import { type AgentShop, openAgentShop } from "../support/agents.ts";
import { makeCourse, makeExpert, makeProduct, sendProduct, unique } from "../support/forms.ts";
import { almostValid, type JsonSchema } from "../support/hostile-values.ts";
import { makeRing } from "../support/sizes.ts";

let shop: AgentShop;
beforeAll(async () => {
  shop = await openAgentShop();
});
afterAll(() => shop.close());

interface Found {
  id: string;
  variants: { id: string; price: { amount: number } }[];
}

const search = async (body: object) => (await shop.ask("POST", "/catalog/search", body)).json();
const lookUp = async (...ids: string[]) => (await shop.ask("POST", "/catalog/lookup", { ids })).json();
const find = async (body: object) => (await shop.ask("POST", "/catalog/product", body)).json();
const idsOf = ({ products }: { products: Found[] }) => products.map(({ id }) => id);
const priceOf = async (itemType: string, itemId: string) => {
  const quote = await shop.call("POST", "/api/cart/quote", { json: { items: [{ itemType, itemId, qty: 1 }] } });
  return quote.json()[0].price * 100;
};

test("a search finds products, courses, experts and packages, one after the other over all pages", async () => {
  const word = unique("moonbeam").replaceAll("-", "").replace(" ", "");
  const products = [];
  for (let i = 0; i < 3; i++) products.push((await makeProduct(shop, { title: `${word} ${i}` }))._id);
  const course = await makeCourse(shop, { title: `${word} course` });
  const expert = await makeExpert(shop, { name: `${word} Asha`, price: "20" });
  await makeExpert(shop, { name: `${word} without a rate`, price: "" });
  const expected = [...products.toReversed(), course._id, expert._id];
  expect(idsOf(await search({ query: word }))).toEqual(expected);

  for (const limit of [1, 2, 4]) {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await search({ query: word, pagination: { limit, ...(cursor && { cursor }) } });
      expect(page.products.length).toBe(Math.min(limit, expected.length - seen.length));
      seen.push(...idsOf(page));
      cursor = page.pagination.cursor;
      expect(page.pagination.has_next_page).toBe(cursor !== undefined);
    } while (cursor);
    expect(seen).toEqual(expected);
  }
  const { title } = defaultSettings.packages.packages[0]!;
  expect(idsOf(await search({ query: title }))).toContain(title);
  expect(await search({ query: "nothing is called like this" })).toMatchObject({ products: [] });
});

test("filters by category and by price, and says when a price is in another currency", async () => {
  const word = unique("sunstone").replaceAll("-", "").replace(" ", "");
  const cheap = await makeProduct(shop, { title: `${word} cheap`, price: "100" });
  const dear = await makeProduct(shop, {
    title: `${word} dear`,
    price: "5000",
    category: "Jewellery",
    subCategory: "Rings",
  });
  const course = await makeCourse(shop, { title: `${word} course` });
  const find = async (filters: object, context = {}) => idsOf(await search({ query: word, filters, context }));
  expect(await find({ price: { max: 10_000 } })).toEqual([cheap._id]);
  expect(await find({ price: { min: 10_001 } }, { currency: "INR" })).toEqual([dear._id, course._id]);
  expect(await find({ categories: ["tumbles"] })).toEqual([cheap._id]);
  expect(await find({ categories: ["Courses", "Tumbles", "TUMBLES"] })).toEqual([cheap._id, course._id]);
  expect(await find({ categories: ["rings"] })).toEqual([dear._id]);
  expect(await find({ categories: ["rings", "jewellery", "Rings"] })).toEqual([dear._id]);
  expect(await find({ categories: ["Nothing"] })).toEqual([]);
  const foreign = await search({ query: word, filters: { price: { max: 1 } }, context: { currency: "USD" } });
  expect(foreign.products).toHaveLength(3);
  expect(foreign.messages).toMatchObject([{ type: "info", code: "price_filter_ignored" }]);
});

test("a variant is the item of a cart line and has the price of a quote", async () => {
  const ring = await makeRing(shop, [
    { name: "S", stock: 0 },
    { name: "M", stock: 2, price: 1500, offerPrice: 1200 },
  ]);
  const expert = await makeExpert(shop, { name: unique("Asha"), price: "20", videoPrice: "30.5" });
  const course = await makeCourse(shop);
  const item = packageItemId(defaultSettings.packages.packages[0]!.title, "video");
  const asked = { product: ring._id, consultancy: expert._id, course: course._id };
  for (const [itemType, id] of [...Object.entries(asked), ["consultancy", item] as const]) {
    const { product } = (await find({ id })) as { product: Found };
    for (const variant of product.variants)
      expect(variant.price, variant.id).toEqual({ amount: await priceOf(itemType, variant.id), currency: "INR" });
  }
  const [small, medium] = ring.variants!.map(({ _id }) => `${ring._id}:${_id}`);
  const { products } = await lookUp(ring._id, small!, small!, expert._id, "unknown");
  expect(products[0].variants).toMatchObject([
    { id: small, availability: { available: false, status: "out_of_stock" }, inputs: [{ id: small, match: "exact" }] },
    { id: medium, list_price: { amount: 150_000 }, inputs: [{ id: ring._id, match: "featured" }] },
  ]);
  expect(products[0]).toMatchObject({
    url: expect.stringMatching(/^http:\/\/localhost:\d+\/product\//),
    options: [
      {
        name: "Size",
        values: [
          { label: "S", available: false },
          { label: "M", available: true },
        ],
      },
    ],
    price_range: { max: { amount: 120_000 } },
  });
  expect(products[1].variants).toMatchObject([{ id: `${expert._id}-audio-30`, price: { amount: 60_000 } }]);
  const chosen = await find({
    id: small,
    selected: [
      { name: "Size", label: "M" },
      { name: "Size", label: "XXL" },
    ],
  });
  expect(chosen.product).toMatchObject({
    selected: [{ name: "Size", label: "M" }],
    variants: [{ id: medium }, { id: small }],
  });
  expect((await find({ id: small })).product.variants[0].id).toBe(small);
});

test("drafts are never shown, and the link of a course's group neither", async () => {
  const word = unique("secret").replaceAll("-", "").replace(" ", "");
  const draft = (await sendProduct(shop, { title: word, category: "Tumbles", price: "10", published: "false" })).json();
  const course = await makeCourse(shop, { title: `${word} course`, groupLink: "https://example.com/secret-group" });
  const found = await search({ query: word });
  expect(idsOf(found)).toEqual([course._id]);
  expect(await lookUp(draft._id)).toMatchObject({ products: [], messages: [{ code: "not_found" }] });
  const missing = await find({ id: draft._id });
  expect(missing).toMatchObject({
    ucp: { status: "error" },
    messages: [{ code: "not_found", severity: "unrecoverable" }],
  });
  expect(JSON.stringify([found, await lookUp(course._id), await find({ id: course._id })])).not.toContain(
    "secret-group",
  );
});

test("refuses requests that ask for nothing, for too much or with a made-up cursor", async () => {
  const refused = async (path: string, body: object) => {
    const reply = await shop.ask("POST", `/catalog/${path}`, body);
    return [reply.statusCode, reply.json().code];
  };
  expect(await refused("search", {})).toEqual([400, "invalid_request"]);
  expect(await refused("search", { query: "a", pagination: { cursor: "../1" } })).toEqual([400, "invalid_request"]);
  expect(await refused("search", { query: "a", pagination: { limit: 0 } })).toEqual([400, "invalid_request"]);
  expect(await refused("lookup", { ids: Array(51).fill("a") })).toEqual([400, "request_too_large"]);
  expect(await refused("lookup", { ids: "a" })).toEqual([400, "invalid_request"]);
});

test("no generated request causes a 500, over REST or MCP", async () => {
  const schemas = { search: searchRequest, lookup: lookupRequest, product: productRequest };
  const known = [(await makeProduct(shop))._id, `${(await makeExpert(shop))._id}-audio-30`, "MC4x"];
  const names = { search: "search_catalog", lookup: "lookup_catalog", product: "get_product" };
  const requests = Object.entries(schemas).map(([path, schema]) =>
    fc.tuple(
      fc.constant(path as keyof typeof schemas),
      almostValid(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema, known),
    ),
  );
  const sendsNoFault = fc.asyncProperty(fc.oneof(...requests), async ([path, body]) => {
    const rest = await shop.ask("POST", `/catalog/${path}`, body);
    expect(rest.statusCode, rest.body).toBeLessThan(500);
    const params = {
      name: names[path],
      arguments: { meta: { "ucp-agent": { profile: shop.profile } }, catalog: body },
    };
    const mcp = await shop.call("POST", "/ucp/mcp", { json: { jsonrpc: "2.0", id: 1, method: "tools/call", params } });
    expect(mcp.statusCode, mcp.body).toBe(rest.statusCode);
  });
  await fc.assert(sendsNoFault, { numRuns: 60, seed: Number(process.env.FC_SEED ?? 20_260_408) });
});
