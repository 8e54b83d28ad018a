import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { filesOfImage, webpCopyOf } from "../../src/contracts/catalogue/image-rules.ts";
import type { OwnReview } from "../../src/contracts/reviews/review.ts";
import { unclaimedImages } from "../../src/server/images/unclaimed-image-table.ts";
import { asOwner } from "../support/admin.ts";
import { makeCustomer } from "../support/customers.ts";
import { problemOf } from "../support/forms.ts";
import { placeOrder, wants } from "../support/orders.ts";
import { inspectImage } from "../support/pictures.ts";
import { decide, deliver, deliveredPiece, ratingOf, review, reviewsOf, sendReview } from "../support/reviews.ts";
import { makeRing } from "../support/sizes.ts";
import { migrations } from "../support/test-postgres.ts";
import { openOwnShop, openSecondShop, type TestShop, test } from "../support/test-shop.ts";
import { until } from "../support/until.ts";

const SIZES = ["10", "11", "12", "13", "14", "15", "16", "17", "18", "19"];

/** One delivered order with ten sizes of a ring. */
async function tenSizes(shop: TestShop) {
  const ring = await makeRing(
    shop,
    SIZES.map((name) => ({ name, stock: 9 })),
  );
  const buyer = await makeCustomer(shop);
  const items = SIZES.map((name) => ({ itemId: ring.idOf(name), itemType: "product" as const, qty: 1 }));
  const order = await placeOrder(shop, buyer, { ...wants("", 0), items, totalAmount: 9_000 });
  await deliver(shop, order);
  return { ring, buyer, order, items };
}

const ofState = async (shop: TestShop, state: string) =>
  (await asOwner(shop, "GET", `/api/reviews?state=${state}&limit=100`)).json() as OwnReview[];
const mineOf = async (shop: TestShop, token: string) =>
  (await shop.call("GET", "/api/reviews/mine", { token })).json() as OwnReview[];
const codeOf = (reply: { statusCode: number; json(): unknown }) => [reply.statusCode, problemOf(reply).code];

describe("one rating of a buyer for an item", () => {
  test("ten lines of one product give one rating, the newest; the earlier ones stay with the owner", async ({
    shop,
  }) => {
    const { ring, buyer, order, items } = await tenSizes(shop);
    for (const [nth, { itemId }] of items.entries())
      await review(shop, buyer, order, { itemId, stars: nth === 9 ? "2" : "5" });
    expect(await ratingOf(shop, ring._id)).toEqual({ average: 2, count: 1 });
    expect(await reviewsOf(shop, ring._id)).toMatchObject([{ stars: 2 }]);
    const counts = await shop.call("GET", `/api/reviews/counts?itemType=product&itemId=${ring._id}`);
    expect(counts.json()).toEqual({ stars: [0, 1, 0, 0, 0] });
    const isOfOrder = ({ orderId }: OwnReview) => orderId === order._id;
    expect((await ofState(shop, "replaced")).filter(isOfOrder)).toHaveLength(9);
    expect(codeOf(await sendReview(shop, buyer, order, { itemId: items[0]!.itemId }))).toEqual([
      409,
      "already_reviewed",
    ]);

    // Another order of the same item, by the same buyer and by another one.
    const price = ring.offerPrice ?? ring.price;
    const again = await placeOrder(shop, buyer, wants(items[0]!.itemId, price));
    await deliver(shop, again);
    await review(shop, buyer, again, { stars: "3" });
    const other = await makeCustomer(shop);
    const theirs = await placeOrder(shop, other, wants(items[0]!.itemId, price));
    await deliver(shop, theirs);
    await review(shop, other, theirs, { stars: "5" });
    expect(await ratingOf(shop, ring._id)).toEqual({ average: 4, count: 2 });
  });

  test("a text replaces the earlier rating once it is published; an older one cannot come back", async ({ shop }) => {
    const { product, buyer, order } = await deliveredPiece(shop);
    const second = (await deliveredPiece(shop, product, buyer)).order;
    const third = (await deliveredPiece(shop, product, buyer)).order;
    const first = await review(shop, buyer, order, { stars: "5", text: "Lovely." });
    const newer = await review(shop, buyer, second, { stars: "1", text: "It broke." });
    await decide(shop, first._id, { state: "published" });
    expect(await ratingOf(shop, product._id)).toEqual({ average: 5, count: 1 });
    await decide(shop, newer._id, { state: "published" });
    expect(await reviewsOf(shop, product._id)).toMatchObject([{ text: "It broke." }]);
    expect(await ratingOf(shop, product._id)).toEqual({ average: 1, count: 1 });
    for (const state of ["published", "rejected"])
      expect(codeOf(await decide(shop, first._id, { state, reason: "Old" }))).toEqual([409, "replaced"]);

    // Stars alone also replace a text that still waits.
    const page = (id: string) => shop.call("GET", `/api/reviews/of-order/${id}`, { token: buyer.token });
    expect((await page(order._id)).json().lines).toMatchObject([{ state: "replaced" }]);
    await shop.call("DELETE", `/api/reviews/${newer._id}`, { token: buyer.token });
    expect(await ratingOf(shop, product._id), "withdrawn: nothing comes back by itself").toBeUndefined();
    const waiting = await review(shop, buyer, second, { stars: "4", text: "Repaired." });
    await review(shop, buyer, third, { stars: "3" });
    expect(codeOf(await decide(shop, waiting._id, { state: "published" }))).toEqual([409, "replaced"]);
    expect(await ratingOf(shop, product._id)).toEqual({ average: 3, count: 1 });
  });

  test("an older rejected one is not published beside a newer one", async ({ shop }) => {
    const { product, buyer, order } = await deliveredPiece(shop);
    const { _id } = await review(shop, buyer, order, { stars: "1", text: "Bad words" });
    await decide(shop, _id, { state: "rejected", reason: "Its words" });
    const { order: second } = await deliveredPiece(shop, product, buyer);
    await review(shop, buyer, second, { stars: "4" });
    expect(codeOf(await decide(shop, _id, { state: "published" }))).toEqual([409, "replaced"]);
    expect(await mineOf(shop, buyer.token)).toMatchObject([{ state: "published" }, { state: "rejected" }]);
    expect(await ratingOf(shop, product._id)).toEqual({ average: 4, count: 1 });
  });

  test("parallel reviews of ten lines in two processes, with the owner's decisions, leave one rating", async ({
    shop,
  }) => {
    const second = await openSecondShop(shop);
    const { ring, buyer, order, items } = await tenSizes(shop);
    const early = await review(shop, buyer, order, { itemId: items[0]!.itemId, stars: "5", text: "Early." });
    await decide(shop, early._id, { state: "rejected", reason: "A test" });
    const sent = items.slice(1).map(async ({ itemId }, nth) => {
      const services = nth % 2 ? second.services : shop.services;
      const form = { orderId: order._id, itemId, itemType: "product" as const, stars: (nth % 5) + 1, text: "" };
      return services.reviews.create(buyer.id, form, []);
    });
    const decisions = [1, 2, 3].map(() => decide(shop, early._id, { state: "published" }));
    await Promise.all(sent);
    for (const reply of await Promise.all(decisions)) expect([200, 409]).toContain(reply.statusCode);
    const [shown, ...more] = await reviewsOf(shop, ring._id);
    expect(more).toEqual([]);
    expect(await ratingOf(shop, ring._id)).toEqual({ average: shown!.stars, count: 1 });
  });

  test("of the published doubles of an older version the newest stays, and the rating follows", async () => {
    const shop = await openOwnShop();
    const { product, buyer, order } = await deliveredPiece(shop);
    const { order: second } = await deliveredPiece(shop, product, buyer);
    const { order: third } = await deliveredPiece(shop, product, buyer);
    const other = await deliveredPiece(shop, product);
    await review(shop, other.buyer, other.order, { stars: "5" });
    for (const [nth, one] of [order, second, third].entries()) {
      await review(shop, buyer, one, { stars: `${nth + 1}` });
      shop.clock.advance(1_000);
    }
    await shop.db.execute("drop index reviews_published_once");
    await shop.db.execute("update reviews set state = 'published'");
    await shop.db.execute("update products set rating_sum = 11, rating_count = 4");
    const [file] = globSync(path.join(migrations, "*_one-rating-of-a-buyer.sql"));
    for (const statement of readFileSync(file!, "utf8").split("--> statement-breakpoint"))
      await shop.db.execute(sql.raw(statement));
    expect((await reviewsOf(shop, product._id)).map(({ stars }) => stars)).toEqual([3, 5]);
    expect(await ratingOf(shop, product._id)).toEqual({ average: 4, count: 2 });
    expect(await ofState(shop, "replaced")).toHaveLength(2);
  });
});

const statusOf = async (shop: TestShop, url: string, token?: string) =>
  (await shop.call("GET", url, { token })).statusCode;
/** As it is stored, which no reply tells. */
async function storedPath(shop: TestShop, id: string) {
  const { rows } = await shop.db.execute<{ path: string }>(sql`select images[1] as path from reviews where id = ${id}`);
  return rows[0]!.path;
}

describe("photos", () => {
  test("are public while their review is published; its writer and the owner see others at addresses that end", async ({
    shop,
  }) => {
    const { product, buyer, order } = await deliveredPiece(shop);
    const stranger = await makeCustomer(shop);
    const { _id } = await review(shop, buyer, order, { text: "Deep colour." }, 2);
    const waiting = (await ofState(shop, "waiting")).find((one) => one._id === _id)!;
    const [mine] = await mineOf(shop, buyer.token);
    expect(mine!.photos).toEqual(waiting.photos);
    const [signed, otherPhoto] = waiting.photos as [string, string];
    const stored = await storedPath(shop, _id);
    expect(JSON.stringify([waiting, mine])).not.toContain(stored.slice("/uploads/".length).replace(/-\d+x.*$/, ""));
    for (const token of [undefined, stranger.token, buyer.token, shop.ownerToken])
      for (const file of filesOfImage(stored)) expect(await statusOf(shop, `/uploads/${file}`, token)).toBe(404);
    expect(await statusOf(shop, stored.replace("hidden", "%68idden"))).toBe(404);

    const reply = await shop.call("GET", signed);
    expect([reply.statusCode, reply.headers["cache-control"], reply.headers["content-type"]]).toEqual([
      200,
      "private, no-store",
      "image/png",
    ]);
    expect(reply.headers["content-security-policy"]).toContain("sandbox");
    expect((await inspectImage((await shop.call("GET", webpCopyOf(signed, 400))).rawPayload)).format).toBe("webp");
    const later = signed.replace(/\/(\d)-(\d+)-/, (_, nth, end) => `/${nth}-${Number(end) + 3600}-`);
    const nextPhoto = signed.replace("/photos/0-", "/photos/1-");
    const foreign = signed.replace(
      _id,
      (await review(shop, stranger, (await deliveredPiece(shop, product, stranger)).order))._id,
    );
    for (const wrong of [
      later,
      nextPhoto,
      foreign,
      `${signed}.webp`,
      signed.replace(/-\d+x\d+/, "-1x1"),
      signed.replace(/.{30}$/, ""),
    ])
      expect(await statusOf(shop, wrong), wrong).toBe(404);
    expect(await statusOf(shop, otherPhoto)).toBe(200);
    shop.clock.advance(31 * 60_000);
    expect(await statusOf(shop, signed)).toBe(404);

    await decide(shop, _id, { state: "published" });
    const photo = (await reviewsOf(shop, product._id)).find((one) => one._id === _id)!.photos[0]!;
    const published = await shop.call("GET", photo);
    expect([published.statusCode, published.headers["cache-control"]]).toEqual([200, "public, no-cache"]);
    const headers = { "if-none-match": `${published.headers.etag}` };
    expect((await shop.call("GET", photo, { headers })).statusCode).toBe(304);
    expect(await statusOf(shop, stored)).toBe(404);

    const rejected = await decide(shop, _id, { state: "rejected", reason: "Another piece" });
    for (const file of filesOfImage(photo)) expect(await statusOf(shop, `/uploads/${file}`)).toBe(404);
    expect((await shop.call("GET", photo, { headers })).statusCode, "a copy of a CDN ends, too").toBe(404);
    expect(await statusOf(shop, rejected.json().photos[0])).toBe(200);
    expect(await shop.storedFiles()).not.toContain(photo.slice("/uploads/".length));
    expect(await shop.db.$count(unclaimedImages)).toBe(0);
  });

  test("vanish at once with the review, its account, and when a newer review replaces theirs", async ({ shop }) => {
    async function published(product?: { _id: string }) {
      const sold = await deliveredPiece(shop, product);
      const { _id } = await review(shop, sold.buyer, sold.order, {}, 1);
      const photo = (await decide(shop, _id, { state: "published" })).json().photos[0] as string;
      expect(await statusOf(shop, photo)).toBe(200);
      return { ...sold, _id, photo };
    }
    const withdrawn = await published();
    await shop.call("DELETE", `/api/reviews/${withdrawn._id}`, { token: withdrawn.buyer.token });
    expect(await statusOf(shop, withdrawn.photo)).toBe(404);

    const replaced = await published();
    const { order } = await deliveredPiece(shop, replaced.product, replaced.buyer);
    await review(shop, replaced.buyer, order, { stars: "4" });
    expect(await statusOf(shop, replaced.photo)).toBe(404);
    const history = (await ofState(shop, "replaced")).find(({ _id }) => _id === replaced._id)!;
    expect(await statusOf(shop, history.photos[0]!)).toBe(200);

    const erased = await published();
    const json = { password: erased.buyer.password };
    expect((await shop.call("DELETE", "/api/users/profile", { token: erased.buyer.token, json })).statusCode).toBe(200);
    await until(async () => (await statusOf(shop, erased.photo)) === 404);
  });

  test("of an older version that were not published get another name; one without its file holds up no other", async ({
    shop,
  }) => {
    const written = [];
    for (const _ of [1, 2]) {
      const { buyer, order } = await deliveredPiece(shop);
      const { _id } = await review(shop, buyer, order, { text: "Deep colour." }, 1);
      await decide(shop, _id, { state: "published" });
      written.push({ _id, buyer, path: await storedPath(shop, _id) });
    }
    const [lost, kept] = written as [(typeof written)[0], (typeof written)[0]];
    for (const file of filesOfImage(lost.path)) await shop.services.files.remove(file);
    // As the older version left them.
    await shop.db.execute(sql`update reviews set state = 'waiting' where id in (${lost._id}, ${kept._id})`);
    expect(await statusOf(shop, kept.path)).toBe(200);
    await shop.services.reviews.placePhotos();
    expect(await statusOf(shop, kept.path)).toBe(404);
    expect(await statusOf(shop, (await mineOf(shop, kept.buyer.token))[0]!.photos[0]!)).toBe(200);
    expect(shop.logLines.join("")).toContain("photos of a review could not be moved");
    expect(await storedPath(shop, lost._id)).toBe(lost.path);
  });

  test("that could not be moved are not shown before they are", async ({ shop }) => {
    const { buyer, order, product } = await deliveredPiece(shop);
    const { _id } = await review(shop, buyer, order, { text: "Deep colour." }, 1);
    await shop.db.execute(sql`update reviews set state = 'published' where id = ${_id}`);
    expect(await reviewsOf(shop, product._id)).toMatchObject([{ photos: [] }]);
    await shop.services.reviews.placePhotos();
    const [shown] = await reviewsOf(shop, product._id);
    expect(await statusOf(shop, shown!.photos[0]!)).toBe(200);
  });
});
