import { expect } from "vitest";
import { defaultSettings } from "../../site.config.ts";
import { createKeyedHash } from "../../src/server/platform/keyed-hash.ts";
import { createSignedIds } from "../../src/server/platform/signed-ids.ts";
import { makeCustomer } from "../support/customers.ts";
import { makeExpert } from "../support/forms.ts";
import { readPage } from "../support/html.ts";
import { request } from "../support/http-clients.ts";
import { deliveredPiece } from "../support/reviews.ts";
import { test } from "../support/test-shop.ts";

const { founder } = defaultSettings.business;

test("/home and unknown paths redirect to home", async ({ url }) => {
  for (const path of [
    "/home",
    "/no-such-page",
    "/no/such/page",
    "/products/a/b/c",
    "/product",
    "/%E0%A4%A",
    "/%0Ano-such-page",
    "/admin/nope",
    "/admin/nope/x",
    "/admin/products/nope/x",
  ]) {
    const { status, headers } = await request(url + path);
    expect([path, status, headers.location]).toEqual([path, 302, "/"]);
  }
});

test("the HTML of a page is the same for every session", async ({ shop, url }) => {
  const { token } = await makeCustomer(shop);
  const withoutNonces = (html: string) => html.replace(/nonce="[^"]*"|"nonce":"[^"]*"/g, "");
  const htmlOf = async (path: string, headers = {}) =>
    withoutNonces((await request(url + path, headers)).body.toString("utf8"));
  for (const path of ["/", "/profile", "/checkout", "/admin/orders"])
    expect(await htmlOf(path, { authorization: `Bearer ${token}` })).toBe(await htmlOf(path));
});

test("without live keys the content security policy of pages does not allow the provider", async ({ url }) => {
  for (const path of ["/", "/checkout", "/profile"]) {
    const policy = (await request(url + path)).headers["content-security-policy"];
    expect(policy).toContain("script-src");
    expect(policy).not.toMatch(/razorpay|unsafe/);
  }
});

test("terms and privacy policy are complete without scripts", async ({ url }) => {
  for (const [path, name] of [
    ["/terms_and_conditions", "Terms and Conditions"],
    ["/privacy_policy", "Privacy Policy"],
  ] as const) {
    const { title, text } = await readPage(url + path);
    expect(title).toBe(name);
    expect(text).toContain("Grievances");
    expect(text).toContain("48 hours");
  }
});

test("without scripts an expert's page shows what 30, 60 and 90 minutes cost, and the founder is first in the list", async ({
  shop,
  url,
}) => {
  await makeExpert(shop, { name: founder });
  const expert = await makeExpert(shop, { price: "40", videoPrice: "50" });
  const { text, main } = await readPage(`${url}/experts/${expert._id}`);
  expect(text).toMatch(
    /Duration Audio Video 30 minutes ₹1,200 ₹1,500 60 minutes ₹2,400 ₹3,000 90 minutes ₹3,600 ₹4,500/,
  );
  expect(main).toMatch(/<a [^>]*href="[^"]*#booking"[^>]*>Book Now</);
  expect(main).not.toMatch(/<button[^>]*>[^<]*(Audio|Video)/);
  expect((await readPage(`${url}/experts`)).articles[0]).toContain(founder);
});

test("the link of the mail that asks for a review opens without a login; a wrong one says that there is no such order", async ({
  shop,
  url,
}) => {
  const { order } = await deliveredPiece(shop);
  const token = createSignedIds(createKeyedHash(shop.config.jwtSecret!), "review").sign(order._id);
  expect((await readPage(`${url}/review/${token}`)).text).toContain("Log in to write a review");
  expect((await readPage(`${url}/review/wrong`)).text).toContain("There is no such order in your account.");
});
