import { expect } from "vitest";
import { defaultSettings } from "../../site.config.ts";
import { activityOf } from "../support/admin.ts";
import {
  expectRefused,
  goodProduct,
  makeCourse,
  makeProduct,
  problemOf,
  resendProduct,
  sendProduct,
} from "../support/forms.ts";
import { publishSettings } from "../support/settings.ts";
import { test } from "../support/test-shop.ts";

test("a label and a tax class are kept, removed and checked; visitors see the label only, and only what is filled", async ({
  shop,
}) => {
  const label = { netQuantity: "50 g", maker: "Tara Stones\n12 Tara Marg", makerRole: "importer", mrp: 1200 };
  const made = await makeProduct(shop, { ...label, mrp: "1200", taxClass: "rudraksha" });
  expect(made).toMatchObject({ ...label, taxClass: "rudraksha" });
  const { taxClass, ...shown } = made;
  expect((await shop.call("GET", `/api/products/${made._id}`)).json()).toEqual(shown);
  const bare = await makeProduct(shop);
  for (const name of [...Object.keys(label), "taxClass"]) expect(bare).not.toHaveProperty(name);

  const { title, category } = made;
  const old = { title, category, price: "900" };
  expect((await resendProduct(shop, made._id, old)).json()).toEqual({ ...made, version: 2 });
  for (const [field, value] of [
    ["netQuantity", "1".repeat(61)],
    ["maker", "m".repeat(301)],
    ["makerRole", "seller"],
    ["mrp", "0"],
    ["taxClass", "unknown"],
  ] as const)
    expectRefused(await resendProduct(shop, made._id, { ...old, [field]: value }), field);

  const above = "Nothing is sold above its MRP of ₹1,200: the highest price is ₹1,200.50.";
  const sizes = (price: string) => JSON.stringify([{ name: "12", stock: "1", price }]);
  for (const changed of [
    { ...old, price: "1200.50", offerPrice: "900" },
    { ...old, variants: sizes("1200.50") },
  ])
    expect(expectRefused(await resendProduct(shop, made._id, changed), "price").price).toBe(above);
  expectRefused(await sendProduct(shop, goodProduct({ mrp: "899.99" })), "mrp");
  expect((await resendProduct(shop, made._id, { ...old, variants: sizes("1200") })).statusCode).toBe(200);
  expectRefused(await resendProduct(shop, made._id, { ...old, mrp: "1000" }), "mrp");

  const none = { netQuantity: "", maker: "", mrp: "", taxClass: "" };
  const emptied = (await resendProduct(shop, made._id, { ...old, ...none })).json();
  for (const name of [...Object.keys(label), "taxClass"]) expect(emptied).not.toHaveProperty(name);
  const changes = (await activityOf(shop, made._id)).map((entry) => entry.changes.taxClass).filter(Boolean);
  expect(changes).toEqual([
    ["rudraksha", null],
    [null, "rudraksha"],
  ]);
});

test("a tax class that something uses is not removed, and packages name classes that exist", async ({ shop }) => {
  const { classes } = defaultSettings.tax;
  const own = { ...classes[0]!, id: "own", name: "Own" };
  expect((await publishSettings(shop, "tax", { classes: [...classes, own] })).statusCode).toBe(200);
  const product = await makeProduct(shop, { taxClass: "own" });
  const second = await makeProduct(shop, { taxClass: "own", published: "false" });
  const course = await makeCourse(shop, { taxClass: "own" });
  expect((await shop.call("GET", `/api/courses/${course._id}`)).json()).not.toHaveProperty("taxClass");
  const packages = (taxClass: string) =>
    publishSettings(shop, "packages", {
      packages: defaultSettings.packages.packages.map((one, index) => (index === 1 ? { ...one, taxClass } : one)),
    });
  expect(problemOf(await packages("unknown")).fields).toEqual({ "packages.1.taxClass": "There is no such tax class." });
  expect((await packages("own")).statusCode).toBe(200);

  const remove = () => publishSettings(shop, "tax", { classes });
  expect(problemOf(await remove()).fields).toEqual({
    classes: "“Own” is the tax class of 2 products, 1 course and 1 package. Give them another one first.",
  });
  // Another order of the classes, with another name, moves nothing.
  const renamed = [{ ...own, name: "Renamed" }, ...classes];
  expect((await publishSettings(shop, "tax", { classes: renamed })).statusCode).toBe(200);
  await packages("");
  for (const { _id, title, category } of [product, second])
    expect((await resendProduct(shop, _id, { title, category, price: "900", taxClass: "" })).statusCode).toBe(200);
  await shop.call("DELETE", `/api/courses/${course._id}`, { token: shop.ownerToken });
  expect((await remove()).statusCode).toBe(200);
});
