import { beforeAll, expect, onTestFinished } from "vitest";
import { filesOfImage } from "../../src/contracts/catalogue/image-rules.ts";
import { type FakeS3, startFakeS3 } from "../support/fake-s3.ts";
import { goodProduct, makeProduct, resendProduct, sendProduct } from "../support/forms.ts";
import { inspectImage, picture } from "../support/pictures.ts";
import { decide, deliveredPiece, review, reviewsOf } from "../support/reviews.ts";
import { test as base, openTestShop, type TestShop } from "../support/test-shop.ts";

const test = base.extend<{ $file: { s3: FakeS3; shop: TestShop } }>({
  s3: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads which fixtures are wanted from the pattern.
    async ({}, use) => {
      const s3 = await startFakeS3();
      await use(s3);
      await s3.stop();
    },
    { scope: "file" },
  ],
  shop: [
    async ({ s3 }, use) => {
      const shop = await openTestShop(s3.settings);
      await use(shop);
      await shop.close();
    },
    { scope: "file" },
  ],
});

let png: Buffer;
beforeAll(async () => {
  png = await picture();
});

const withPicture = (shop: TestShop) => makeProduct(shop, {}, [{ bytes: png, name: "stone.png" }]);

test("stores pictures in the bucket, serves them and deletes them with their product", async ({ shop, s3 }) => {
  const product = await withPicture(shop);
  const [image] = product.images;
  expect([...s3.objects.keys()]).toEqual(expect.arrayContaining(filesOfImage(image!)));
  for (const name of filesOfImage(image!)) {
    const reply = await shop.call("GET", `/uploads/${name}`);
    expect(reply.statusCode).toBe(200);
    expect(reply.rawPayload.equals(s3.objects.get(name)!)).toBe(true);
    expect(reply.headers).toMatchObject({
      "content-type": name.endsWith("webp") ? "image/webp" : "image/png",
      "content-length": `${s3.objects.get(name)!.length}`,
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    });
    const again = await shop.call("GET", `/uploads/${name}`, { headers: { "if-none-match": `${reply.headers.etag}` } });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
  }
  expect((await shop.call("HEAD", image!)).statusCode).toBe(200);
  const preview = await shop.call("GET", `/og/products/${product._id}.jpg`);
  expect((await inspectImage(preview.rawPayload, [0.1, 0.5])).colour).toBe("red");
  await shop.call("DELETE", `/api/products/${product._id}`, { token: shop.ownerToken });
  for (const name of filesOfImage(image!)) expect(s3.objects.has(name)).toBe(false);
  expect((await shop.call("GET", image!)).statusCode).toBe(404);
  expect(s3.refused).toEqual([]);
});

test("no transaction waits for the bucket, and a save that fails leaves nothing there", async ({ shop, s3 }) => {
  const waiting: number[] = [];
  s3.duringPut(async () => {
    const { rows } = await shop.db.execute<{ count: number }>(
      "select count(*)::int as count from pg_stat_activity where datname = current_database() and state like 'idle in%'",
    );
    waiting.push(rows[0]!.count);
  });
  onTestFinished(() => s3.duringPut(async () => {}));
  const before = s3.objects.size;
  const product = await withPicture(shop);
  const files = [{ bytes: png, name: "stone.png" }];
  expect(waiting.length).toBeGreaterThan(1);
  expect(Math.max(...waiting)).toBe(0);
  expect(s3.objects.size).toBe(before + waiting.length);
  const outdated = await resendProduct(shop, product._id, goodProduct({ version: "7" }), files);
  expect(outdated.statusCode).toBe(409);
  expect(s3.objects.size).toBe(before + filesOfImage(product.images[0]!).length);
});

test("requests no invalid names from the bucket", async ({ shop }) => {
  for (const path of ["/uploads/..%2Fsecret.png", "/uploads/page.html", "/uploads/a%00.png", "/uploads/nothing.png"]) {
    expect((await shop.call("GET", path)).statusCode, path).toBe(404);
  }
});

test("retries transient failures and saves nothing when they last", async ({ shop, s3 }) => {
  s3.failNext(2);
  const { images } = await withPicture(shop);
  expect(s3.objects.has(filesOfImage(images[0]!)[0]!)).toBe(true);

  const before = s3.objects.size;
  s3.failNext(3);
  const reply = await sendProduct(shop, goodProduct(), [{ bytes: png, name: "stone.png" }]);
  expect(reply.statusCode).toBe(500);
  expect(reply.body).not.toMatch(/S3|bucket|127\.0\.0\.1/);
  expect(s3.objects.size).toBe(before);
});

test("fails with a wrong secret and logs neither secret nor key", async ({ s3 }) => {
  const shop = await openTestShop({ ...s3.settings, S3_SECRET_KEY: "another secret" });
  onTestFinished(shop.close);
  const reply = await sendProduct(shop, goodProduct(), [{ bytes: png, name: "stone.png" }]);
  expect(reply.statusCode).toBe(500);
  expect(s3.refused).toContain("a wrong signature");
  expect(shop.logLines.join("")).toContain("the file store refused with status 403");
  expect(shop.logLines.join("")).not.toMatch(/another secret|AKIATEST/);
});

test("a bucket that is public by mistake shows no photo of a review that waits or was rejected", async ({
  shop,
  s3,
}) => {
  const before = new Set(s3.objects.keys());
  const { product, buyer, order } = await deliveredPiece(shop);
  const { _id } = await review(shop, buyer, order, { text: "Deep colour." }, 1);
  const added = () => [...s3.objects.keys()].filter((name) => !before.has(name));
  const mine = await shop.call("GET", "/api/reviews/mine", { token: buyer.token });
  const [signed] = mine.json()[0].photos as [string];
  expect(added().length).toBeGreaterThan(1);
  for (const name of added()) {
    expect(mine.body).not.toContain(name.slice(0, 20));
    expect((await shop.call("GET", `/uploads/${name}`)).statusCode).toBe(404);
  }
  expect((await shop.call("GET", signed)).rawPayload.length).toBeGreaterThan(0);

  await decide(shop, _id, { state: "published" });
  const [{ photos } = { photos: [] }] = await reviewsOf(shop, product._id);
  const photo = photos[0]!;
  const shown = await shop.call("GET", photo);
  expect([shown.statusCode, shown.headers["cache-control"]]).toEqual([200, "public, no-cache"]);
  const again = { headers: { "if-none-match": `${shown.headers.etag}` } };
  expect((await shop.call("GET", photo, again)).statusCode).toBe(304);

  await decide(shop, _id, { state: "rejected", reason: "Another piece" });
  expect((await shop.call("GET", photo, again)).statusCode).toBe(404);
  expect(added().filter((name) => photo.includes(name.slice(0, 20)))).toEqual([]);
});
