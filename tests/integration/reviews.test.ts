import { describe, expect } from "vitest";
import type { PersonalData } from "../../src/contracts/accounts/personal-data.ts";
import type { Order } from "../../src/contracts/orders/order.ts";
import type { OwnReview } from "../../src/contracts/reviews/review.ts";
import { activityOf, asOwner } from "../support/admin.ts";
import { buySession, cancel, changeSession, choose, DAY_MS, makeAvailable, slotsOf } from "../support/appointments.ts";
import { makeCustomer } from "../support/customers.ts";
import { expectRefused, makeCourse, makeProduct, problemOf } from "../support/forms.ts";
import { isFromCache, request } from "../support/http-clients.ts";
import { placeOrder, setStatus, wants } from "../support/orders.ts";
import { test } from "../support/paying-shop.ts";
import { paidOrder, refund } from "../support/refunds.ts";
import { decide, deliver, deliveredPiece, ratingOf, review, reviewsOf, sendReview } from "../support/reviews.ts";
import { makeRing } from "../support/sizes.ts";
import { issueToken, openOwnShop, openSecondShop } from "../support/test-shop.ts";
import { until } from "../support/until.ts";

type Reply = Awaited<ReturnType<typeof sendReview>>;
const codeOf = (reply: Reply) => [reply.statusCode, reply.statusCode < 300 ? "" : problemOf(reply).code];

const course = (courseId: string) => ({
  ...wants("", 0),
  items: [{ itemId: courseId, itemType: "course" as const, qty: 1 }],
  totalAmount: 500,
});

describe("who may review", () => {
  test("refuses what was not bought, not delivered, refunded or reviewed already", async ({ shop, razorpay }) => {
    const { order, buyer } = await paidOrder(shop, razorpay);
    const stranger = await makeCustomer(shop);
    expect(codeOf(await sendReview(shop, buyer, order))).toEqual([403, "not_yet"]);
    expect((await deliver(shop, order)).statusCode).toBe(200);

    expect(codeOf(await sendReview(shop, { token: "" }, order))).toEqual([401, "not_signed_in"]);
    expect(codeOf(await sendReview(shop, { token: shop.ownerToken }, order))).toEqual([403, "not_allowed"]);
    expect(codeOf(await sendReview(shop, stranger, order))).toEqual([404, "order_not_found"]);
    expect(codeOf(await sendReview(shop, buyer, order, { orderId: "x" }))).toEqual([404, "order_not_found"]);
    const other = await makeProduct(shop);
    expect(codeOf(await sendReview(shop, buyer, order, { itemId: other._id }))).toEqual([404, "line_not_found"]);
    expect(codeOf(await sendReview(shop, buyer, order, { itemType: "course" }))).toEqual([404, "line_not_found"]);
    for (const stars of ["0", "6", "4.5", ""]) expectRefused(await sendReview(shop, buyer, order, { stars }), "stars");
    expectRefused(await sendReview(shop, buyer, order, { text: "x".repeat(2_001) }), "text");
    expectRefused(await sendReview(shop, buyer, order, {}, 5), "photos");

    // Both pass the first check; the unique index decides.
    const twice = await Promise.all([sendReview(shop, buyer, order), sendReview(shop, buyer, order)]);
    expect(twice.map(codeOf).sort()).toEqual([
      [201, ""],
      [409, "already_reviewed"],
    ]);
    expect(codeOf(await sendReview(shop, buyer, order))).toEqual([409, "already_reviewed"]);

    const returned = await paidOrder(shop, razorpay);
    await deliver(shop, returned.order);
    await refund(shop, returned.order._id, { lines: [{ itemId: returned.product._id, qty: 1 }] });
    expect(codeOf(await sendReview(shop, returned.buyer, returned.order))).toEqual([403, "refunded"]);
    const cancelled = await deliveredPiece(shop);
    await setStatus(shop, shop.ownerToken, cancelled.order._id, { status: "cancelled" });
    expect(codeOf(await sendReview(shop, cancelled.buyer, cancelled.order))).toEqual([403, "refunded"]);
    const deleted = await deliveredPiece(shop);
    await asOwner(shop, "DELETE", `/api/orders/${deleted.order._id}`);
    expect(codeOf(await sendReview(shop, deleted.buyer, deleted.order))).toEqual([404, "order_not_found"]);
  });

  test("a piece of a delivered parcel can be reviewed while the rest is on its way", async ({ shop }) => {
    const [first, second] = [await makeRing(shop), await makeProduct(shop, { price: "900", stock: "5" })];
    const buyer = await makeCustomer(shop);
    const size = first.variants![0]!;
    const itemId = `${first._id}:${size._id}`;
    const price = size.offerPrice ?? size.price ?? first.offerPrice ?? first.price;
    const order = await placeOrder(shop, buyer, {
      ...wants("", 0),
      items: [itemId, second._id].map((one) => ({ itemId: one, itemType: "product" as const, qty: 1 })),
      totalAmount: price + 900,
    });
    await setStatus(shop, shop.ownerToken, order._id, { status: "paid" });
    const parcel = { courier: "Delhivery", lines: [{ itemId, qty: 1 }] };
    const sent = await asOwner(shop, "POST", `/api/orders/${order._id}/shipments`, parcel);
    expect(codeOf(await sendReview(shop, buyer, order))).toEqual([403, "not_yet"]);
    await asOwner(shop, "POST", `/api/orders/${order._id}/shipments/${sent.json()._id}/delivered`);

    await review(shop, buyer, order, { stars: "4" });
    expect(await ratingOf(shop, first._id)).toEqual({ average: 4, count: 1 });
    const page = await shop.call("GET", `/api/reviews/of-order/${order._id}`, { token: buyer.token });
    expect(page.json()).toEqual({
      orderId: order._id,
      lines: [
        expect.objectContaining({ itemId, title: order.items[0]!.title, state: "published" }),
        expect.objectContaining({ itemId: second._id, state: "not_yet", reviewId: null }),
      ],
    });
    expect(codeOf(await sendReview(shop, buyer, order, { itemId: second._id }))).toEqual([403, "not_yet"]);
    const stranger = await makeCustomer(shop);
    const foreign = await shop.call("GET", `/api/reviews/of-order/${order._id}`, { token: stranger.token });
    expect(codeOf(foreign)).toEqual([404, "order_not_found"]);
  });

  test("a course can be reviewed after its start, or a week after payment when it has none", async () => {
    const shop = await openOwnShop();
    const day = (days: number) => new Date(shop.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
    const open = await makeCourse(shop, { offerPrice: "500" });
    const dated = await makeCourse(shop, { offerPrice: "500", nextStart: day(9), startTime: "09:30" });
    const buyer = await makeCustomer(shop);
    const orders: Order[] = [];
    for (const { _id } of [open, dated]) {
      const order = await placeOrder(shop, buyer, course(_id));
      await setStatus(shop, shop.ownerToken, order._id, { status: "paid" });
      orders.push(order);
    }
    /** Logins end after a week. */
    async function statuses() {
      const token = await issueToken(shop, { id: buyer.id, role: "customer", generation: 1 });
      const replies = await Promise.all(orders.map((order) => sendReview(shop, { token }, order)));
      return replies.map(({ statusCode }) => statusCode);
    }
    shop.clock.advance(6 * DAY_MS);
    expect(await statuses()).toEqual([403, 403]);
    shop.clock.advance(1.5 * DAY_MS);
    expect(await statuses()).toEqual([201, 403]);
    shop.clock.advance(3 * DAY_MS);
    expect(await statuses()).toEqual([409, 201]);
    expect(await ratingOf(shop, dated._id, "courses")).toEqual({ average: 5, count: 1 });
  });

  test("the review of an appointment that took place belongs to its expert", async () => {
    const shop = await openOwnShop();
    const [expert, substitute] = [await makeAvailable(shop), await makeAvailable(shop)];
    const buyer = await makeCustomer(shop);
    const { orderId, appointments } = await buySession(shop, buyer, expert, 60, 2);
    const order = { _id: orderId, items: [{ itemId: `${expert._id}-audio-60`, itemType: "consultancy" as const }] };
    const send = () => sendReview(shop, buyer, order as never, { stars: "3" });
    const time = (await slotsOf(shop, expert))[0]!;
    const booked = (await choose(shop, shop.ownerToken, appointments[0]!, time)).json();
    const moved = await changeSession(shop, shop.ownerToken, booked, ["PUT", "expert"], { expertId: substitute._id });
    shop.clock.advance(Date.parse(time) - shop.clock.now().getTime() + DAY_MS / 12);
    expect(codeOf(await send())).toEqual([403, "not_yet"]);
    const done = await changeSession(shop, shop.ownerToken, moved.json(), ["PUT", "outcome"], { outcome: "done" });
    expect(done.statusCode, done.body).toBe(200);
    expect(codeOf(await send())).toEqual([201, ""]);
    expect(await ratingOf(shop, substitute._id, "experts")).toEqual({ average: 3, count: 1 });
    expect(await ratingOf(shop, expert._id, "experts")).toBeUndefined();
    expect(await reviewsOf(shop, substitute._id, "consultancy")).toMatchObject([{ stars: 3, by: "Customer" }]);

    const other = await buySession(shop, buyer, substitute);
    expect((await cancel(shop, shop.ownerToken, other.appointments[0]!)).statusCode).toBe(200);
    const itemId = `${substitute._id}-audio-60`;
    expect(codeOf(await sendReview(shop, buyer, { ...order, _id: other.orderId } as never, { itemId }))).toEqual([
      403,
      "refunded",
    ]);
  });

  test("an account can send 20 reviews an hour", async ({ shop }) => {
    const { buyer, order } = await deliveredPiece(shop);
    const wrong = () => sendReview(shop, buyer, order, { itemId: "none" });
    for (let nth = 0; nth < 20; nth++) expect((await wrong()).statusCode).toBe(404);
    expect((await wrong()).statusCode).toBe(429);
  });
});

describe("what is shown", () => {
  test("text and photos wait for the owner, who can publish, answer and reject but not edit", async ({ shop }) => {
    const { product, buyer, order } = await deliveredPiece(shop);
    const other = await deliveredPiece(shop, product);
    await review(shop, other.buyer, other.order);
    const json = { name: "Asha Devi Rao", phone: "" };
    expect((await shop.call("PUT", "/api/users/profile", { token: buyer.token, json })).statusCode).toBe(200);
    const { _id, state } = await review(shop, buyer, order, { stars: "2", text: " Pale.\r\nStill lovely. " }, 2);
    expect(state).toBe("waiting");
    expect(await ratingOf(shop, product._id)).toEqual({ average: 5, count: 1 });
    expect(await reviewsOf(shop, product._id)).toHaveLength(1);
    expect((await asOwner(shop, "GET", "/api/dashboard")).json().work.reviewsWaiting).toBeGreaterThan(0);
    const waiting = (await asOwner(shop, "GET", "/api/reviews?state=waiting")).json() as OwnReview[];
    expect(waiting.find((one) => one._id === _id)).toMatchObject({
      text: "Pale.\nStill lovely.",
      orderId: order._id,
      itemId: product._id,
      title: order.items[0]!.title,
      url: `/product/${product._id}`,
      photos: [expect.stringContaining(`/${_id}/photos/0-`), expect.stringContaining(`/${_id}/photos/1-`)],
    });
    for (const token of [undefined, buyer.token])
      expect((await shop.call("GET", "/api/reviews?state=waiting", { token })).statusCode).toBe(token ? 403 : 401);
    expectRefused(await shop.call("GET", "/api/reviews"), "itemType", "itemId");

    expectRefused(await decide(shop, _id, { state: "rejected" }), "reason");
    expect((await decide(shop, _id, { state: "published" }, buyer.token)).statusCode).toBe(403);
    const published = await decide(shop, _id, { state: "published", reply: "Thank you.", text: "Great", stars: 5 });
    expect(published.json()).toMatchObject({ state: "published", stars: 2, text: "Pale.\nStill lovely." });
    expect(await ratingOf(shop, product._id)).toEqual({ average: 3.5, count: 2 });
    expect(await reviewsOf(shop, product._id)).toMatchObject([{ _id, reply: "Thank you.", by: "Asha R." }, {}]);
    await decide(shop, _id, { state: "published", reply: "It cures diabetes." });
    const [answered, first] = await activityOf(shop, _id);
    expect(answered!.changes.publishedAnyway).toEqual([null, [expect.stringMatching(/^“cures diabetes” \(Drugs/)]]);
    expect(first!.changes).not.toHaveProperty("publishedAnyway");
    await decide(shop, _id, { state: "published", reply: "Thank you." });
    const counts = await shop.call("GET", `/api/reviews/counts?itemType=product&itemId=${product._id}`);
    expect(counts.json()).toEqual({ stars: [0, 1, 0, 0, 1] });

    // A second decision counts nothing twice and keeps the answer.
    await decide(shop, _id, { state: "published" });
    expect(await reviewsOf(shop, product._id)).toMatchObject([{ reply: "Thank you." }, {}]);
    expect(await ratingOf(shop, product._id)).toEqual({ average: 3.5, count: 2 });
    await decide(shop, _id, { state: "rejected", reason: "Another piece" });
    expect(await ratingOf(shop, product._id)).toEqual({ average: 5, count: 1 });
    const mine = await shop.call("GET", "/api/reviews/mine?limit=5", { token: buyer.token });
    expect([mine.headers["x-total-count"], mine.json()]).toEqual([
      "1",
      [expect.objectContaining({ _id, state: "rejected", reason: "Another piece" })],
    ]);
    const logged = JSON.stringify(await activityOf(shop, _id));
    expect(logged).toContain("Review of");
    expect(logged).not.toContain("Another piece");
  });

  test("only its writer withdraws a review; the rating and the photos go with it", async ({ shop }) => {
    const { product, buyer, order } = await deliveredPiece(shop);
    const stranger = await makeCustomer(shop);
    const { _id } = await review(shop, buyer, order, { stars: "1" }, 1);
    await decide(shop, _id, { state: "published" });
    const [{ photos } = { photos: [] }] = await reviewsOf(shop, product._id);
    const file = photos[0]!.replace("/uploads/", "");
    expect(await shop.storedFiles()).toContain(file);
    const withdraw = (token: string) => shop.call("DELETE", `/api/reviews/${_id}`, { token });
    expect((await withdraw(shop.ownerToken)).statusCode).toBe(404);
    expect((await withdraw(stranger.token)).statusCode).toBe(404);
    expect((await withdraw(buyer.token)).statusCode).toBe(200);
    expect((await withdraw(buyer.token)).statusCode).toBe(404);
    expect([await ratingOf(shop, product._id), await reviewsOf(shop, product._id)]).toEqual([undefined, []]);
    await shop.services.images.deleteUnclaimed();
    expect(await shop.storedFiles()).not.toContain(file);
    await review(shop, buyer, order);
    expect(await ratingOf(shop, product._id)).toEqual({ average: 5, count: 1 });
  });

  test("reviews are exported and deleted with the account, and the rating follows", async ({ shop }) => {
    const { product, buyer, order } = await deliveredPiece(shop);
    const other = await deliveredPiece(shop, product);
    await review(shop, other.buyer, other.order, { stars: "4" });
    const { _id } = await review(shop, buyer, order, { stars: "1", text: "Too small." });
    await decide(shop, _id, { state: "published" });
    const data = (await shop.call("GET", "/api/users/profile/data", { token: buyer.token })).json() as PersonalData;
    expect(data.reviews).toMatchObject([{ stars: 1, text: "Too small.", orderId: order._id }]);

    const json = { password: buyer.password };
    const erased = await shop.call("DELETE", "/api/users/profile", { token: buyer.token, json });
    expect(erased.statusCode, erased.body).toBe(200);
    expect(await reviewsOf(shop, product._id)).toMatchObject([{ stars: 4 }]);
    expect(await ratingOf(shop, product._id)).toEqual({ average: 4, count: 1 });
    expect((await sendReview(shop, buyer, order)).statusCode).toBe(401);
  });

  test("50 parallel reviews of one piece, some withdrawn and rejected, keep the average exact", async () => {
    const shop = await openOwnShop();
    const second = await openSecondShop(shop);
    const product = await makeProduct(shop, { price: "900", stock: "60" });
    const sold: Awaited<ReturnType<typeof deliveredPiece>>[] = [];
    for (let nth = 0; nth < 50; nth++) sold.push(await deliveredPiece(shop, product));
    const stars = sold.map((_, nth) => (nth % 5) + 1);
    const written = await Promise.all(
      sold.map(({ buyer, order }, nth) => review(shop, buyer, order, { stars: `${stars[nth]}` })),
    );
    expect(await ratingOf(shop, product._id)).toEqual({ average: 3, count: 50 });

    await Promise.all(
      written
        .slice(0, 14)
        .map(({ _id }, nth) =>
          nth % 2
            ? second.services.reviews.withdraw(_id, sold[nth]!.buyer.id)
            : decide(shop, _id, { state: "rejected", reason: "A test" }),
        ),
    );
    const left = stars.slice(14);
    const average = Math.round((100 * left.reduce((sum, one) => sum + one, 0)) / left.length) / 100;
    expect(await ratingOf(shop, product._id)).toEqual({ average, count: 36 });
  });

  test("cached JSON of every process shows a new review within a second", async () => {
    const shop = await openOwnShop();
    const second = await openSecondShop(shop);
    const { product, buyer, order } = await deliveredPiece(shop);
    const origins = await Promise.all([shop, second].map(({ app }) => app.listen({ port: 0, host: "127.0.0.1" })));
    const query = `itemType=product&itemId=${product._id}`;
    const paths = [`/products/${product._id}`, "/products", `/reviews?${query}`, `/reviews/counts?${query}`];
    const urls = origins.flatMap((origin) => paths.map((path) => `${origin}/api${path}`));
    const cached = (url: string) => until(async () => (isFromCache(await request(url)) ? request(url) : undefined));
    const before = await Promise.all(urls.map(cached));
    await review(shop, buyer, order);
    await Promise.all(
      urls.map((url, nth) =>
        until(async () => (await request(url)).body.toString() !== before[nth]!.body.toString(), 1_000),
      ),
    );
    const [shown] = await reviewsOf(shop, product._id);
    expect((await cached(urls[6]!)).body.toString()).toContain(shown!._id);
  });
});
