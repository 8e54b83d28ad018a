import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Enquiry } from "../../src/contracts/enquiries/enquiry.ts";
import { enquiries } from "../../src/server/enquiries/enquiry-table.ts";
import { activityOf, asOwner } from "../support/admin.ts";
import { expectRefused, makeProduct, problemOf } from "../support/forms.ts";
import { openOwnShop, type TestShop, test } from "../support/test-shop.ts";

async function openShopWithEnquiries(...names: string[]) {
  const shop = await openOwnShop();
  for (const name of names) {
    const json = {
      name,
      email: "meera@example.com",
      phone: "9876543210",
      message: "A private matter",
      page: "/contact",
    };
    expect((await shop.call("POST", "/api/enquiries", { json })).statusCode).toBe(200);
    shop.clock.advance(1000);
  }
  return shop;
}

async function list(shop: TestShop, query = "") {
  const reply = await asOwner(shop, "GET", `/api/enquiries${query}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return { items: reply.json() as Enquiry[], total: reply.headers["x-total-count"] };
}
const namesIn = ({ items }: { items: Enquiry[] }) => items.map(({ name }) => name);

test("lists enquiries newest first in pages and marks them as read and unread", async () => {
  const shop = await openShopWithEnquiries("One", "Two", "Three");
  const all = await list(shop);
  expect(namesIn(all)).toEqual(["Three", "Two", "One"]);
  expect(all.items[2]).toEqual({
    _id: expect.any(String),
    name: "One",
    email: "meera@example.com",
    phone: "9876543210",
    message: "A private matter",
    page: "/contact",
    pageName: "Contact",
    read: false,
    createdAt: expect.stringMatching(/Z$/),
  });
  expect(await list(shop, "?page=2&limit=2")).toMatchObject({ items: [{ name: "One" }], total: "3" });

  const two = all.items[1]!;
  const marked = await asOwner(shop, "PUT", `/api/enquiries/${two._id}`, { read: true });
  expect([marked.statusCode, marked.json()]).toEqual([200, { ...two, read: true }]);
  expect(namesIn(await list(shop, "?unread=true"))).toEqual(["Three", "One"]);
  expect((await list(shop, "?unread=true&limit=1")).total).toBe("2");
  expect(namesIn(await list(shop, "?unread=false"))).toHaveLength(3);
  await asOwner(shop, "PUT", `/api/enquiries/${two._id}`, { read: true });
  await asOwner(shop, "PUT", `/api/enquiries/${two._id}`, { read: false });
  expect(namesIn(await list(shop, "?unread=true"))).toHaveLength(3);
  const common = { kind: "enquiry", action: "updated", title: "Enquiry from Two" };
  expect(await activityOf(shop, two._id)).toMatchObject([
    { ...common, changes: { read: [true, false] } },
    { ...common, changes: { read: [false, true] } },
  ]);
});

test("deletes an enquiry and records none of its content", async () => {
  const shop = await openShopWithEnquiries("One");
  const [one] = (await list(shop)).items;
  const reply = await asOwner(shop, "DELETE", `/api/enquiries/${one!._id}`);
  expect([reply.statusCode, reply.json()]).toEqual([200, { message: "Enquiry deleted" }]);
  expect(await list(shop)).toEqual({ items: [], total: "0" });
  const entries = await activityOf(shop, one!._id);
  expect(entries).toMatchObject([{ action: "deleted", title: "Enquiry from One", changes: {} }]);
  expect(JSON.stringify(entries)).not.toMatch(/private|meera|98765 ?43210/);
});

test("returns 404 for an unknown enquiry and 400 for an invalid mark", async ({ shop }) => {
  for (const id of [randomUUID(), "nonsense"]) {
    for (const reply of [
      await asOwner(shop, "PUT", `/api/enquiries/${id}`, { read: true }),
      await asOwner(shop, "DELETE", `/api/enquiries/${id}`),
    ]) {
      expect([reply.statusCode, problemOf(reply).code]).toEqual([404, "enquiry_not_found"]);
    }
  }
  for (const json of [{}, { read: "yes" }]) {
    expectRefused(await asOwner(shop, "PUT", `/api/enquiries/${randomUUID()}`, json), "read");
  }
  expectRefused(await asOwner(shop, "GET", "/api/enquiries?unread=perhaps"), "unread");
});

test("names the page that an enquiry was sent from", async () => {
  const shop = await openOwnShop();
  const product = await makeProduct(shop, { title: "Full Moon Ring" });
  const deleted = await makeProduct(shop);
  const names = {
    "/": "Home",
    "/about": "About",
    [`/product/${product._id}`]: "Full Moon Ring",
    [`/product/${deleted._id}`]: `/product/${deleted._id}`,
    "/product/nothing": "/product/nothing",
    "/products/jewellery": "/products/jewellery",
    // Stored before such a page was refused.
    "//evil.example/admin/login": "",
    "": "",
  };
  const createdAt = shop.clock.now();
  const row = { name: "Meera", email: "meera@example.com", phone: "", message: "?", createdAt };
  await shop.db.insert(enquiries).values(Object.keys(names).map((page) => ({ ...row, page, id: randomUUID() })));
  await asOwner(shop, "DELETE", `/api/products/${deleted._id}`);
  const { items } = await list(shop);
  expect(Object.fromEntries(items.map(({ page, pageName }) => [page, pageName]))).toEqual(names);
});
