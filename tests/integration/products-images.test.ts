import { afterEach, beforeAll, expect } from "vitest";
import type { Product } from "../../src/contracts/catalogue/product.ts";
import { expectRefused, makeProduct, problemOf, resendProduct, sendProduct } from "../support/forms.ts";
import { picture } from "../support/pictures.ts";
import { expectNothingLeftOver, filesBehind } from "../support/stored-files.ts";
import { type TestShop, test } from "../support/test-shop.ts";

let png: Buffer;
beforeAll(async () => {
  png = await picture();
});

afterEach<{ shop: TestShop }>(({ shop }) => expectNothingLeftOver(shop));

const files = (count: number) => Array.from({ length: count }, (_, i) => ({ bytes: png, name: `${i}.png` }));
const withPictures = (shop: TestShop, count: number) => makeProduct(shop, {}, files(count));
const requiredFields = ({ title, category, price }: Product) => ({ title, category, price: String(price) });

function update(shop: TestShop, product: Product, keepImages: string | undefined, added = 0) {
  const fields: Record<string, string> = requiredFields(product);
  if (keepImages !== undefined) fields.keepImages = keepImages;
  return resendProduct(shop, product._id, fields, files(added));
}

async function updateImages(...args: Parameters<typeof update>) {
  const reply = await update(...args);
  expect(reply.statusCode, reply.body).toBe(200);
  const found = (await args[0].call("GET", `/api/products/${args[1]._id}`)).json() as Product;
  expect(reply.json()).toEqual(found);
  return found.images;
}

test("stores pictures in the order sent, each with its files", async ({ shop }) => {
  const { images } = await withPictures(shop, 3);
  expect(new Set(images).size).toBe(3);
  for (const image of images) expect(image).toMatch(/^\/uploads\/[0-9a-f-]{36}-60x40\.png$/);
  const stored = await shop.storedFiles();
  expect(stored).toEqual(expect.arrayContaining(filesBehind(images)));
});

test("an update without files keeps the pictures", async ({ shop }) => {
  const product = await withPictures(shop, 2);
  expect(await updateImages(shop, product, undefined)).toEqual(product.images);
  expect(await updateImages(shop, product, "")).toEqual(product.images);
});

test("an update with an empty file field keeps the pictures", async ({ shop }) => {
  const product = await withPictures(shop, 1);
  const reply = await resendProduct(shop, product._id, requiredFields(product), [{ bytes: "", name: "" }]);
  expect(reply.json()).toMatchObject({ images: product.images });
});

test("new pictures can be placed before and between the existing ones", async ({ shop }) => {
  const product = await withPictures(shop, 2);
  const [first, second] = product.images;
  const images = await updateImages(shop, product, JSON.stringify(["new", second, "new", first]), 3);
  expect([images[1], images[3]]).toEqual([second, first]);
  expect(new Set(images).size).toBe(5);
});

test("an update with files replaces the pictures and their files", async ({ shop }) => {
  const product = await withPictures(shop, 2);
  const images = await updateImages(shop, product, undefined, 1);
  expect(images).toHaveLength(1);
  expect(product.images).not.toContain(images[0]);
  for (const gone of product.images) expect((await shop.call("GET", gone)).statusCode).toBe(404);
});

test("keepImages sets the order and removes pictures that it does not list", async ({ shop }) => {
  const product = await withPictures(shop, 3);
  const [first, second, third] = product.images;
  expect(await updateImages(shop, product, JSON.stringify([third, first, second]))).toEqual([third, first, second]);
  expect(await updateImages(shop, product, JSON.stringify([third, second]))).toEqual([third, second]);
  expect(await updateImages(shop, product, "[]")).toEqual([]);
});

test("keepImages with files appends the new pictures", async ({ shop }) => {
  const product = await withPictures(shop, 2);
  const [first, second] = product.images;
  const images = await updateImages(shop, product, JSON.stringify([second]), 2);
  expect(images).toHaveLength(3);
  expect(images[0]).toBe(second);
  expect(images).not.toContain(first);
  expect((await updateImages(shop, product, "[]", 1)).length).toBe(1);
});

test("keepImages accepts only pictures of this product, each once", async ({ shop }) => {
  const product = await withPictures(shop, 1);
  const [own] = product.images;
  const [foreign] = (await withPictures(shop, 1)).images;
  const wrong = [[foreign], [own, foreign], [own, own], ["/uploads/../../etc/passwd"], [""], ["x"]];
  for (const keep of wrong) {
    for (const added of [0, 1]) {
      expectRefused(await update(shop, product, JSON.stringify(keep), added), "keepImages");
    }
  }
  expect((await shop.call("GET", `/api/products/${product._id}`)).json()).toEqual(product);
});

test("rejects keepImages that is not a JSON array of strings", async ({ shop }) => {
  const product = await withPictures(shop, 1);
  const wrong = [
    "{",
    "null",
    "1",
    '"x"',
    "{}",
    "[1]",
    "[null]",
    "[[]]",
    product.images[0]!,
    JSON.stringify(Array(51).fill("x")),
  ];
  for (const keep of wrong) expectRefused(await update(shop, product, keep), "keepImages");
  expect((await shop.call("GET", `/api/products/${product._id}`)).json()).toEqual(product);
});

test("a product can have up to 20 pictures, added in several saves", async ({ shop }) => {
  const product = await withPictures(shop, 8);
  const sixteen = await updateImages(shop, product, JSON.stringify(product.images), 8);
  expect(sixteen).toHaveLength(16);
  const fields = expectRefused(await update(shop, product, JSON.stringify(sixteen), 5), "images");
  expect(fields.images).toContain("at most 20");
  expect(await updateImages(shop, product, JSON.stringify(sixteen), 4)).toHaveLength(20);
});

test("rejects more than 8 files in one request", async ({ shop }) => {
  expect(expectRefused(await sendProduct(shop, { title: "Many" }, files(9)), "images").images).toContain("At most 8");
});

test("rejects files in an unknown field", async ({ shop }) => {
  const stray = [{ bytes: png, field: "photo" }];
  expectRefused(await sendProduct(shop, { title: "Stray" }, stray), "photo");
});

test("an update of a deleted product leaves no files", async ({ shop }) => {
  const product = await withPictures(shop, 1);
  await shop.call("DELETE", `/api/products/${product._id}`, { token: shop.ownerToken });
  const reply = await update(shop, product, undefined, 1);
  expect([reply.statusCode, problemOf(reply).code]).toEqual([404, "product_not_found"]);
});

test("deleting a product deletes its files", async ({ shop }) => {
  const product = await withPictures(shop, 2);
  await shop.call("DELETE", `/api/products/${product._id}`, { token: shop.ownerToken });
  const stored = await shop.storedFiles();
  for (const name of filesBehind(product.images)) expect(stored).not.toContain(name);
});

test("concurrent saves of different products keep their own pictures", async ({ shop }) => {
  const made = await Promise.all(Array.from({ length: 8 }, () => withPictures(shop, 1)));
  expect(new Set(made.flatMap((product) => product.images)).size).toBe(8);
});

test("concurrent updates of one product all succeed, and the last one wins", async ({ shop }) => {
  const product = await withPictures(shop, 1);
  const replies = await Promise.all(Array.from({ length: 6 }, () => update(shop, product, undefined, 1)));
  expect(replies.map((reply) => reply.statusCode)).toEqual(Array(6).fill(200));
  const { images } = (await shop.call("GET", `/api/products/${product._id}`)).json() as Product;
  expect(replies.map((reply) => reply.json().images)).toContainEqual(images);
});

test("updates concurrent with a delete succeed or return 404, and leave no files", async ({ shop }) => {
  for (let round = 0; round < 4; round++) {
    const product = await withPictures(shop, 1);
    const path = `/api/products/${product._id}`;
    const replies = await Promise.all([
      update(shop, product, undefined, 1),
      update(shop, product, JSON.stringify(product.images), 1),
      shop.call("DELETE", path, { token: shop.ownerToken }),
      update(shop, product, undefined, 1),
      shop.call("DELETE", path, { token: shop.ownerToken }),
    ]);
    for (const reply of replies) expect([200, 400, 404], reply.body).toContain(reply.statusCode);
    expect(replies.filter((reply) => reply.body.includes("deleted")).length).toBe(1);
    expect((await shop.call("GET", path)).statusCode).toBe(404);
  }
});
