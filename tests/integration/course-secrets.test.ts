import { expect } from "vitest";
import { makeCustomer } from "../support/customers.ts";
import { expectRefused, formOf, unique } from "../support/forms.ts";
import { picture } from "../support/pictures.ts";
import { expectNothingLeftOver } from "../support/stored-files.ts";
import { type TestShop, test } from "../support/test-shop.ts";

const groupLink = "https://chat.example.com/join/very-secret";

async function makeCourse(shop: TestShop, fields: Record<string, string> = {}, pictures: Buffer[] = []) {
  const files = pictures.map((bytes) => ({ bytes, field: "image" }));
  const form = formOf({ title: unique("Reiki"), actualPrice: "100", offerPrice: "90", groupLink, ...fields }, files);
  return shop.call("POST", "/api/courses", { token: shop.ownerToken, form });
}

test("the group link of a course is shown to the owner and to nobody else", async ({ shop }) => {
  const made = (await makeCourse(shop)).json();
  expect(made.groupLink).toBe(groupLink);
  const { token: customer } = await makeCustomer(shop);
  const paths = [
    `/api/courses/${made._id}`,
    "/api/courses",
    "/api/courses?page=1&limit=100",
    `/api/courses?q=${encodeURIComponent(made.title)}`,
  ];
  for (const path of paths) {
    for (const token of [undefined, customer, "garbage", `${shop.ownerToken}x`]) {
      const reply = await shop.call("GET", path, { token });
      expect(reply.statusCode).toBe(200);
      expect(reply.body).toContain(made.title);
      expect(reply.body).not.toMatch(/groupLink|very-secret/);
    }
    const seen = (await shop.call("GET", path, { token: shop.ownerToken })).json();
    expect([seen].flat()).toContainEqual(made);
  }
});

test("search does not match the group link", async ({ shop }) => {
  await makeCourse(shop);
  for (const token of [undefined, shop.ownerToken]) {
    expect((await shop.call("GET", "/api/courses?q=very-secret", { token })).json()).toEqual([]);
  }
});

test("a course has one picture: a second is rejected, a new one replaces it", async ({ shop }) => {
  const png = await picture();
  expectRefused(await makeCourse(shop, {}, [png, png]), "image");
  const made = (await makeCourse(shop, {}, [png])).json();
  expect(made.image).toMatch(/^\/uploads\/[\w-]+\.png$/);
  const update = (fields: Record<string, string>, count: number) => {
    const files = Array.from({ length: count }, () => ({ bytes: png, field: "image" }));
    const form = formOf({ title: made.title, actualPrice: "100", offerPrice: "90", ...fields }, files);
    return shop.call("PUT", `/api/courses/${made._id}`, { token: shop.ownerToken, form });
  };
  const replaced = (await update({}, 1)).json().image;
  expect(replaced).not.toBe(made.image);
  expect((await shop.call("GET", made.image)).statusCode).toBe(404);
  expectRefused(await update({ keepImages: JSON.stringify([replaced]) }, 1), "image");
  expect((await shop.call("GET", `/api/courses/${made._id}`)).json().image).toBe(replaced);
  await expectNothingLeftOver(shop);
});
