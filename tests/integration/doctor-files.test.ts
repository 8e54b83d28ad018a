import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "vitest";
import { filesOfImage } from "../../src/contracts/catalogue/image-rules.ts";
import { readShop } from "../../src/server/backup/read-shop.ts";
import { backupSource } from "../support/backups.ts";
import { findDataProblems } from "../support/doctor.ts";
import { formOf, makeProduct } from "../support/forms.ts";
import { papersOf } from "../support/papers.ts";
import { test } from "../support/paying-shop.ts";
import { picture } from "../support/pictures.ts";
import { paidOrder } from "../support/refunds.ts";
import { deliver, review } from "../support/reviews.ts";

test("reports pictures without a file and files without a record, but never a document", async ({ shop }) => {
  const product = await makeProduct(shop, {}, [{ bytes: await picture() }]);
  const folder = path.join(shop.config.dataDir, "uploads");
  await writeFile(path.join(folder, "nobodys-10x10.png"), "left");
  const paper = path.join(folder, `${"a".repeat(64)}.pdf`);
  await writeFile(paper, "of an invoice that is only in a newer database");
  await rm(path.join(folder, filesOfImage(product.images[0]!)[0]!));
  const lines = await findDataProblems(shop);
  await rm(path.join(folder, "nobodys-10x10.png"));
  await shop.call("DELETE", `/api/products/${product._id}`, { token: shop.ownerToken });
  expect(lines).toEqual([
    expect.stringContaining(`Records with a picture whose file is gone: product ${product._id}.`),
    expect.stringContaining("Files in the store that no record shows: nobodys-10x10.png."),
  ]);
  expect(await findDataProblems(shop)).toEqual([]);
  await rm(paper);
});

test("knows the files of every kind of record, and a backup contains them", async ({ shop, razorpay }) => {
  await makeProduct(shop, {}, [{ bytes: await picture() }]);
  const { buyer, order } = await paidOrder(shop, razorpay);
  await deliver(shop, order);
  const waiting = await review(shop, buyer, order, { text: "Worth the wait." }, 1);
  expect(waiting.state).toBe("waiting");
  const form = formOf({}, [{ bytes: await picture(), field: "picture" }]);
  const sent = await shop.call("POST", "/api/settings/pictures", { token: shop.ownerToken, form });
  expect(sent.json()).toHaveProperty("path");
  const [receipt] = await papersOf(shop, buyer.token, order._id);
  expect((await shop.call("GET", receipt!.pdf, { token: buyer.token })).statusCode).toBe(200);

  const stored = await shop.storedFiles();
  expect(stored.filter((name) => name.endsWith(".pdf"))).not.toEqual([]);
  expect((await findDataProblems(shop)).filter((line) => line.startsWith("Pictures: "))).toEqual([]);
  const kept: string[] = [];
  for await (const { name } of readShop(backupSource(shop)))
    if (name.startsWith("pictures/")) kept.push(path.basename(name));
  expect(kept.sort()).toEqual(stored);
});
