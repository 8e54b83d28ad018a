import { expect } from "vitest";
import { activityOf, asOwner, importCsv } from "../support/admin.ts";
import { expectRefused, goodProduct, makeProduct, resendProduct, sendProduct } from "../support/forms.ts";
import { makeRing, ownersProduct, readProduct, saveSizes, stocksIn, stocksOf } from "../support/sizes.ts";
import { openOwnShop, type TestShop, test } from "../support/test-shop.ts";

const exportCsv = async (shop: TestShop) => (await asOwner(shop, "GET", "/api/products.csv")).rawPayload;

test("saves sizes in the owner's order, and the product's stock is their sum", async ({ shop }) => {
  const ring = await makeRing(
    shop,
    [
      { name: " 14 ", stock: 1, price: 1200, offerPrice: 1100 },
      { name: "12", stock: 2 },
    ],
    {
      stock: "77",
    },
  );
  const sizes = [
    { _id: expect.any(String), name: "14", stock: 1, price: 1200, offerPrice: 1100 },
    { _id: expect.any(String), name: "12", stock: 2 },
  ];
  expect(await readProduct(shop, ring._id)).toMatchObject({ price: 900, offerPrice: 900, stock: 3, variants: sizes });
  const [listed] = (await shop.call("GET", `/api/products?q=${encodeURIComponent(ring.title)}`)).json();
  expect(listed).toMatchObject({ stock: 3, variants: sizes });
  expect(Object.keys((await readProduct(shop, ring._id)).variants![1]!)).toEqual(["_id", "name", "stock"]);
});

test("a product without sizes is as before: no field, no change by a form that has none", async ({ shop }) => {
  const plain = await makeProduct(shop, { stock: "3" });
  expect(plain).not.toHaveProperty("variants");
  await resendProduct(shop, plain._id, goodProduct({ stock: "4", variants: "[]" }));
  const after = await readProduct(shop, plain._id);
  expect(after).toMatchObject({ stock: 4 });
  expect(after).not.toHaveProperty("variants");
});

test.for([
  ["{", "Sizes must be a JSON list."],
  ['{"name":"12"}', "Sizes must be a JSON list."],
  ["[3]", "Size 1: it must be an object with a name and a stock."],
  ['[{"name":"12"},{"name":" "}]', "Size 2: Name is required."],
  [JSON.stringify([{ name: "x".repeat(41) }]), "Size 1: Name must be at most 40 characters."],
  ['[{"name":"a;b"}]', "Size 1: Name must be on one line, without a semicolon."],
  ['[{"name":"M"},{"name":"m"}]', "The size “m” is there twice."],
  ['[{"name":"12","stock":-1}]', "Size 1: Stock must be at least 0."],
  ['[{"name":"12","stock":1.5}]', "Size 1: Stock must be a whole number."],
  ['[{"name":"12","price":900,"offerPrice":901}]', "Size “12”: Offer price cannot be higher than the price."],
  ['[{"name":"12","offerPrice":901}]', "Size “12”: An offer price needs a price."],
  [JSON.stringify(Array.from({ length: 41 }, (_, n) => ({ name: `${n}` }))), "A product can have at most 40 sizes."],
] as const)("refuses the sizes %s with a sentence at the field", async ([variants, sentence], { shop }) => {
  expect(expectRefused(await sendProduct(shop, goodProduct({ variants })), "variants").variants).toBe(sentence);
});

test("a form without sizes keeps them and their stock; an empty list removes them", async ({ shop }) => {
  const ring = await makeRing(shop);
  await resendProduct(shop, ring._id, goodProduct({ title: "Kept", stock: "50" }));
  expect(await readProduct(shop, ring._id)).toMatchObject({ title: "Kept", stock: 3, variants: ring.variants });
  await saveSizes(shop, ring, [], { stock: "8" });
  const after = await readProduct(shop, ring._id);
  expect([after.stock, after.variants]).toEqual([8, undefined]);
});

test("sizes keep their id when they are renamed, moved or brought back by name", async ({ shop }) => {
  const ring = await makeRing(shop);
  const [twelve, fourteen] = ring.variants!;
  await saveSizes(shop, ring, [
    { name: "16", stock: 4 },
    { ...twelve!, name: "Twelve" },
  ]);
  const after = (await readProduct(shop, ring._id)).variants!;
  expect(after).toMatchObject([
    { name: "16", stock: 4 },
    { _id: twelve!._id, name: "Twelve", stock: 2 },
  ]);
  await saveSizes(shop, ring, [...after, { name: "14", stock: 9 }]);
  expect((await readProduct(shop, ring._id)).variants![2]).toEqual({ ...fourteen, stock: 9 });
  // Another product's size is a new one here.
  const other = await makeRing(shop, [{ _id: twelve!._id, name: "12", stock: 1 }]);
  expect(other.variants![0]!._id).not.toBe(twelve!._id);
});

test("the activity log names the sizes that changed", async ({ shop }) => {
  const ring = await makeRing(shop);
  await saveSizes(shop, ring, [{ name: "12", stock: 5 }]);
  const [entry] = await activityOf(shop, ring._id);
  expect(entry?.changes).toMatchObject({ stock: [3, 5], variants: ["12: 2\n14: 1", "12: 5"] });
});

test("a copy has the same sizes with ids of their own and no pieces", async ({ shop }) => {
  const ring = await makeRing(shop, [{ name: "12", stock: 2, price: 950 }]);
  const copy = (await asOwner(shop, "POST", `/api/products/${ring._id}/duplicate`)).json();
  expect(copy).toMatchObject({ stock: 0, variants: [{ name: "12", stock: 0, price: 950 }] });
  expect(copy.variants[0]._id).not.toBe(ring.variants![0]!._id);
});

test("an exported file with sizes changes nothing when it is imported again", async () => {
  const shop = await openOwnShop();
  const ring = await makeRing(shop, [
    { name: "7/8 = S@M, “wide”", stock: 3, price: 2400.5, offerPrice: 2200 },
    { name: "=12", stock: 0 },
    { name: "14", stock: 1, price: 1000 },
  ]);
  await makeProduct(shop, { stock: "3" });
  const csv = await exportCsv(shop);
  expect(csv.toString()).toContain("=12=0; 14=1@1000");
  expect(await importCsv(shop, csv)).toMatchObject({ saved: true, updates: 0, unchanged: 2, errors: [] });
  expect(await readProduct(shop, ring._id)).toMatchObject({ variants: ring.variants, version: 1 });

  // The same file makes an equal product in another shop.
  const created = csv.toString().replaceAll(/^[0-9a-f-]{36}/gm, "");
  expect(await importCsv(shop, created)).toMatchObject({ saved: true, creates: 2 });
  const [copy] = (await shop.call("GET", `/api/products?q=${encodeURIComponent(ring.title)}&limit=1`)).json();
  const withoutId = (sizes: object[]) => sizes.map((size) => ({ ...size, _id: "" }));
  expect(withoutId(copy.variants)).toEqual(withoutId(ring.variants!));
});

test("an import changes, adds and removes sizes, and applies only the owner's difference to the stock", async ({
  shop,
}) => {
  const ring = await makeRing(shop);
  const csv = `_id,variants,variantsWas\n${ring._id},12=5; 16=1@1000/950,12=3; 14=1\n`;
  expect(await importCsv(shop, csv)).toMatchObject({ saved: true, updates: 1 });
  const after = await readProduct(shop, ring._id);
  // Since the export one piece was sold, and the owner put two more on the shelf.
  expect(after.variants).toEqual([
    { ...ring.variants![0], stock: 4 },
    { _id: expect.any(String), name: "16", stock: 1, price: 1000, offerPrice: 950 },
  ]);
  await importCsv(shop, `_id,variants\n${ring._id},12=1\n`);
  expect(await stocksOf(shop, ring._id)).toEqual({ 12: 1 });
  const refused = await importCsv(shop, `_id,variants\n${ring._id},12\n`, "preview");
  expect(refused.errors).toEqual([{ line: 2, field: "variants", message: "Size 1: Stock must be a number." }]);
  await importCsv(shop, `_id,variants,stock\n${ring._id},,6\n`);
  const plain = await readProduct(shop, ring._id);
  expect([plain.stock, plain.variants]).toEqual([6, undefined]);
});

test("the dashboard and the list of low stock name each size that is low", async () => {
  const shop = await openOwnShop();
  const ring = await makeRing(shop, [
    { name: "12", stock: 40 },
    { name: "14", stock: 1 },
    { name: "16", stock: 0 },
  ]);
  await makeRing(shop, [{ name: "12", stock: 40 }]);
  await makeRing(shop, [{ name: "12", stock: 0 }], { published: "false" });
  const plain = await makeProduct(shop, { title: "Stone", stock: "2" });
  const { lowStock } = (await asOwner(shop, "GET", "/api/dashboard")).json();
  const row = { image: null };
  expect(lowStock).toEqual({
    count: 2,
    products: [
      { _id: ring._id, title: `${ring.title} (16)`, stock: 0, ...row },
      { _id: ring._id, title: `${ring.title} (14)`, stock: 1, ...row },
      { _id: plain._id, title: "Stone", stock: 2, ...row },
    ],
  });
  const low = (await asOwner(shop, "GET", "/api/products?stock=low&published=true")).json() as { _id: string }[];
  expect(low.map(({ _id }) => _id).sort()).toEqual([ring._id, plain._id].sort());
});

test("the database refuses fewer than no pieces of a size", async ({ shop }) => {
  const ring = await makeRing(shop);
  const negative = `update products set variants = jsonb_set(variants, '{0,stock}', '-1') where id = '${ring._id}'`;
  await expect(shop.db.execute(negative)).rejects.toMatchObject({ cause: { constraint: "products_variants" } });
  expect(stocksIn(await ownersProduct(shop, ring._id))).toEqual({ 12: 2, 14: 1 });
});
