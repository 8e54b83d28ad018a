import { expect, test } from "vitest";
import { addressIn, BUYER, lineItem, openAgent, tokenOf } from "../support/agent-sales.ts";
import { makeCoupon, makeStone } from "../support/coupons.ts";
import { makeRing } from "../support/sizes.ts";
import { openOwnShop, serve } from "../support/test-shop.ts";

test("the page of an agent's link is complete without JavaScript, is stored nowhere, and shows nothing of the recipient", async () => {
  const shop = await openOwnShop({ PAYMENTS: "sandbox" });
  const [stone, ring, coupon] = [await makeStone(shop), await makeRing(shop), await makeCoupon(shop)];
  const sale = await openAgent(shop).open("create_checkout", {
    line_items: [lineItem(stone._id, 2), lineItem(ring._id)],
    buyer: BUYER,
    fulfillment: addressIn("440010", { street_address: "7 Chandra Marg" }),
    discounts: { codes: [coupon.code] },
  });
  const { url, close } = await serve(shop);
  const token = tokenOf(sale);
  const paths = [`/ucp/continue/${token}`, `/ucp/continue/${token}.data`];
  for (const path of paths) {
    const reply = await fetch(url + path);
    expect([reply.status, reply.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect([reply.headers.get("referrer-policy"), reply.headers.get("x-robots-tag")]).toEqual([
      "no-referrer",
      "noindex",
    ]);
    const body = await reply.text();
    for (const shown of [stone.title, ring.title, coupon.code]) expect(body).toContain(shown);
    for (const secret of [BUYER.first_name, BUYER.email, BUYER.phone_number, "Chandra Marg"])
      expect(body).not.toContain(secret);
  }
  const text = (await (await fetch(url + paths[0])).text()).replaceAll(/<!-- -->|<script.*?<\/script>/gs, "");
  expect(text).toContain("2 × ₹900");
  expect(text).toContain("Total <span>₹1,620</span>");
  expect(text).toContain("Paying needs JavaScript");
  expect(text).toContain('<meta name="robots" content="noindex"');

  const wrong = await fetch(`${url}/ucp/continue/${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`);
  expect([wrong.status, wrong.headers.get("cache-control")]).toEqual([404, "no-store"]);
  expect(await wrong.text()).toContain("This link does not work.");
  expect((await (await fetch(`${url}/robots.txt`)).text()).split("\n")).toContain("Disallow: /ucp/");
  await close();
});
