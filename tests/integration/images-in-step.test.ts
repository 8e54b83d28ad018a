import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, beforeAll, expect } from "vitest";
import { filesOfImage } from "../../src/contracts/catalogue/image-rules.ts";
import { unclaimedImages } from "../../src/server/images/unclaimed-image-table.ts";
import {
  formOf,
  goodProduct,
  makeProduct,
  problemOf,
  resendProduct,
  type SentFile,
  sendProduct,
} from "../support/forms.ts";
import { hugePng, picture } from "../support/pictures.ts";
import { expectNothingLeftOver, filesBehind } from "../support/stored-files.ts";
import { openTestShop, type TestShop, test } from "../support/test-shop.ts";

let good: SentFile;
let truncated: SentFile;
beforeAll(async () => {
  const bytes = await picture("jpeg", 500, 400);
  good = { bytes, name: "good.jpg" };
  truncated = { bytes: bytes.subarray(0, bytes.length / 2), name: "truncated.jpg" };
});

afterEach<{ shop: TestShop }>(({ shop }) => expectNothingLeftOver(shop));

/** Makes writes to products fail in the database. Returns a function that repairs it. */
async function breakWrites(shop: TestShop, when: "before" | "at commit") {
  const timing = when === "before" ? "trigger refuse before" : "constraint trigger refuse after";
  const deferred = when === "before" ? "" : "deferrable initially deferred";
  await shop.db.execute(sql`create or replace function refuse() returns trigger language plpgsql
    as $$ begin raise 'writes are disabled'; end $$`);
  await shop.db.execute(
    sql.raw(
      `create ${timing} insert or update or delete on products ${deferred} for each row execute function refuse()`,
    ),
  );
  return () => shop.db.execute(sql`drop trigger refuse on products`);
}

test("stores no file when another field is invalid", async ({ shop }) => {
  const before = await shop.storedFiles();
  expect((await sendProduct(shop, goodProduct({ price: "free" }), [good])).statusCode).toBe(400);
  expect(await shop.storedFiles()).toEqual(before);
});

test("stores no file when one of several is invalid", async ({ shop }) => {
  const product = await makeProduct(shop, {}, [good]);
  const before = await shop.storedFiles();
  const bomb = { bytes: hugePng(60_000, 60_000), name: "bomb.png" };
  const large = { bytes: Buffer.alloc(8 * 1024 * 1024 + 1), name: "large.jpg" };
  const fields = goodProduct();
  for (const bad of [truncated, bomb, large, { bytes: "", name: "empty.jpg" }]) {
    for (const files of [
      [good, bad],
      [bad, good],
    ]) {
      const replies = [await sendProduct(shop, fields, files), await resendProduct(shop, product._id, fields, files)];
      for (const reply of replies) {
        expect([400, 413]).toContain(reply.statusCode);
        expect(problemOf(reply).fields?.images).toContain(bad.name);
      }
    }
  }
  expect(await shop.storedFiles()).toEqual(before);
  expect((await shop.call("GET", `/api/products/${product._id}`)).json()).toEqual(product);
});

test.for(["before", "at commit"] as const)(
  "keeps the old pictures and no new one when the database fails %s a write",
  async (when, { shop }) => {
    const product = await makeProduct(shop, {}, [good]);
    const before = await shop.storedFiles();
    const repair = await breakWrites(shop, when);
    try {
      const replies = [
        await sendProduct(shop, goodProduct(), [good, good]),
        await resendProduct(shop, product._id, goodProduct(), [good]),
        await resendProduct(shop, product._id, goodProduct({ keepImages: "[]" })),
        await shop.call("DELETE", `/api/products/${product._id}`, { token: shop.ownerToken }),
      ];
      expect(replies.map((reply) => reply.statusCode)).toEqual([500, 500, 500, 500]);
      for (const reply of replies) expect(reply.body).not.toMatch(/writes are disabled|insert|relation/);
    } finally {
      await repair();
    }
    expect(await shop.storedFiles()).toEqual(before);
    expect((await shop.call("GET", `/api/products/${product._id}`)).json()).toEqual(product);
  },
);

async function prepareOne({ services }: TestShop) {
  const sent = { filename: "a.jpg", bytes: good.bytes as Buffer, field: "images" };
  return (await services.images.prepareUploads([sent], "images"))[0]!;
}

test("deletes the new files when the save throws", async ({ shop }) => {
  const { images } = shop.services;
  const prepared = await prepareOne(shop);
  let during: string[] = [];
  const saving = images.saveWith([prepared], async () => {
    during = await shop.storedFiles();
    throw new Error("changed my mind");
  });
  await expect(saving).rejects.toThrow("changed my mind");
  expect(during).toEqual(expect.arrayContaining(filesOfImage(prepared.path)));
  const after = await shop.storedFiles();
  for (const name of filesOfImage(prepared.path)) expect(after).not.toContain(name);
});

test("deletes the files a crash left behind and no others", async ({ shop }) => {
  const { images } = await makeProduct(shop, {}, [good]);
  const leftover = "/uploads/01990000-0000-7000-8000-000000000000-10x10.png";
  await shop.db.insert(unclaimedImages).values({ path: leftover });
  const [original, small] = filesOfImage(leftover) as [string, string];
  for (const name of [original, `${small}.part`]) await writeFile(path.join(shop.services.uploads, name), "half");
  expect(await shop.storedFiles()).toEqual(expect.arrayContaining([original, `${small}.part`]));
  await shop.services.images.deleteUnclaimed();
  const stored = await shop.storedFiles();
  expect(stored).toEqual(expect.arrayContaining(filesBehind(images)));
  expect(stored.filter((name) => name.startsWith("01990000"))).toEqual([]);
});

test("deletes any number of leftovers in one run, also concurrently", async ({ shop }) => {
  const paths = Array.from({ length: 250 }, (_, i) => ({ path: `/uploads/left-${i}-10x10.png` }));
  await shop.db.insert(unclaimedImages).values(paths);
  await shop.services.images.deleteUnclaimed();
  await expectNothingLeftOver(shop);
  await shop.db.insert(unclaimedImages).values(paths);
  await Promise.all([shop.services.images.deleteUnclaimed(), shop.services.images.deleteUnclaimed()]);
});

test("does not delete the files of a save in progress", async ({ shop }) => {
  const { images, catalogue } = shop.services;
  const prepared = await prepareOne(shop);
  const template = { ...goodProduct(), description: "", subCategory: null, price: 900, offerPrice: 900, stock: 0 };
  const form = { ...template, topSelling: false, keepImages: undefined };
  const [item] = await images.saveWith([prepared], async (tx) => {
    await images.deleteUnclaimed();
    expect(await shop.storedFiles()).toEqual(expect.arrayContaining(filesOfImage(prepared.path)));
    return catalogue.products.insert(tx, [{ form, images: [prepared.path], createdAt: shop.clock.now() }]);
  });
  await images.deleteUnclaimed();
  expect((await shop.call("GET", prepared.path)).statusCode).toBe(200);
  expect(item?.images).toEqual([prepared.path]);
});

test("saves although a cleanup deleted the unclaimed rows first", async () => {
  const shop = await openTestShop();
  try {
    // Deletes the first rows at once, like a cleanup at the worst moment.
    await shop.db.execute(sql`create sequence cleanups`);
    await shop.db.execute(sql`create function clear_once() returns trigger language plpgsql as $$ begin
      if nextval('cleanups') = 1 then delete from unclaimed_images; end if; return null; end $$`);
    await shop.db.execute(
      sql`create trigger clear_once after insert on unclaimed_images for each statement execute function clear_once()`,
    );
    const { images } = await makeProduct(shop, {}, [good, good]);
    expect(images).toHaveLength(2);
    expect(await shop.storedFiles()).toEqual(filesBehind(images).sort());
    await expectNothingLeftOver(shop);
  } finally {
    await shop.close();
  }
});

test("stores nothing when the connection breaks during an upload", async () => {
  const shop = await openTestShop();
  try {
    await shop.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = shop.app.server.address() as AddressInfo;
    const sent = new Response(formOf(goodProduct(), [good, good]));
    const body = Buffer.from(await sent.arrayBuffer());
    const head = [
      "POST /api/products HTTP/1.1",
      "host: localhost",
      `authorization: Bearer ${shop.ownerToken}`,
      `content-type: ${sent.headers.get("content-type")}`,
      `content-length: ${body.length}`,
    ];
    const start = Buffer.from(`${head.join("\r\n")}\r\n\r\n`);
    for (const part of [0.001, 0.2, 0.6, 0.999]) {
      const received = once(shop.app.server, "request");
      const socket = connect(port, "127.0.0.1");
      socket.write(Buffer.concat([start, body.subarray(0, body.length * part)]));
      const [request] = (await received) as [IncomingMessage];
      socket.destroy();
      await new Promise((resolve) => request.on("close", resolve));
    }
    await expectNothingLeftOver(shop);
    expect(await shop.storedFiles()).toEqual([]);
    const { body: list } = await shop.call("GET", "/api/products");
    expect(list).toBe("[]");
    expect(shop.logLines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
    const { images } = await makeProduct(shop, {}, [good]);
    const served = await fetch(`http://127.0.0.1:${port}${images[0]}`);
    expect(served.status).toBe(200);
  } finally {
    await shop.close();
  }
});
