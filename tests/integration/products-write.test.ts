import { expect } from "vitest";
import {
  expectRefused,
  formOf,
  goodProduct,
  makeProduct,
  problemOf,
  resendProduct,
  sendProduct,
  unique,
} from "../support/forms.ts";
import { type TestShop, test } from "../support/test-shop.ts";

const find = async (shop: TestShop, id: string) => (await shop.call("GET", `/api/products/${id}`)).json();

test("creates, reads, updates and deletes a product with all fields", async ({ shop }) => {
  const fields = {
    title: unique("Amethyst ring"),
    description: "Line one\nLine two",
    category: "Jewellery",
    subCategory: "Rings",
    price: "1299.50",
    offerPrice: "999.99",
    stock: "7",
    topSelling: "true",
    stone: "Amethyst",
    material: "925 silver",
    size: "Indian sizes 10 to 18",
    weightGrams: "3.25",
    metal: "Silver",
    originCountry: "India",
    certificate: "Lab report",
    intentions: "calm; New Beginnings",
    zodiac: "Pisces",
    planets: "Saturn",
    chakras: "third-eye",
    published: "true",
  };
  const made = await makeProduct(shop, fields);
  expect(made).toEqual({
    ...fields,
    _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    price: 1299.5,
    offerPrice: 999.99,
    stock: 7,
    topSelling: true,
    weightGrams: 3.25,
    intentions: ["Calm", "New Beginnings"],
    zodiac: ["Pisces"],
    planets: ["Saturn"],
    chakras: ["Third Eye"],
    published: true,
    images: [],
    createdAt: shop.clock.now().toISOString(),
    version: 1,
  });
  expect(await find(shop, made._id)).toEqual(made);

  const changed = await resendProduct(shop, made._id, { title: made.title, category: "Tower", price: "10" });
  expect(changed.statusCode).toBe(200);
  const rest = { description: "", subCategory: null, offerPrice: 10, stock: 0, topSelling: false };
  expect(changed.json()).toEqual({ ...made, ...rest, category: "Tower", price: 10, version: 2 });
  expect(await find(shop, made._id)).toEqual(changed.json());

  const deleted = await shop.call("DELETE", `/api/products/${made._id}`, { token: shop.ownerToken });
  expect(deleted.statusCode).toBe(200);
  expect(deleted.json()).toEqual({ message: "Product deleted successfully" });
  expect((await shop.call("GET", `/api/products/${made._id}`)).statusCode).toBe(404);
  expect((await shop.call("DELETE", `/api/products/${made._id}`, { token: shop.ownerToken })).statusCode).toBe(404);
});

test("requires title, category and price, and reports all missing fields at once", async ({ shop }) => {
  expect(expectRefused(await sendProduct(shop, {}), "title", "category", "price")).toEqual({
    title: "Title is required.",
    category: "Category is required.",
    price: "Price is required.",
  });
  for (const blank of ["", "   ", "\n\t"]) {
    expectRefused(
      await sendProduct(shop, { title: blank, category: blank, price: blank }),
      "title",
      "category",
      "price",
    );
  }
});

test("reports each invalid field with its own message", async ({ shop }) => {
  const wrong = { title: " ", price: "free", offerPrice: "-1", stock: "1.5", topSelling: "perhaps", keepImages: "{" };
  const fields = expectRefused(await sendProduct(shop, goodProduct(wrong)), ...Object.keys(wrong));
  expect(fields).toMatchObject({
    price: "Price must be a number.",
    offerPrice: "Offer price must be at least ₹0.",
    stock: "Stock must be a whole number.",
  });
});

test("rejects an invalid update and changes nothing", async ({ shop }) => {
  const made = await makeProduct(shop, { stock: "3" });
  expectRefused(await resendProduct(shop, made._id, { title: "Other" }), "category", "price");
  expect(await find(shop, made._id)).toEqual(made);
});

test.for([
  ["1", 1],
  ["1.5", 1.5],
  ["1.50", 1.5],
  ["8.29", 8.29],
  ["1e3", 1000],
  [" 5 ", 5],
  ["+5", 5],
  ["0010", 10],
  ["10000000", 10_000_000],
] as const)("reads the price “%s” as %d rupees", async ([price, rupees], { shop }) => {
  const made = await makeProduct(shop, { price });
  expect([made.price, made.offerPrice]).toEqual([rupees, rupees]);
  expect((await find(shop, made._id)).price).toBe(rupees);
});

test.for([
  ["0", "at least ₹1"],
  ["0.99", "at least ₹1"],
  ["-0", "at least ₹1"],
  ["-5", "at least ₹1"],
  ["10000000.01", "at most ₹1,00,00,000"],
  ["1e300", "at most ₹1,00,00,000"],
  ["1.005", "two decimals"],
  ["1e-3", "at least ₹1"],
  ["abc", "must be a number"],
  ["0x10", "must be a number"],
  ["0b11", "must be a number"],
  ["1,000", "must be a number"],
  ["₹900", "must be a number"],
  ["NaN", "must be a number"],
  ["Infinity", "must be a number"],
  ["-Infinity", "must be a number"],
  ["1e999", "must be a number"],
  ["१००", "must be a number"],
  ["null", "must be a number"],
] as const)("rejects the price “%s”: %s", async ([price, words], { shop }) => {
  const { price: sentence } = expectRefused(await sendProduct(shop, goodProduct({ price })), "price");
  expect(sentence).toContain(words);
});

test("the offer price may be empty or from zero up to the price", async ({ shop }) => {
  for (const [offerPrice, rupees] of [
    ["", 900],
    ["0", 0],
    ["-0", 0],
    ["899.99", 899.99],
    ["900", 900],
  ] as const) {
    expect((await makeProduct(shop, { offerPrice })).offerPrice).toBe(rupees);
  }
  for (const offerPrice of ["900.01", "901", "1e6"]) {
    const fields = expectRefused(await sendProduct(shop, goodProduct({ offerPrice })), "offerPrice");
    expect(fields.offerPrice).toBe("Offer price cannot be higher than the price.");
  }
  for (const offerPrice of ["-0.01", "x", "1.234", "Infinity"]) {
    expectRefused(await sendProduct(shop, goodProduct({ offerPrice })), "offerPrice");
  }
});

test("stock is a whole number from zero, and zero by default", async ({ shop }) => {
  for (const [stock, count] of [
    ["", 0],
    ["0", 0],
    ["-0", 0],
    ["12", 12],
    ["5.0", 5],
    [" 8 ", 8],
    ["1000000", 1e6],
  ] as const) {
    expect((await makeProduct(shop, { stock })).stock).toBe(count);
  }
  for (const stock of ["-1", "0.5", "many", "NaN", "Infinity", "0x1", "1000001", "1e12"]) {
    expectRefused(await sendProduct(shop, goodProduct({ stock })), "stock");
  }
});

test("accepts a known category in any case and stores its canonical name", async ({ shop }) => {
  for (const category of ["Palm Stone", "palm-stone", "PALM STONE"]) {
    expect((await makeProduct(shop, { category })).category).toBe("Palm Stone");
  }
  for (const category of ["Crowns", "constructor", "Palm%20Stone"]) {
    expectRefused(await sendProduct(shop, goodProduct({ category })), "category");
  }
});

test("requires a sub category for jewellery and ignores it elsewhere", async ({ shop }) => {
  expect((await makeProduct(shop, { category: "Jewellery", subCategory: "pendants" })).subCategory).toBe("Pendants");
  for (const subCategory of ["", "Crowns", "Palm Stone"]) {
    const fields = { category: "Jewellery", subCategory };
    expect(expectRefused(await sendProduct(shop, goodProduct(fields)), "subCategory").subCategory).toContain("Anklets");
  }
  expectRefused(await sendProduct(shop, goodProduct({ category: "Jewellery" })), "subCategory");
  for (const subCategory of ["Rings", "anything"]) {
    expect((await makeProduct(shop, { category: "Tower", subCategory })).subCategory).toBeNull();
  }
});

test("changing the category clears the sub category", async ({ shop }) => {
  const ring = await makeProduct(shop, { category: "Jewellery", subCategory: "Rings" });
  const moved = { title: ring.title, category: "Idols", subCategory: "Rings", price: "900" };
  expect((await resendProduct(shop, ring._id, moved)).json()).toMatchObject({ category: "Idols", subCategory: null });
});

test("reports an invalid category together with the other invalid fields", async ({ shop }) => {
  expectRefused(await sendProduct(shop, { title: "", category: "Crowns", price: "900" }), "title", "category");
  const ring = goodProduct({ category: "Jewellery", offerPrice: "1000" });
  expectRefused(await sendProduct(shop, ring), "subCategory", "offerPrice");
});

test("reads top selling like a checkbox", async ({ shop }) => {
  for (const topSelling of ["true", "on", "1", "TRUE"]) {
    expect((await makeProduct(shop, { topSelling })).topSelling).toBe(true);
  }
  for (const topSelling of ["false", "off", "0", ""]) {
    expect((await makeProduct(shop, { topSelling })).topSelling).toBe(false);
  }
  expectRefused(await sendProduct(shop, goodProduct({ topSelling: "maybe" })), "topSelling");
});

test("an update without facts keeps them, an empty fact removes it, a wrong one is refused", async ({ shop }) => {
  const facts = { stone: "Amethyst", size: "20 mm", weightGrams: "12.5" };
  const made = await makeProduct(shop, facts);
  expect(made).toMatchObject({ ...facts, weightGrams: 12.5, material: "", originCountry: "", certificate: "" });
  const { title, category } = made;
  const old = { title, category, price: "900" };
  const resent = await resendProduct(shop, made._id, old);
  expect(resent.json()).toEqual({ ...made, version: 2 });
  const emptied = await resendProduct(shop, made._id, { ...old, size: " ", weightGrams: "", material: "Stone" });
  expect(emptied.json()).toEqual({ ...made, size: "", weightGrams: null, material: "Stone", version: 3 });
  for (const weightGrams of ["heavy", "0", "-1", "1.234", "100001"])
    expectRefused(await sendProduct(shop, goodProduct({ weightGrams })), "weightGrams");
  expect(expectRefused(await sendProduct(shop, goodProduct({ stone: "s".repeat(81) })), "stone").stone).toBe(
    "Stone must be at most 80 characters.",
  );
});

test("enforces the maximum length of texts", async ({ shop }) => {
  const title = unique("t").padEnd(200, "x");
  expect(await makeProduct(shop, { title, description: "line\n".repeat(1_999) })).toMatchObject({ title });
  const fields = { title: "t".repeat(201), description: "d".repeat(10_001), category: "c".repeat(101) };
  expectRefused(await sendProduct(shop, goodProduct(fields)), "title", "description", "category");
  expectRefused(await sendProduct(shop, goodProduct({ description: "d".repeat(1024 * 1024 + 1) })), "description");
});

test("rejects control characters, trims white space and keeps all scripts", async ({ shop }) => {
  for (const character of ["\u0000", "\u0007", "\u001b", "\u007f", "\u0085"]) {
    const text = `Rose${character}quartz`;
    expectRefused(await sendProduct(shop, goodProduct({ title: text, description: text })), "title", "description");
  }
  const title = unique("गुलाबी 🔮 ‘Ṛudrākṣa’");
  expect(await makeProduct(shop, { title: `  ${title}\t` })).toMatchObject({ title });
});

test("stores HTML and SQL as plain text", async ({ shop }) => {
  const title = unique(`<script>alert("x")</script> &amp; '); drop table products; --`);
  const made = await makeProduct(shop, { title, description: title });
  expect(made).toMatchObject({ title, description: title });
  const reply = await shop.call("GET", `/api/products/${made._id}`);
  expect(reply.json()).toEqual(made);
  expect(reply.headers["content-type"]).toMatch(/^application\/json/);
});

test("ignores unknown form fields", async ({ shop }) => {
  const unknown = { _id: "1", id: "1", createdAt: "2000-01-01", searchText: "x", images: '["/uploads/other.jpg"]' };
  const made = await makeProduct(shop, unknown);
  expect(made).toMatchObject({ images: [], createdAt: shop.clock.now().toISOString() });
  expect(made._id).not.toBe("1");
  const poisoned = await sendProduct(shop, goodProduct({ ["__proto__"]: "x", constructor: "x" }));
  expect([201, 400]).toContain(poisoned.statusCode);
});

test.for(["0197c7a0-0000-7000-8000-000000000000", "1", "undefined", "'; --", "%00", "x".repeat(99)])(
  "returns 404 for the unknown id %s",
  async (id, { shop }) => {
    const path = `/api/products/${id.startsWith("%") ? id : encodeURIComponent(id)}`;
    const token = shop.ownerToken;
    const replies = [
      await shop.call("GET", path),
      await shop.call("PUT", path, { token, form: formOf(goodProduct()) }),
      await shop.call("DELETE", path, { token }),
    ];
    for (const reply of replies) {
      expect(reply.statusCode).toBe(404);
      expect(problemOf(reply)).toEqual({ code: "product_not_found", message: "Product not found." });
    }
  },
);
