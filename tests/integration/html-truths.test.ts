import { expect } from "vitest";
import { makeProduct } from "../support/forms.ts";
import { readPage } from "../support/html.ts";
import { publishSettings } from "../support/settings.ts";
import { test } from "../support/test-shop.ts";

const TERMS = "/terms_and_conditions";

test("what delivery costs is what the shop charges, beside every piece and in the terms", async ({ shop, url }) => {
  const { _id } = await makeProduct(shop);
  const texts = async () => [(await readPage(`${url}/product/${_id}`)).text, (await readPage(url + TERMS)).text];
  for (const text of await texts()) expect(text).toContain("The price includes delivery.");
  // As shops have stored it that saved their name before.
  await publishSettings(shop, "business", { deliveryNote: "Delivered within India; the price includes it." });
  const charge = { isCharged: true, flat: 60, freeAbove: 999, slabs: [], defaultWeightGrams: 250, pinPrices: [] };
  expect((await publishSettings(shop, "delivery", { charge })).statusCode).toBe(200);
  for (const text of await texts()) {
    expect(text).toContain("Delivery costs ₹60, and nothing from ₹999 on.");
    expect(text).not.toMatch(/includes (it|delivery)|Nothing is added/);
  }
});

test("“No refund” stands beside what is put right, in the shop's own words everywhere", async ({ shop, url }) => {
  const { _id } = await makeProduct(shop);
  const notices = (await readPage(`${url}/product/${_id}`)).text;
  expect(notices).toContain("No refund");
  expect(notices).toContain(
    "These are about a change of mind: if something is wrong with what you get, we put it right.",
  );
  expect((await readPage(url + TERMS)).text).toContain("tell us within 48 hours with a photo");
  expect((await readPage(url + TERMS)).text).not.toContain("soon after it arrives");
  await publishSettings(shop, "business", { damageNote: "Tell us within a week: we replace it." });
  expect((await readPage(url + TERMS)).text).toContain("Tell us within a week: we replace it. Please send");
  await publishSettings(shop, "business", { damageNote: "" });
  expect((await readPage(url + TERMS)).text).toContain("soon after it arrives");
});

test("the terms of sessions say who chooses the time, how one moves and cancels it, and what is refunded", async ({
  shop,
  url,
}) => {
  const { text } = await readPage(url + TERMS);
  expect(text).toContain("You choose the day and hour when you book or after the payment.");
  expect(text).toContain("You get it by mail before the hour");
  expect(text).not.toContain("After payment we agree on a day");
  expect(text).toContain("move a booked session twice and cancel it until 24 hours before it begins");
  expect(text).toContain("we return what you paid for it");
  await publishSettings(shop, "appointments", { maxMoves: 0, freeChangeHours: 48, isRefunded: false });
  const strict = (await readPage(url + TERMS)).text;
  expect(strict).toContain("cancel a booked session until 48 hours before it begins");
  expect(strict).toContain("we get in touch with you about what you paid for it");
  expect(strict).not.toMatch(/24 hours|we return what you paid for it/);
});

test("the sentences under the claims do not promise more than the shop keeps", async ({ url }) => {
  const { text, html } = await readPage(`${url}/`);
  // The claims are the specification's.
  for (const claim of ["17 years of notes", "24/7 support", "Trusted by 1000+ clients"]) expect(text).toContain(claim);
  expect(text).toMatch(/24\/7 support Write at any hour\. A person .+ answers in our working hours\./);
  expect(text).toMatch(/Learn at your pace Classes have fixed days;/);
  expect(text).toMatch(/Plain prices .+ your cart shows the whole total before you pay/);
  expect(html).not.toMatch(/at your own pace|What you see is what you pay/);
  // The link that is promised for video is what the shop does.
  expect(text).toContain("We send a link before the hour");
});
