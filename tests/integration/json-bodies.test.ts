import { expect } from "vitest";
import { makeCustomer } from "../support/customers.ts";
import { expectRefused, formOf, goodProduct, makeProduct, problemOf, unique } from "../support/forms.ts";
import { picture } from "../support/pictures.ts";
import { deliveredPiece } from "../support/reviews.ts";
import { type TestShop, test } from "../support/test-shop.ts";

const UUID = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
const SYLLABUS = [
  { title: "Cards", text: "The suits.\nThe court." },
  { title: "Spreads", text: "" },
];

interface Kind {
  path: string;
  json: object;
  form: Record<string, string>;
  change: object;
  changed: object;
}

/** Each kind as JSON and as the form that means the same. */
const kinds: Kind[] = [
  {
    path: "/api/products",
    json: {
      title: "Bracelet",
      category: "Tumbles",
      price: 900.5,
      offerPrice: 750,
      topSelling: true,
      stone: "Rose quartz",
      weightGrams: 12.25,
      intentions: ["Love", "Calm"],
      variants: [
        { name: "Small", stock: 2 },
        { name: "Large", stock: 3, price: 1100, offerPrice: null },
      ],
      published: false,
      makerRole: "importer",
    },
    form: {
      title: "Bracelet",
      category: "Tumbles",
      price: "900.50",
      offerPrice: "750",
      topSelling: "on",
      stone: "Rose quartz",
      weightGrams: "12.25",
      intentions: "Love;Calm",
      variants: '[{"name":"Small","stock":2},{"name":"Large","stock":3,"price":1100}]',
      published: "false",
      makerRole: "importer",
    },
    change: { title: "Ring", category: "Tumbles", price: 5, intentions: [], weightGrams: null, variants: [] },
    changed: { title: "Ring", offerPrice: 5, stock: 0, intentions: [], weightGrams: null, stone: "Rose quartz" },
  },
  {
    path: "/api/courses",
    json: { title: "Tarot", actualPrice: 5000, offerPrice: 2500.5, weeks: 8, teacherId: UUID, syllabus: SYLLABUS },
    form: {
      title: "Tarot",
      actualPrice: "5000",
      offerPrice: "2500.50",
      weeks: "8",
      teacherId: UUID,
      syllabus: "Cards\nThe suits.\nThe court.\n\nSpreads",
    },
    change: { title: "Tarot II", actualPrice: 10, offerPrice: 10, weeks: null },
    changed: { title: "Tarot II", weeks: null, teacherId: UUID, syllabus: SYLLABUS },
  },
  {
    path: "/api/experts",
    json: { name: "Asha", price: 20, exp: 7, status: "online", topics: ["Tarot", "Vastu"] },
    form: { name: "Asha", price: "20", exp: "7", status: "online", topics: "Tarot\nVastu" },
    change: { name: "Asha R", topics: ["Palms"] },
    changed: { name: "Asha R", price: null, status: "offline", topics: ["Palms"] },
  },
  {
    path: "/api/blogs",
    json: { title: "Moon", content: "Full.\n\nNew.", mentionedProducts: [UUID.toUpperCase()] },
    form: { title: "Moon", content: "Full.\n\nNew.", mentionedProducts: UUID },
    change: { title: "Sun", content: "Up." },
    changed: { title: "Sun", content: "Up.", mentionedProducts: [UUID] },
  },
  {
    path: "/api/coupons",
    json: {
      code: "code",
      value: 10,
      from: "2026-11-08",
      totalUses: 5,
      firstOrderOnly: true,
      scope: "items",
      products: [UUID],
    },
    form: {
      code: "code",
      value: "10",
      from: "2026-11-08",
      totalUses: "5",
      firstOrderOnly: "on",
      scope: "items",
      products: UUID,
    },
    change: { code: "code", kind: "amount", value: 50, scope: "category", categories: ["tumbles", "type:course"] },
    changed: { kind: "amount", totalUses: null, firstOrderOnly: false, categories: ["tumbles", "type:course"] },
  },
];

const send = (shop: TestShop, method: string, path: string, json: unknown) =>
  shop.call(method, path, { token: shop.ownerToken, json });

/** What a record says, without what differs between any two. */
function comparable(record: Record<string, unknown>) {
  const { _id, createdAt, code, ...said } = record;
  const variants = (said.variants as { _id: string }[] | undefined)?.map(({ _id, ...variant }) => variant);
  return { ...said, ...(variants && { variants }) };
}

test.for(kinds)("$path: JSON and a form create the same record, and JSON changes it", async (kind, { shop }) => {
  const { path, json, form, change, changed } = kind;
  const code = () =>
    "code" in json ? { code: unique("C").slice(0, 12).replace(" ", "-") } : ({} as Record<string, string>);
  const [byJson, byForm] = [
    await send(shop, "POST", path, { ...json, ...code() }),
    await shop.call("POST", path, { token: shop.ownerToken, form: formOf({ ...form, ...code() }) }),
  ];
  expect([byJson.statusCode, byForm.statusCode], byJson.body + byForm.body).toEqual([201, 201]);
  expect(comparable(byJson.json())).toEqual(comparable(byForm.json()));
  const again = await send(shop, "PUT", `${path}/${byJson.json()._id}`, { ...change, ...code() });
  expect(again.statusCode, again.body).toBe(200);
  expect(again.json()).toMatchObject(changed);
});

test("a product keeps its pictures without `keepImages`; the list orders and removes them", async ({ shop }) => {
  const files = [{ bytes: await picture() }, { bytes: await picture("jpeg") }];
  const { _id, images, version } = await makeProduct(shop, {}, files);
  const url = `/api/products/${_id}`;
  const fields = { title: "Rose", category: "Tumbles", price: 900 };
  expect((await send(shop, "PUT", url, fields)).json().images).toEqual(images);
  const turned = [images[1]!, images[0]!];
  expect((await send(shop, "PUT", url, { ...fields, keepImages: turned })).json().images).toEqual(turned);
  const stale = await send(shop, "PUT", url, { ...fields, keepImages: [], version });
  expect([stale.statusCode, problemOf(stale).code]).toEqual([409, "changed_meanwhile"]);
  expect((await send(shop, "PUT", url, { ...fields, keepImages: [images[1]!] })).json().images).toEqual([images[1]]);
  expectRefused(await send(shop, "PUT", url, { ...fields, keepImages: "[]" }), "keepImages");
});

test("a buyer reviews with JSON", async ({ shop }) => {
  const { order, buyer } = await deliveredPiece(shop, undefined, await makeCustomer(shop));
  const { itemId, itemType } = order.items[0]!;
  const review = (stars: unknown) =>
    shop.call("POST", "/api/reviews", { token: buyer.token, json: { orderId: order._id, itemId, itemType, stars } });
  expect(expectRefused(await review("5"), "stars").stars).toBe("Stars must be a number.");
  expect(expectRefused(await review(6), "stars").stars).toBe("Choose one to five stars.");
  expect((await review(5)).statusCode).toBe(201);
});

test("JSON is refused with the sentences of the form, at the same fields", async ({ shop }) => {
  for (const [json, form] of [
    [{}, {}],
    [
      { title: "", category: "Nonsense", price: 0 },
      { title: "", category: "Nonsense", price: "0" },
    ],
    [
      { title: "x".repeat(201), category: "Tumbles", price: 1.005 },
      { title: "x".repeat(201), category: "Tumbles", price: "1.005" },
    ],
    [
      {
        title: "Rose",
        category: "Tumbles",
        price: 9,
        stock: 1.5,
        variants: [{ name: "", stock: 1 }],
        zodiac: ["Nobody"],
      },
      { title: "Rose", category: "Tumbles", price: "9", stock: "1.5", variants: '[{"name":""}]', zodiac: "Nobody" },
    ],
  ] as [object, Record<string, string>][]) {
    const byForm = await shop.call("POST", "/api/products", { token: shop.ownerToken, form: formOf(form) });
    const byJson = await send(shop, "POST", "/api/products", json);
    expect([byJson.statusCode, byForm.statusCode]).toEqual([400, 400]);
    const [inJson, inForm] = [problemOf(byJson).fields!, problemOf(byForm).fields!];
    expect(Object.keys(inJson)).toEqual(Object.keys(inForm));
    for (const [name, sentence] of Object.entries(inForm)) if (name !== "variants") expect(inJson[name]).toBe(sentence);
  }
});

test("hostile JSON gets a sentence at the field", async ({ shop }) => {
  const rose = { title: "Rose", category: "Tumbles", price: 900 };
  const wrong = [
    [{ ...rose, price: "900" }, "price", "Price must be a number."],
    [{ ...rose, price: null }, "price", "Price must be a number."],
    [{ ...rose, title: ["Rose"] }, "title", "Title must be text."],
    [{ ...rose, topSelling: "on" }, "topSelling", "Top selling must be true or false."],
    [{ ...rose, stone: { name: "x" } }, "stone", "must be text."],
    [{ ...rose, intentions: "Love" }, "intentions", "Intentions must be a list of texts."],
    [{ ...rose, intentions: ["Love;Calm"] }, "intentions", "one value in each entry."],
    [{ ...rose, intentions: Array(50_000).fill("Love") }, "intentions", "Intentions must be at most 1000 characters."],
    [{ ...rose, variants: Array(20_000).fill({ name: "a" }) }, "variants", "A product can have at most 40 sizes."],
    [{ ...rose, variants: [{ name: "a", stock: {} }] }, "variants", "Stock must be a number."],
    [{ ...rose, keepImages: Array(1_000).fill("x") }, "keepImages", "Images to keep must be"],
    [[rose], "body", "The body must be a JSON object."],
    ["rose", "body", "The body must be a JSON object."],
    [null, "body", "The body must be a JSON object."],
  ] as const;
  for (const [json, field, sentence] of wrong)
    expect(expectRefused(await send(shop, "POST", "/api/products", json), field)[field]).toContain(sentence);
  const part = (title: string, text: string) => ({
    title: "T",
    actualPrice: 1,
    offerPrice: 1,
    syllabus: [{ title, text }],
  });
  for (const json of [part("", "x"), part("a\nb", ""), part("a", "x\n\ny"), part("a", "x\r\n \r\ny")])
    expectRefused(await send(shop, "POST", "/api/courses", json), "syllabus");

  const raw = (payload: string) => {
    const headers = { authorization: `Bearer ${shop.ownerToken}`, "content-type": "application/json" };
    return shop.app.inject({ method: "POST", url: "/api/products", headers, payload });
  };
  const text = JSON.stringify(goodProduct()).slice(0, -1).replace('"900"', "900");
  for (const payload of [
    `${text},"__proto__":{"published":false}}`,
    `${text},"constructor":{"prototype":{"published":false}}}`,
    `${text},"variants":[{"name":"a","__proto__":{"price":1}}]}`,
    "{",
    "",
  ])
    expect((await raw(payload)).statusCode, payload).toBe(400);
  // Only named fields are read, so depth costs nothing.
  const deep = "[".repeat(200_000) + "]".repeat(200_000);
  expect((await raw(`${text},"unknown":${deep}}`)).statusCode).toBe(201);
  for (const name of ["variants", "stone", "keepImages"])
    expect((await raw(`${text},"${name}":${deep}}`)).statusCode).toBe(400);
  expect({}).not.toHaveProperty("published");
});
