import path from "node:path";
import { expect } from "vitest";
import { defaultSettings } from "../../site.config.ts";
import type { Product } from "../../src/contracts/catalogue/product.ts";
import { accentProblem, accentShades, contrast } from "../../src/contracts/settings/accent-rules.ts";
import type { Settings } from "../../src/contracts/settings/settings.ts";
import type { SettingState } from "../../src/contracts/settings/settings-calls.ts";
import { problemsIn } from "../../src/server/doctor/service.ts";
import { createServices } from "../../src/server/services.ts";
import { runDoctor } from "../../src/server/startup/run-doctor.ts";
import { activityOf } from "../support/admin.ts";
import { makeCustomer } from "../support/customers.ts";
import { formOf, makeProduct, problemOf, resendProduct } from "../support/forms.ts";
import { mailsTo } from "../support/mails.ts";
import { placeOrder, SHIPPING } from "../support/orders.ts";
import { picture } from "../support/pictures.ts";
import { publishSettings, settingCall, settingState } from "../support/settings.ts";
import { type TestShop, test } from "../support/test-shop.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** Every test starts from the defaults. */
test.beforeEach(async ({ shop }) => {
  for (const { group, version } of (await settingCall(shop, "GET", "")).json() as SettingState[])
    if (version > 0) await settingCall(shop, "POST", `/${group}/revert`, { version, to: 0 });
});

const siteOf = async (shop: TestShop) => (await shop.call("GET", "/api/site")).json().shop;

test("a changed name and contact appear in the site, the manifest, llms.txt, mails and refusals", async ({ shop }) => {
  const change = { brand: "Tara, Stones", email: "hello@tara.example", phone: "+91 91111 11111" };
  expect((await siteOf(shop)).brand).toBe("Nakshatra");
  await shop.call("GET", "/manifest.webmanifest");
  const reply = await publishSettings(shop, "business", change);
  expect(reply.json()).toMatchObject({ updatedBy: "owner@example.com", problem: null });
  expect(await siteOf(shop)).toMatchObject(change);
  expect((await shop.call("GET", "/manifest.webmanifest")).json().name).toBe("Tara, Stones");
  expect((await shop.call("GET", "/llms.txt")).body).toContain("+91 91111 11111");
  await shop.call("POST", "/api/enquiries", { json: { name: "Asha", email: "a@example.com", message: "Hi" } });
  const [mail] = await mailsTo(shop, "hello@tara.example");
  expect(mail?.headers.from).toBe('"Tara, Stones" <hello@tara.example>');
  const [entry] = await activityOf(shop, null);
  expect(entry).toMatchObject({
    title: "Settings: Name and contact",
    changes: { brand: ["Nakshatra", "Tara, Stones"] },
  });
});

test("a GSTIN is checked, and shown to visitors with the texts that answer buyers", async ({ shop }) => {
  expect((await siteOf(shop)).gstin).toBe("");
  for (const gstin of ["27AAPFU0939F1ZW", "27AAPFU0939F1Z", "27AAPFU0939F1YV"])
    expect(problemOf(await publishSettings(shop, "business", { gstin })).fields).toEqual({
      gstin: "This is not a GSTIN. Please compare it with your certificate.",
    });
  const change = { gstin: "27aapfu0939f1zv", damageNote: "", packingNote: "In cotton." };
  expect((await publishSettings(shop, "business", change)).statusCode).toBe(200);
  const site = await siteOf(shop);
  expect(site.gstin).toBe("27AAPFU0939F1ZV");
  expect(site).not.toHaveProperty("packingNote");
});

test("a change reaches another process within a second", async ({ shop }) => {
  const other = createServices({ ...shop, log: shop.app.log });
  await other.events.start();
  try {
    expect((await other.settings.read()).announcement.text).toBe("");
    await publishSettings(shop, "announcement", { text: "Closed on Diwali" });
    await expect
      .poll(async () => (await other.settings.read()).announcement.text, { timeout: 1000 })
      .toBe("Closed on Diwali");
  } finally {
    await other.events.stop();
  }
});

test("an outdated version is refused with the current values, and concurrent saves publish once", async ({ shop }) => {
  const { version } = await settingState(shop, "announcement");
  const save = (text: string) => settingCall(shop, "PUT", "/announcement", { version, values: { text, link: "" } });
  const replies = await Promise.all(["One", "Two", "Three"].map(save));
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
  const refused = replies.find(({ statusCode }) => statusCode === 409)!.json();
  expect(refused).toMatchObject({ code: "changed_meanwhile", current: { version: version + 1 } });
});

test("bad values are refused at the field, by its whole path, and nothing is published", async ({ shop }) => {
  const [first, ...rest] = defaultSettings.packages.packages;
  const packages = [{ ...first!, audioPrice: 0 }, ...rest.map((offer) => ({ ...offer, title: first!.title }))];
  const refused = problemOf(await publishSettings(shop, "packages", { packages }));
  expect(refused.fields).toEqual({
    "packages.0.audioPrice": "Audio price must be at least 1.",
    "packages.1.title": "Another package has this title.",
    "packages.2.title": "Another package has this title.",
  });
  for (const link of ["//evil.example", "/\\evil.example", "/\t/evil.example", "data:text/html,x", "https://"])
    expect(problemOf(await publishSettings(shop, "announcement", { link })).fields).toHaveProperty("link");
  for (const to of ["data:text/html,x", "vbscript:x", "/\\evil.example", "//evil.example"])
    expect(problemOf(await publishSettings(shop, "legal", { terms: `## A\n\n[x](${to})` })).fields?.terms).toContain(
      to,
    );
  const good = "## A\n\n[x](/courses) [y](https://example.com) [z](mailto:a@example.com)";
  expect((await publishSettings(shop, "legal", { privacy: good })).statusCode).toBe(200);
  expect((await settingState(shop, "packages")).values).toEqual(defaultSettings.packages);
  expect((await settingCall(shop, "PUT", "/nothing", { version: 0, values: {} })).statusCode).toBe(400);
});

test("a new package price holds for new orders and quotes; placed orders keep theirs", async ({ shop }) => {
  const buyer = await makeCustomer(shop);
  const line = { itemId: "Deep Dive-video", itemType: "consultancy" as const, qty: 1 };
  const ordered = await placeOrder(shop, buyer, { items: [line], totalAmount: 2400, shipping: SHIPPING });
  const packages = defaultSettings.packages.packages.map((offer) =>
    offer.title === "Deep Dive" ? { ...offer, videoPrice: 2600 } : offer,
  );
  expect((await publishSettings(shop, "packages", { packages })).statusCode).toBe(200);
  const quote = await shop.call("POST", "/api/cart/quote", { json: { items: [line] } });
  expect(quote.json()[0].price).toBe(2600);
  const order = await shop.call("GET", `/api/orders/${ordered._id}`, { token: buyer.token });
  expect(order.json()).toMatchObject({ totalAmount: 2400 });
});

test("products follow a renamed category, and the category's first URL still works", async ({ shop }) => {
  const { _id } = await makeProduct(shop, { category: "Jewellery", subCategory: "Rings" });
  const rename = ({ categories }: Settings["categories"], id: string, name: string) =>
    categories.map((category) => ({
      ...category,
      name: category.id === id ? name : category.name,
      subCategories: category.subCategories.map((sub) => (sub.id === id ? { ...sub, name } : sub)),
    }));
  const before = defaultSettings.categories;
  expect(
    (await publishSettings(shop, "categories", { categories: rename(before, "jewellery", "Ornaments") })).statusCode,
  ).toBe(200);
  const state = (await settingState(shop, "categories")).values as Settings["categories"];
  expect((await publishSettings(shop, "categories", { categories: rename(state, "rings", "Bands") })).statusCode).toBe(
    200,
  );
  const product = await shop.call("GET", `/api/products/${_id}`);
  expect(product.json()).toMatchObject({ category: "Ornaments", subCategory: "Bands" });
  for (const path of ["category=ornaments&subCategory=bands", "category=Jewellery&subCategory=rings"])
    expect((await shop.call("GET", `/api/products?${path}`)).json()).toHaveLength(1);
  expect((await shop.call("GET", "/sitemap.xml")).body).toContain("/products/ornaments/bands<");
});

test("names of categories and sub categories can be swapped or passed on in one save, and revert brings the products back", async ({
  shop,
}) => {
  const placeOf = async (id: string) => {
    const { category, subCategory } = (await shop.call("GET", `/api/products/${id}`)).json();
    return subCategory ? `${category}/${subCategory}` : category;
  };
  const rename = (names: Record<string, string>) => {
    const renamed = <T extends { id: string; name: string }>(one: T) => ({ ...one, name: names[one.id] ?? one.name });
    const categories = defaultSettings.categories.categories.map((category) => ({
      ...renamed(category),
      subCategories: category.subCategories.map(renamed),
    }));
    return publishSettings(shop, "categories", { categories });
  };
  const places = [["Tumbles"], ["Idols"], ["Sphere"], ["Jewellery", "Anklets"], ["Jewellery", "Necklace"]];
  const made: Product[] = [];
  for (const [category, subCategory] of places)
    made.push(await makeProduct(shop, { category: category!, ...(subCategory && { subCategory }) }));
  const read = () => Promise.all(made.map(({ _id }) => placeOf(_id)));
  const first = await read();
  const { version: start } = await settingState(shop, "categories");
  const revert = async (to: number) =>
    (
      await settingCall(shop, "POST", "/categories/revert", {
        version: (await settingState(shop, "categories")).version,
        to,
      })
    ).statusCode;

  expect(
    (await rename({ tumbles: "Idols", idols: "Tumbles", anklets: "Necklace", necklace: "Anklets" })).statusCode,
  ).toBe(200);
  expect(await read()).toEqual(["Idols", "Tumbles", "Sphere", "Jewellery/Necklace", "Jewellery/Anklets"]);
  expect(await revert(start)).toBe(200);
  expect(await read()).toEqual(first);

  expect((await rename({ tumbles: "Idols", idols: "Sphere", sphere: "Orb", jewellery: "Tumbles" })).statusCode).toBe(
    200,
  );
  expect(await read()).toEqual(["Idols", "Sphere", "Orb", "Tumbles/Anklets", "Tumbles/Necklace"]);
  // A form that was opened before would put the product into another category.
  const form = { title: "Idols", price: "900", category: "Idols", version: `${made[1]!.version}` };
  const saved = await resendProduct(shop, made[1]!._id, form);
  expect(saved.json()).toMatchObject({ code: "changed_meanwhile" });
  expect(await revert(start)).toBe(200);
  expect(await read()).toEqual(first);

  const twice = defaultSettings.categories.categories.map((category) => ({
    ...category,
    subCategories: category.subCategories.map((sub) => ({ ...sub, id: "same" })),
  }));
  expect((await publishSettings(shop, "categories", { categories: twice })).statusCode).toBe(400);
});

test("a category with products is not removed unless they move to another", async ({ shop }) => {
  const { _id } = await makeProduct(shop, { category: "Tower" });
  const categories = defaultSettings.categories.categories.filter(({ id }) => id !== "tower");
  const refused = problemOf(await publishSettings(shop, "categories", { categories }));
  expect(refused.fields?.categories).toContain("“Tower” has 1 product.");
  const moved = (into: string) =>
    publishSettings(shop, "categories", { categories }, { moved: [{ from: "tower", into }] });
  expect((await moved("jewellery")).statusCode).toBe(400);
  expect((await moved("sphere")).statusCode).toBe(200);
  expect((await shop.call("GET", `/api/products/${_id}`)).json().category).toBe("Sphere");
});

test("the history shows who changed what, and an earlier version or the defaults can be published again", async ({
  shop,
}) => {
  for (const text of ["First", "Second"]) await publishSettings(shop, "announcement", { text });
  const { version } = await settingState(shop, "announcement");
  const history = (await settingCall(shop, "GET", "/announcement/history")).json();
  expect(history.slice(0, 2)).toMatchObject([
    { version, by: "owner@example.com", changes: { text: ["First", "Second"] } },
    { version: version - 1, changes: { text: ["", "First"] } },
  ]);
  const revert = (from: number, to: number) => settingCall(shop, "POST", "/announcement/revert", { version: from, to });
  expect((await revert(version, version - 1)).json()).toMatchObject({
    version: version + 1,
    values: { text: "First" },
  });
  expect((await revert(version, 0)).statusCode).toBe(409);
  expect((await revert(version + 1, version + 9)).statusCode).toBe(404);
  expect((await revert(version + 1, 0)).json()).toMatchObject({ version: version + 2, values: { text: "" } });
});

test("invalid stored values are ignored: the last good ones apply, and the owner sees the reason", async ({ shop }) => {
  await publishSettings(shop, "business", { brand: "Tara" });
  await shop.db.execute(`update setting_groups set "values" = "values" || '{"email": 5}' where "group" = 'business'`);
  const restarted = createServices({ ...shop, log: shop.app.log });
  expect((await restarted.settings.read()).business.brand).toBe("Tara");
  expect(await settingState(shop, "business")).toMatchObject({
    problem: "email: Email must be text.",
    values: { brand: "Tara" },
  });
  const findings = problemsIn(await runDoctor({ ...shop, root }));
  expect(findings.join("\n")).toContain("The settings “Name and contact” are damaged");
  const repaired = await publishSettings(shop, "business", { brand: "Tara" });
  expect(repaired.json()).toMatchObject({ problem: null, values: { brand: "Tara" } });
});

test("orders never get default prices that the owner has changed: without good values they are refused", async ({
  shop,
}) => {
  const [first, ...others] = defaultSettings.packages.packages;
  const line = { itemId: `${first!.title}-audio`, itemType: "consultancy", qty: 1 } as const;
  await publishSettings(shop, "packages", { packages: [{ ...first!, audioPrice: 7777 }, ...others] });
  const quote = async () => {
    const restarted = createServices({ ...shop, log: shop.app.log });
    const visitor = { coupon: undefined, pin: undefined, userId: undefined, ip: "203.0.113.1" };
    return restarted.checkout.quoteTotals([line], visitor).then(
      ({ lines }) => lines[0]!.price,
      ({ status, code }) => ({ status, code }),
    );
  };
  const refused = { status: 503, code: "prices_unavailable" };
  await shop.db.execute("alter table setting_groups rename to unreadable_groups");
  try {
    expect(await quote()).toEqual(refused);
  } finally {
    await shop.db.execute("alter table unreadable_groups rename to setting_groups");
  }
  expect(await quote()).toBe(7777);

  await shop.db.execute(`update setting_groups set "values" = '{"packages": 5}' where "group" = 'packages'`);
  expect(await quote()).toBe(7777);
  await shop.db.execute(`update setting_versions set "values" = '{"packages": 5}' where "group" = 'packages'`);
  expect(await quote()).toEqual(refused);
  await publishSettings(shop, "packages", { packages: [{ ...first!, audioPrice: 8888 }, ...others] });
  expect(await quote()).toBe(8888);
});

test("only pictures that were sent for the settings can be the logo", async ({ shop }) => {
  const { images } = await makeProduct(shop, {}, [{ bytes: await picture() }]);
  expect(problemOf(await publishSettings(shop, "look", { logo: images[0]! })).fields).toHaveProperty("logo");
  const form = formOf({}, [{ bytes: await picture(), name: "logo.png", field: "picture" }]);
  const sent = await shop.call("POST", "/api/settings/pictures", { token: shop.ownerToken, form });
  const { path } = sent.json();
  expect((await publishSettings(shop, "look", { logo: path })).statusCode).toBe(200);
  expect((await siteOf(shop)).logo).toBe(path);
  expect((await shop.call("GET", path)).statusCode).toBe(200);
});

test("an accent is refused when dark text cannot be read on it; its shades are readable on sand", async ({ shop }) => {
  expect(problemOf(await publishSettings(shop, "look", { accent: "#7a1f3d" })).fields?.accent).toMatch(/4\.5:1/);
  expect((await publishSettings(shop, "look", { accent: "#F2A32E" })).json().values.accent).toBe("#f2a32e");
  for (const accent of ["#f2a32e", "#8fd3c1", "#ffffff", "#ffff00"]) {
    expect(accentProblem(accent)).toBeUndefined();
    expect(contrast(accentShades(accent)["--color-saffron-deep"], "#f4ecdd")).toBeGreaterThanOrEqual(4.5);
  }
});
