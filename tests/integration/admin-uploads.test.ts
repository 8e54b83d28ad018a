import path from "node:path";
import { expect } from "vitest";
import { createCatalogue } from "../../src/server/catalogue/service.ts";
import { createImages } from "../../src/server/images/service.ts";
import { localFileStore } from "../../src/server/platform/files/file-store.ts";
import type { ShopError } from "../../src/server/platform/http/errors.ts";
import { expectRefused, goodProduct, sendProduct } from "../support/forms.ts";
import { picture } from "../support/pictures.ts";
import { expectNothingLeftOver } from "../support/stored-files.ts";
import { openOwnShop, test } from "../support/test-shop.ts";

test("names every invalid file with the reason and stores nothing", async ({ shop }) => {
  const good = await picture();
  const files = [
    { bytes: "a letter", name: "letter.txt" },
    { bytes: good, name: "good.png" },
    { bytes: good.subarray(0, good.length / 2), name: "half.png" },
  ];
  const { images } = expectRefused(await sendProduct(shop, goodProduct(), files), "images");
  expect(images).toBe(
    "“letter.txt” is not a JPEG, PNG, WebP, AVIF or GIF picture. “half.png” is damaged and cannot be read as a picture.",
  );
  await expectNothingLeftOver(shop);
});

test("names the first picture above the limit", async ({ shop }) => {
  const bytes = await picture();
  const many = (count: number) => Array.from({ length: count }, (_, i) => ({ bytes, name: `photo-${i + 1}.png` }));
  for (const count of [9, 12, 50]) {
    const { images } = expectRefused(await sendProduct(shop, goodProduct(), many(count)), "images");
    expect(images).toBe("At most 8 pictures can be sent at a time; “photo-9.png” is one too many.");
  }
  expectRefused(await sendProduct(shop, goodProduct(), many(51)), "images");
  expect((await sendProduct(shop, goodProduct(), many(8))).statusCode).toBe(201);
  await expectNothingLeftOver(shop);
});

test("returns 507 with the file name when the disk is full and stores nothing", async () => {
  const shop = await openOwnShop();
  const folder = localFileStore(path.join(shop.config.dataDir, "uploads"));
  let writesLeft = 5;
  const store = {
    ...folder,
    async put(name: string, bytes: Buffer) {
      if (writesLeft === 0) throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
      writesLeft -= 1;
      await folder.put(name, bytes);
    },
  };
  const { db, clock, services } = shop;
  const images = createImages({ db, store, log: { warn: () => {} } });
  const catalogue = createCatalogue({
    ...services,
    db,
    clock,
    images,
    findExpertReferences: async () => new Map(),
    removeDemoAppointments: async () => {},
  });
  const bytes = await picture();
  const sent = ["one.png", "two.png"].map((filename) => ({ filename, bytes, field: "images" }));
  const form = { title: "Rose", description: "", category: "Tumbles", subCategory: null, price: 9, offerPrice: 9 };
  const pictures = await images.prepareUploads(sent, "images");
  const saving = catalogue.products.create({ ...form, stock: 0, topSelling: false }, pictures, "nobody");
  const error = (await saving.catch((thrown) => thrown)) as ShopError;
  expect([error.status, error.code]).toEqual([507, "disk_full"]);
  expect(error.fields?.images).toBe("“two.png” could not be stored: the shop's disk is full. Nothing was saved.");
  expect((await shop.call("GET", "/api/products")).json()).toEqual([]);
  await expectNothingLeftOver(shop);
});
