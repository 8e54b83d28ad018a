import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, beforeAll, expect } from "vitest";
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
import { imageFilesOf } from "../support/image-files.ts";
import { hugePng, picture } from "../support/pictures.ts";
import { expectNothingLeftOver, filesBehind } from "../support/stored-files.ts";
import { openTestShop, type TestShop, test } from "../support/test-shop.ts";

let good: SentFile;
let ruined: SentFile;
beforeAll(async () => {
  const bytes = await picture("jpeg", 500, 400);
  good = { bytes, name: "good.jpg" };
  ruined = { bytes: bytes.subarray(0, bytes.length / 2), name: "ruined.jpg" };
});

afterEach<{ shop: TestShop }>(({ shop }) => expectNothingLeftOver(shop));

/** Makes every write to products fail inside the database until the test is over. */
async function breakWrites(shop: TestShop, when: "before" | "at commit") {
  const timing = when === "before" ? "trigger refuse before" : "constraint trigger refuse after";
  const deferred = when === "before" ? "" : "deferrable initially deferred";
  await shop.db.execute(sql`create or replace function refuse() returns trigger language plpgsql
    as $$ begin raise 'no writing today'; end $$`);
  await shop.db.execute(
    sql.raw(
      `create ${timing} insert or update or delete on products ${deferred} for each row execute function refuse()`,
    ),
  );
  return () => shop.db.execute(sql`drop trigger refuse on products`);
}

test("a wrong field beside a good picture leaves nothing behind", async ({ shop }) => {
  const before = await shop.storedFiles();
  expect((await sendProduct(shop, goodProduct({ price: "free" }), [good])).statusCode).toBe(400);
  expect(await shop.storedFiles()).toEqual(before);
});

test("one bad file among good ones refuses them all and leaves nothing behind", async ({ shop }) => {
  const product = await makeProduct(shop, {}, [good]);
  const before = await shop.storedFiles();
  const bomb = { bytes: hugePng(60_000, 60_000), name: "bomb.png" };
  const large = { bytes: Buffer.alloc(8 * 1024 * 1024 + 1), name: "large.jpg" };
  const fields = goodProduct();
  for (const bad of [ruined, bomb, large, { bytes: "", name: "empty.jpg" }]) {
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
  "a database that fails %s a write loses no old picture and keeps no new one",
  async (when, { shop }) => {
    const product = await makeProduct(shop, {}, [good]);
    const before = await shop.storedFiles();
    const mend = await breakWrites(shop, when);
    try {
      const replies = [
        await sendProduct(shop, goodProduct(), [good, good]),
        await resendProduct(shop, product._id, goodProduct(), [good]),
        await resendProduct(shop, product._id, goodProduct({ keepImages: "[]" })),
        await shop.call("DELETE", `/api/products/${product._id}`, { token: shop.ownerToken }),
      ];
      expect(replies.map((reply) => reply.statusCode)).toEqual([500, 500, 500, 500]);
      for (const reply of replies) expect(reply.body).not.toMatch(/no writing|insert|relation/);
    } finally {
      await mend();
    }
    expect(await shop.storedFiles()).toEqual(before);
    expect((await shop.call("GET", `/api/products/${product._id}`)).json()).toEqual(product);
  },
);

async function prepareOne({ services }: TestShop) {
  const sent = { filename: "a.jpg", bytes: good.bytes as Buffer, field: "images" };
  return (await services.images.prepareUploads([sent], "images"))[0]!;
}

test("a save that throws takes its pictures with it", async ({ shop }) => {
  const { images } = shop.services;
  const prepared = await prepareOne(shop);
  let during: string[] = [];
  const saving = images.saveWith([prepared], async () => {
    during = await shop.storedFiles();
    throw new Error("changed my mind");
  });
  await expect(saving).rejects.toThrow("changed my mind");
  expect(during).toEqual(expect.arrayContaining(imageFilesOf(prepared.path)));
  const after = await shop.storedFiles();
  for (const name of imageFilesOf(prepared.path)) expect(after).not.toContain(name);
});

test("what a crash left behind is cleared away at the next start, and nothing else", async ({ shop }) => {
  const { images } = await makeProduct(shop, {}, [good]);
  const left = "/uploads/01990000-0000-7000-8000-000000000000-10x10.png";
  await shop.db.insert(unclaimedImages).values({ path: left });
  const [whole, small] = imageFilesOf(left) as [string, string];
  for (const name of [whole, `${small}.part`]) await writeFile(path.join(shop.services.uploads, name), "half");
  expect(await shop.storedFiles()).toEqual(expect.arrayContaining([whole, `${small}.part`]));
  await shop.services.images.clearAway();
  const stored = await shop.storedFiles();
  expect(stored).toEqual(expect.arrayContaining(filesBehind(images)));
  expect(stored.filter((name) => name.startsWith("01990000"))).toEqual([]);
});

test("any number of leftovers is cleared away in one go", async ({ shop }) => {
  const paths = Array.from({ length: 250 }, (_, i) => ({ path: `/uploads/left-${i}-10x10.png` }));
  await shop.db.insert(unclaimedImages).values(paths);
  await shop.services.images.clearAway();
  await expectNothingLeftOver(shop);
  await shop.db.insert(unclaimedImages).values(paths);
  await Promise.all([shop.services.images.clearAway(), shop.services.images.clearAway()]);
});

test("pictures of a save that is under way are not cleared away", async ({ shop }) => {
  const { images, catalogue } = shop.services;
  const prepared = await prepareOne(shop);
  const template = { ...goodProduct(), description: "", subCategory: null, price: 900, offerPrice: 900, stock: 0 };
  const form = { ...template, topSelling: false, keepImages: undefined };
  const [item] = await images.saveWith([prepared], async (tx) => {
    await images.clearAway();
    expect(await shop.storedFiles()).toEqual(expect.arrayContaining(imageFilesOf(prepared.path)));
    return catalogue.products.insert(tx, [{ form, images: [prepared.path], createdAt: shop.clock.now() }]);
  });
  await images.clearAway();
  expect((await shop.call("GET", prepared.path)).statusCode).toBe(200);
  expect(item?.images).toEqual([prepared.path]);
});

test("a process that starts and clears away all that is noted does not spoil a save that was about to claim it", async () => {
  const shop = await openTestShop();
  try {
    // Clears away the first note the moment it is made, as an unlucky start would.
    await shop.db.execute(sql`create sequence starts`);
    await shop.db.execute(sql`create function clear_once() returns trigger language plpgsql as $$ begin
      if nextval('starts') = 1 then delete from unclaimed_images; end if; return null; end $$`);
    await shop.db.execute(
      sql`create trigger unlucky after insert on unclaimed_images for each statement execute function clear_once()`,
    );
    const { images } = await makeProduct(shop, {}, [good, good]);
    expect(images).toHaveLength(2);
    expect(await shop.storedFiles()).toEqual(filesBehind(images).sort());
    await expectNothingLeftOver(shop);
  } finally {
    await shop.close();
  }
});

test("a connection cut in the middle of an upload leaves nothing and the shop goes on", async () => {
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
      const taken = once(shop.app.server, "request");
      const socket = connect(port, "127.0.0.1");
      socket.write(Buffer.concat([start, body.subarray(0, body.length * part)]));
      const [request] = (await taken) as [IncomingMessage];
      socket.destroy();
      await new Promise((resolve) => request.on("close", resolve));
    }
    await expectNothingLeftOver(shop);
    expect(await shop.storedFiles()).toEqual([]);
    const { body: seen } = await shop.call("GET", "/api/products");
    expect(seen).toBe("[]");
    expect(shop.logLines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
    const { images } = await makeProduct(shop, {}, [good]);
    const served = await fetch(`http://127.0.0.1:${port}${images[0]}`);
    expect(served.status).toBe(200);
  } finally {
    await shop.close();
  }
});
