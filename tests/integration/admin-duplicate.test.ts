import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { filesOfImage } from "../../src/contracts/catalogue/image-rules.ts";
import type { Product } from "../../src/contracts/catalogue/product.ts";
import { activityOf, asOwner } from "../support/admin.ts";
import { makeProduct, problemOf, resendProduct } from "../support/forms.ts";
import { picture } from "../support/pictures.ts";
import { expectNothingLeftOver } from "../support/stored-files.ts";
import { openOwnShop, type TestShop, test } from "../support/test-shop.ts";

const duplicate = (shop: TestShop, id: string) => asOwner(shop, "POST", `/api/products/${id}/duplicate`);

async function withPictures(shop: TestShop, fields: Record<string, string> = {}) {
  const files = [await picture(), await picture("jpeg", 900, 600)].map((bytes, i) => ({ bytes, name: `${i}.png` }));
  return makeProduct(shop, fields, files);
}

test("creates an independent draft with the same texts and pictures and no stock", async ({ shop }) => {
  const fields = {
    category: "Jewellery",
    subCategory: "Rings",
    price: "900",
    offerPrice: "800",
    stock: "7",
    topSelling: "true",
  };
  const product = await withPictures(shop, { ...fields, description: "Soft\nlight" });
  const reply = await duplicate(shop, product._id);
  expect(reply.statusCode, reply.body).toBe(201);
  const copy = reply.json() as Product;
  expect(copy).toEqual({
    ...product,
    _id: expect.any(String),
    title: `${product.title} (copy)`,
    stock: 0,
    published: false,
    images: [expect.stringMatching(/-60x40\.png$/), expect.stringMatching(/-900x600\.jpg$/)],
    createdAt: shop.clock.now().toISOString(),
  });
  expect(copy._id).not.toBe(product._id);
  expect((await shop.call("GET", `/api/products/${copy._id}`)).statusCode).toBe(404);
  for (const image of copy.images) expect(product.images).not.toContain(image);
  for (const [i, image] of copy.images.entries()) {
    const files = [image, product.images[i]!].map(filesOfImage);
    for (const [n, file] of files[0]!.entries()) {
      const [one, other] = await Promise.all([file, files[1]![n]!].map((name) => shop.call("GET", `/uploads/${name}`)));
      expect([one!.statusCode, one!.rawPayload.equals(other!.rawPayload)]).toEqual([200, true]);
    }
  }
  expect(await activityOf(shop, copy._id)).toMatchObject([{ action: "created", title: copy.title }]);

  await asOwner(shop, "DELETE", `/api/products/${product._id}`);
  for (const image of copy.images) expect((await shop.call("GET", image)).statusCode).toBe(200);
  await expectNothingLeftOver(shop);
});

test("truncates a long title so that the copy can be saved again", async ({ shop }) => {
  const product = await makeProduct(shop, { title: "x".repeat(200) });
  const copy = (await duplicate(shop, product._id)).json() as Product;
  expect(copy.title).toBe(`${"x".repeat(193)} (copy)`);
  const again = await resendProduct(shop, copy._id, { title: copy.title, category: copy.category, price: "900" });
  expect(again.statusCode).toBe(200);
});

test("returns product_not_found for an unknown product", async ({ shop }) => {
  for (const id of [randomUUID(), "nonsense"]) {
    expect(problemOf(await duplicate(shop, id)).code).toBe("product_not_found");
  }
});

test("a failed duplicate leaves no record and no files", async () => {
  const shop = await openOwnShop();
  const product = await withPictures(shop);
  await shop.db.execute(sql`alter table activity rename to activity_renamed`);
  expect((await duplicate(shop, product._id)).statusCode).toBe(500);
  await expectNothingLeftOver(shop);
  await shop.db.execute(sql`alter table activity_renamed rename to activity`);

  const before = await shop.storedFiles();
  const [lost] = filesOfImage(product.images[1]!);
  await rm(path.join(shop.services.uploads, lost!));
  const reply = await duplicate(shop, product._id);
  expect([reply.statusCode, problemOf(reply).code]).toEqual([409, "upload_interrupted"]);
  expect(await shop.storedFiles()).toEqual(before.filter((name) => name !== lost));
  expect((await asOwner(shop, "GET", "/api/products")).json()).toHaveLength(1);
});
