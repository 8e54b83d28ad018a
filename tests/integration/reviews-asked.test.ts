import { expect, test } from "vitest";
import { DAY_MS } from "../support/appointments.ts";
import { makeCustomer } from "../support/customers.ts";
import { makeCourse, makeProduct } from "../support/forms.ts";
import { mailsTo } from "../support/mails.ts";
import { type Customer, placeOrder, SHIPPING, setStatus, wants } from "../support/orders.ts";
import { decide, deliver, review } from "../support/reviews.ts";
import { publishSettings } from "../support/settings.ts";
import { issueToken, openOwnShop, openSecondShop, type TestShop } from "../support/test-shop.ts";

async function buy(shop: TestShop, buyer: Customer, courseId?: string) {
  const { _id } = await makeProduct(shop, { price: "900", stock: "5" });
  const course = courseId ? [{ itemId: courseId, itemType: "course" as const, qty: 1 }] : [];
  const { items, ...form } = wants(_id, 900);
  const order = await placeOrder(shop, buyer, {
    ...form,
    items: [...items, ...course],
    totalAmount: courseId ? 1400 : 900,
    shipping: { ...SHIPPING, email: buyer.email },
  });
  await setStatus(shop, shop.ownerToken, order._id, { status: "paid" });
  return order;
}

const subjectsTo = async (shop: TestShop, { email }: Customer) =>
  (await mailsTo(shop, email))
    .map(({ headers }) => headers.subject!)
    .filter((subject) => /review|like it/i.test(subject));

test("asks the buyer of an order once, some days after all of it can be reviewed", async () => {
  const shop = await openOwnShop();
  const second = await openSecondShop(shop);
  const ask = () => Promise.all([shop.services.reviews.ask(), second.services.reviews.ask()]);
  const [asha, meera] = [await makeCustomer(shop), await makeCustomer(shop)];
  const course = await makeCourse(shop, { offerPrice: "500" });
  const order = await buy(shop, asha);
  const mixed = await buy(shop, meera, course._id);
  await ask();
  for (const one of [order, mixed]) expect((await deliver(shop, one)).statusCode).toBe(200);
  await ask();
  shop.clock.advance(2.9 * DAY_MS);
  await ask();
  expect(await subjectsTo(shop, asha)).toEqual([]);

  shop.clock.advance(0.2 * DAY_MS);
  await ask();
  await ask();
  expect(await subjectsTo(shop, asha)).toEqual([`How do you like it? Order ${order._id.slice(-6)}`]);
  expect(await subjectsTo(shop, meera), "the course counts a week after payment").toEqual([]);
  shop.clock.advance(7 * DAY_MS);
  await ask();
  expect(await subjectsTo(shop, meera)).toHaveLength(1);
  shop.clock.advance(40 * DAY_MS);
  await shop.services.jobs.deleteEnded();
  await ask();
  expect(await subjectsTo(shop, asha)).toHaveLength(1);

  const mail = (await mailsTo(shop, asha.email)).find(({ headers }) => headers.subject?.startsWith("How do"))!;
  expect(mail.headers["list-unsubscribe"]).toBeDefined();
  const token = /\/review\/([\w-]+)/.exec(mail.text)![1]!;
  const page = await shop.call("GET", `/api/reviews/page/${token}`);
  expect(page.json()).toEqual({
    orderId: order._id,
    lines: [
      {
        itemId: order.items[0]!.itemId,
        itemType: "product",
        title: order.items[0]!.title,
        image: null,
        state: "ready",
        reviewId: null,
      },
    ],
  });
  expect(page.body).not.toMatch(/Meera|example\.com|9000000001|Tara/);
  const wrong = await shop.call("GET", `/api/reviews/page/${token.replace(/.$/, token.endsWith("A") ? "B" : "A")}`);
  expect(wrong.statusCode).toBe(404);
});

test("does not ask about old or reviewed orders, when asking is off, or who unsubscribed", async () => {
  const opened = await openOwnShop();
  const { reviews, notifications } = opened.services;
  let shop: TestShop = opened;
  /** Logins end after a week. */
  const renew = async ({ id }: Customer) => ({
    token: await issueToken(opened, { id, role: "customer" as const, generation: 1 }),
  });
  const buyers = await Promise.all([1, 2, 3].map(() => makeCustomer(shop)));
  const [old, reviewed, gone] = buyers as [Customer, Customer, Customer];
  await deliver(shop, await buy(shop, old));
  await publishSettings(shop, "reviews", { isAsked: false });
  shop.clock.advance(10 * DAY_MS);
  await reviews.ask();
  expect(await subjectsTo(shop, old)).toEqual([]);
  shop.clock.advance(24 * DAY_MS);
  shop = { ...opened, ownerToken: await opened.logIn() };
  await publishSettings(shop, "reviews", { isAsked: true });

  Object.assign(reviewed, await renew(reviewed));
  Object.assign(gone, await renew(gone));
  const order = await buy(shop, reviewed);
  await deliver(shop, order);
  const { _id } = await review(shop, reviewed, order, { text: "Lovely." });
  const left = await buy(shop, gone);
  await deliver(shop, left);
  shop.clock.advance(4 * DAY_MS);
  await reviews.ask();
  for (const buyer of [old, reviewed]) expect(await subjectsTo(shop, buyer)).toEqual([]);
  expect(await subjectsTo(shop, gone)).toHaveLength(1);

  // The writer hears of a rejection and of an answer, each once.
  for (const reason of ["Not about the piece", "Not about this piece"])
    await decide(shop, _id, { state: "rejected", reason });
  expect(await subjectsTo(shop, reviewed)).toEqual(["Your review is not shown"]);
  for (const reply of ["Thank you!", "Thank you very much!"]) await decide(shop, _id, { state: "published", reply });
  expect((await subjectsTo(shop, reviewed)).toSorted()).toEqual([
    "An answer to your review",
    "Your review is not shown",
  ]);
  const texts = (await mailsTo(shop, reviewed.email)).map(({ text }) => text).join();
  expect(texts).toContain("Not about this piece");

  const [mail] = (await mailsTo(shop, gone.email)).filter(({ headers }) => headers["list-unsubscribe"]);
  const url = new URL(/<(.+)>/.exec(mail!.headers["list-unsubscribe"]!)![1]!);
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  await shop.app.inject({ method: "POST", url: url.pathname, headers, payload: "List-Unsubscribe=One-Click" });
  const written = await review(shop, gone, left, { text: "Lovely." });
  await decide(shop, written._id, { state: "published", reply: "Thank you!" });
  await notifications.deliverDue();
  expect(await subjectsTo(shop, gone)).toHaveLength(1);
});
