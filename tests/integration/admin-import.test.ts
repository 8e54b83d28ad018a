import { expect } from "vitest";
import type { Product } from "../../src/contracts/catalogue/product.ts";
import { activityOf, asOwner, importCsv, sendImport } from "../support/admin.ts";
import { makeCustomer } from "../support/customers.ts";
import { expectRefused, formOf, makeProduct, resendProduct, unique } from "../support/forms.ts";
import { placeOrder, wants } from "../support/orders.ts";
import { picture } from "../support/pictures.ts";
import { openOwnShop, type TestShop, test } from "../support/test-shop.ts";

const read = async (shop: TestShop, id: string) => (await shop.call("GET", `/api/products/${id}`)).json() as Product;
const find = async (shop: TestShop, q: string) =>
  (await shop.call("GET", `/api/products?q=${encodeURIComponent(q)}`)).json() as Product[];
const all = async (shop: TestShop) => (await asOwner(shop, "GET", "/api/products")).json() as Product[];

const exportCsv = async (shop: TestShop) => (await asOwner(shop, "GET", "/api/products.csv")).rawPayload;

test("a preview counts the changes without saving them; a save applies them", async ({ shop }) => {
  const old = await makeProduct(shop, { price: "900", stock: "3" }, [{ bytes: await picture(), name: "a.png" }]);
  const title = unique("New one");
  const csv = `_id,title,category,price,stock\n${old._id},${old.title},Tumbles,1000,3\n,${title},Tower,50,2\n`;
  const counts = { rows: 2, creates: 1, updates: 1, unchanged: 0, errors: [], errorCount: 0 };
  expect(await importCsv(shop, csv, "preview")).toEqual({ saved: false, ...counts });
  expect([await read(shop, old._id), await find(shop, title)]).toEqual([old, []]);

  expect(await importCsv(shop, csv, "save")).toEqual({ saved: true, ...counts });
  expect(await find(shop, title)).toMatchObject([
    { title, category: "Tower", price: 50, stock: 2, images: [], version: 1 },
  ]);
  expect(await read(shop, old._id)).toEqual({ ...old, price: 1000, offerPrice: 1000, version: 2 });
  const [entry] = await activityOf(shop, null);
  expect(entry).toMatchObject({ kind: "product", action: "imported", title: "1 created, 1 updated", changes: {} });
});

test("columns that are missing from the file keep their values", async ({ shop }) => {
  const fields = {
    description: "Kept",
    category: "Jewellery",
    subCategory: "Rings",
    price: "900",
    offerPrice: "800",
    stock: "4",
    stone: "Moonstone",
    weightGrams: "2.5",
    netQuantity: "1 N",
    maker: "Tara Stones",
    makerRole: "importer",
    mrp: "1000",
    taxClass: "gemstone",
  };
  const old = await makeProduct(shop, { ...fields, topSelling: "true" });
  await importCsv(shop, `_id,price\n${old._id.toUpperCase()},850\n`);
  const now = (await asOwner(shop, "GET", `/api/products/${old._id}`)).json();
  expect(now).toEqual({ ...old, price: 850, version: 2 });
  const mrp = "Nothing is sold above its MRP of ₹849: the highest price is ₹850.";
  const wrong = `_id,title,category,price,mrp,taxClass\n${old._id},,,850,849,\n,New,Tower,850,849,\n,New,Tower,1,,none\n`;
  expect((await importCsv(shop, wrong.replace(",,,850", `,${old.title},Jewellery,850`))).errors).toEqual([
    { line: 2, field: "mrp", message: mrp },
    { line: 3, field: "mrp", message: mrp },
    { line: 4, field: "taxClass", message: "There is no such tax class." },
  ]);
  await importCsv(shop, `_id,description,weightGrams\n${old._id},,\n`);
  expect(await read(shop, old._id)).toMatchObject({ description: "", price: 850, weightGrams: null, version: 3 });
});

test("publishes and unpublishes; without the column, or with an empty cell, drafts stay drafts", async ({ shop }) => {
  const [shown, draft] = [await makeProduct(shop), await makeProduct(shop, { published: "no" })];
  const isPublished = async (id: string) => (await asOwner(shop, "GET", `/api/products/${id}`)).json().published;
  const both = async () => [await isPublished(shown._id), await isPublished(draft._id)];
  const result = await importCsv(shop, `_id,price,published\n${shown._id},950,\n${draft._id},950,\n`);
  expect([result.updates, await both()]).toEqual([2, [true, false]]);
  await importCsv(shop, `_id,price\n${shown._id},960\n${draft._id},960\n`);
  expect(await both()).toEqual([true, false]);
  await importCsv(shop, `_id,published\n${shown._id},FALSE\n${draft._id},yes\n`);
  expect(await both()).toEqual([false, true]);
  expect((await shop.call("GET", `/api/products/${shown._id}`)).statusCode).toBe(404);

  const [first, second] = [unique("Imported"), unique("Imported")];
  await importCsv(shop, `title,category,price,published\n${first},Tower,50,\n${second},Tower,50,no\n`);
  expect([await find(shop, first), await find(shop, second)]).toMatchObject([[{ title: first }], []]);
  const refused = await importCsv(shop, `_id,published\n${draft._id},perhaps\n`);
  expect(refused.errors).toEqual([{ line: 2, field: "published", message: "Published must be true or false." }]);
});

test("importing an unchanged export changes nothing", async () => {
  const shop = await openOwnShop();
  const nasty = ["=1+2", "'=1+2", "-5", "+91", '"quoted"', "a,b;c", "'", "गुलाब 🔮", "x\ny"];
  for (const text of nasty)
    await makeProduct(shop, { title: text, description: `${text}\n\n${text}`, stock: "3", price: "12.34" });
  await makeProduct(shop, {
    category: "Jewellery",
    subCategory: "Rings",
    topSelling: "true",
    price: "9",
    offerPrice: "0",
    published: "false",
  });
  const before = await all(shop);
  const file = await exportCsv(shop);
  const result = await importCsv(shop, file);
  expect(result).toMatchObject({
    saved: true,
    rows: nasty.length + 1,
    creates: 0,
    updates: 0,
    unchanged: nasty.length + 1,
  });
  expect(await all(shop)).toEqual(before);
  expect(await activityOf(shop, null)).toEqual([]);
  // Without ids, the same file creates copies.
  const copies = file.toString("utf8").replace(/^[0-9a-f-]{36},/gm, ",");
  expect(await importCsv(shop, copies)).toMatchObject({ saved: true, creates: nasty.length + 1 });
  const withoutIds = ({ _id, createdAt, version, ...rest }: Product) => JSON.stringify(rest);
  expect((await all(shop)).map(withoutIds).sort()).toEqual([...before, ...before].map(withoutIds).sort());
});

test("applies stock as a difference to sales since the export, and rejects rows of changed products", async () => {
  const shop = await openOwnShop();
  const sold = await makeProduct(shop, { price: "900", stock: "5" });
  const file = (await exportCsv(shop)).toString("utf8").replace(",5,5,", ",15,5,");
  await placeOrder(shop, await makeCustomer(shop), wants(sold._id, 900, 2));
  expect(await importCsv(shop, file)).toMatchObject({ saved: true, updates: 1 });
  expect(await read(shop, sold._id)).toMatchObject({ stock: 13, version: 2 });

  const again = await importCsv(shop, file);
  expect(again).toMatchObject({ saved: false, errors: [{ line: 2, field: "version" }], errorCount: 1 });
  expect(await read(shop, sold._id)).toMatchObject({ stock: 13, version: 2 });
});

test.for([
  ["LF", (csv: string) => csv],
  ["CRLF", (csv: string) => csv.replaceAll("\n", "\r\n")],
  ["a byte order mark", (csv: string) => `\uFEFF${csv}`],
  ["semicolons", (csv: string) => csv.replaceAll(",", ";").replace("12.50", "12,50")],
  ["tabs", (csv: string) => csv.replaceAll(",", "\t")],
  ["Excel's Unicode text", (csv: string) => Buffer.from(`\uFEFF${csv.replaceAll(",", "\t")}`, "utf16le")],
  ["a header in capitals", (csv: string) => csv.replace("title,PRICE", "TITLE , Price")],
] as const)("reads a file with %s", async ([, transform], { shop }) => {
  const word = unique("गुलाब");
  const csv = `title,PRICE,Category,DESCRIPTION\n"${word}",12.50,tumbles,"One\nTwo ""x"""\n\n,,,\n`;
  expect(await importCsv(shop, transform(csv))).toMatchObject({ saved: true, rows: 1, creates: 1 });
  expect(await find(shop, word)).toMatchObject([
    { title: word, price: 12.5, category: "Tumbles", description: 'One\nTwo "x"' },
  ]);
});

test("reports each invalid row with its line number and saves nothing", async ({ shop }) => {
  const word = unique("Wrong");
  const old = await makeProduct(shop);
  const lines = [
    "_id,title,category,price,offerPrice,stock,Colour",
    `,"${word} good`,
    'on two lines",Tumbles,10,,1,red',
    `,${word},Tumbles,free,,1,red`,
    "",
    `,,Jewellery,10,11,1.5,red`,
    `00000000-0000-7000-8000-000000000000,${word},Tumbles,10,,1,red`,
    `nonsense,${word},Tumbles,10,,1,red`,
    `,${word},Tumbles,10`,
    `${old._id},${word},Tumbles,10,,1,red`,
    `${old._id},${word},Tumbles,11,,1,red`,
  ];
  const result = await importCsv(shop, lines.join("\r\n"));
  expect(result).toMatchObject({ saved: false, rows: 8, errorCount: result.errors.length });
  expect(result.errors.map(({ line, field }) => [line, field])).toEqual([
    [1, "Colour"],
    [4, "price"],
    [6, "title"],
    [6, "stock"],
    [7, "_id"],
    [8, "_id"],
    [9, "row"],
    [11, "_id"],
  ]);
  for (const { message } of result.errors) expect(message).toMatch(/\.$/);
  expect(result.errors[0]!.message).toContain("“Colour”");
  expect(await find(shop, word)).toEqual([]);
  expect(await read(shop, old._id)).toEqual(old);
});

test("returns the first 100 errors and the total number", async ({ shop }) => {
  const csv = `title,category,price\n${"x,Tumbles,0\n".repeat(250)}`;
  const result = await importCsv(shop, csv, "preview");
  expect([result.rows, result.errors.length, result.errorCount]).toEqual([250, 100, 250]);
});

test("rolls back all rows when a late row is invalid", async ({ shop }) => {
  const word = unique("Late");
  const csv = `title,category,price\n${`${word},Tumbles,10\n`.repeat(600)}${word},Nowhere,10\n`;
  expect(await importCsv(shop, csv)).toMatchObject({ saved: false, errorCount: 1, errors: [{ line: 602 }] });
  expect(await find(shop, word)).toEqual([]);
});

test.for<[string, string | Uint8Array, RegExp]>([
  ["nothing in it", "", /first line must name/],
  ["no header", "Rose,Tumbles,900\n", /first line must name/],
  ["an open quote", 'title,price\nRose,"9', /^Line 2: /],
  ["another encoding", Buffer.from("title,price\nRosé,9\n", "latin1"), /UTF-8/],
  ["too many rows", `title\n${"x\n".repeat(10_001)}`, /at most 10,000 rows/],
])("rejects a file with %s", async ([, csv, message], { shop }) => {
  expect(expectRefused(await sendImport(shop, csv), "file").file).toMatch(message);
});

test("rejects a form without a file, with two files or an unknown mode, and returns 413 above 10 MB", async ({
  shop,
}) => {
  const send = (fields: Record<string, string>, sizes: number[]) =>
    shop.call("POST", "/api/products/import", {
      token: shop.ownerToken,
      form: formOf(
        fields,
        sizes.map((size, i) => ({ bytes: Buffer.alloc(size, "x"), name: `${i}.csv`, field: "file" })),
      ),
    });
  expectRefused(await send({}, []), "file");
  expect(expectRefused(await send({}, [5, 5]), "file").file).toContain("“1.csv”");
  expectRefused(await send({ mode: "both" }, [5]), "mode");
  const large = await send({}, [10 * 1024 * 1024 + 1]);
  expect([large.statusCode, large.json().message]).toEqual([413, "“0.csv” is larger than 10 MB."]);
  expect((await asOwner(shop, "POST", "/api/products/import", {})).statusCode).toBe(415);
});

test("creates and updates 760 rows within half a minute and streams progress", async () => {
  const shop = await openOwnShop();
  const line = (i: number) =>
    `Stone ${i},"A description, with some words in it\nand a second line",Tumbles,${i + 1},${i % 50}`;
  const csv = `title,description,category,price,stock\n${Array.from({ length: 760 }, (_, i) => line(i)).join("\n")}\n`;
  const started = performance.now();
  const reply = await sendImport(shop, csv, "save", { accept: "application/x-ndjson" });
  expect(reply.headers["content-type"]).toContain("application/x-ndjson");
  const messages = reply.body
    .trim()
    .split("\n")
    .map((text) => JSON.parse(text));
  const steps = messages.slice(0, -1);
  expect(steps.length).toBeGreaterThan(3);
  expect(steps.map(({ done }) => done)).toEqual(steps.map(({ done }) => done).toSorted((a, b) => a - b));
  expect(steps.at(-1)).toEqual({ done: 760, total: 760 });
  expect(messages.at(-1).result).toMatchObject({ saved: true, rows: 760, creates: 760 });

  const file = (await exportCsv(shop)).toString("utf8").replaceAll("A description", "Another description");
  expect(await importCsv(shop, file, "preview")).toMatchObject({ updates: 760, errorCount: 0 });
  expect(await importCsv(shop, file)).toMatchObject({ saved: true, updates: 760 });
  expect((await find(shop, "Another description")).length).toBe(760);
  expect(performance.now() - started).toBeLessThan(30_000);
}, 120_000);

test("a failure while streaming progress ends with a problem line and saves nothing", async () => {
  const shop = await openOwnShop();
  await shop.db.execute("alter table activity rename to activity_renamed");
  const reply = await sendImport(shop, "title,category,price\nRose,Tumbles,9\n", "save", {
    accept: "application/x-ndjson",
  });
  const last = JSON.parse(reply.body.trim().split("\n").at(-1)!);
  expect(last).toEqual({ problem: { code: "internal", message: expect.stringMatching(/went wrong/) } });
  expect(await all(shop)).toEqual([]);
});

test("imports, saves and orders of the same products do not deadlock", async () => {
  const shop = await openOwnShop();
  const products = await Promise.all(
    Array.from({ length: 12 }, () => makeProduct(shop, { price: "900", stock: "50" })),
  );
  const buyers = await Promise.all(Array.from({ length: 6 }, () => makeCustomer(shop)));
  const items = products.map(({ _id }) => ({ itemId: _id, itemType: "product" as const, qty: 1 }));
  const rows = (step: number) => products.map(({ _id }) => `${_id},${50 + step},50\n`).toReversed();
  const csv = (step: number) => `_id,stock,stockWas\n${rows(step).join("")}`;
  await Promise.all([
    ...buyers.map((buyer) => placeOrder(shop, buyer, { ...wants("", 0), items, totalAmount: 900 * 12 })),
    importCsv(shop, csv(1)),
    importCsv(shop, csv(2)),
    ...products.slice(0, 4).map((one) =>
      resendProduct(shop, one._id, {
        title: one.title,
        category: "Tumbles",
        price: "900",
        stock: "50",
        stockWas: "50",
      }),
    ),
  ]);
  for (const { stock } of await all(shop)) expect(stock).toBe(50 - 6 + 3);
});
