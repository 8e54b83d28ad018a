import { expect } from "vitest";
import type { Product } from "../../src/contracts/catalogue/product.ts";
import { activityOf } from "../support/admin.ts";
import { makeCustomer } from "../support/customers.ts";
import { expectRefused, formOf, goodProduct, makeProduct, problemOf, resendProduct, unique } from "../support/forms.ts";
import { placeOrder, stockOf, wants } from "../support/orders.ts";
import { picture } from "../support/pictures.ts";
import { expectNothingLeftOver } from "../support/stored-files.ts";
import { type TestShop, test } from "../support/test-shop.ts";

const read = async (shop: TestShop, id: string) =>
  (await shop.call("GET", `/api/products/${id}`, { token: shop.ownerToken })).json() as Product;

const required = {
  products: { title: "One", category: "Tumbles", price: "900" },
  courses: { title: "One", actualPrice: "900", offerPrice: "900" },
  experts: { name: "One" },
  blogs: { title: "One", content: "Text" },
};

test.for(Object.entries(required))(
  "returns 409 for an outdated form of %s and overwrites nothing",
  async (entry, { shop }) => {
    const [kind, fields] = entry;
    const save = (method: string, path: string, extra: Record<string, string>) =>
      shop.call(method, `/api/${path}`, { token: shop.ownerToken, form: formOf({ ...fields, ...extra }) });
    const made = (await save("POST", kind, {})).json();
    expect(made.version).toBe(1);
    const name = "title" in fields ? "title" : "name";
    const path = `${kind}/${made._id}`;
    const first = await save("PUT", path, { version: "1", [name]: "First" });
    expect([first.statusCode, first.json().version, first.json()[name]]).toEqual([200, 2, "First"]);

    const second = await save("PUT", path, { version: "1", [name]: "Second" });
    expect(second.statusCode).toBe(409);
    const { code, message, current } = second.json();
    expect([code, message]).toEqual([
      "changed_meanwhile",
      `This ${kind.slice(0, -1)} was changed since you opened it. Nothing was saved.`,
    ]);
    expect(current).toEqual(first.json());
    const now = await shop.call("GET", `/api/${path}`, { token: shop.ownerToken });
    expect(now.json()).toEqual(first.json());

    expect((await save("PUT", path, { version: "2", [name]: "Third" })).json().version).toBe(3);
    expect((await save("PUT", path, { [name]: "Without" })).json()).toMatchObject({ [name]: "Without", version: 4 });
  },
);

test("of concurrent saves of the same version one succeeds and the others return 409", async ({ shop }) => {
  const product = await makeProduct(shop);
  const titles = Array.from({ length: 8 }, (_, i) => unique(`Save ${i}`));
  const replies = await Promise.all(
    titles.map((title) => resendProduct(shop, product._id, goodProduct({ title, version: "1" }))),
  );
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(409)]);
  const winner = replies.find(({ statusCode }) => statusCode === 200)!.json() as Product;
  expect(await read(shop, product._id)).toEqual(winner);
  for (const reply of replies.filter(({ statusCode }) => statusCode === 409)) {
    expect(reply.json().current).toEqual(winner);
  }
  expect(await activityOf(shop, product._id)).toHaveLength(2);
});

test("does not store the pictures of an outdated form", async ({ shop }) => {
  const product = await makeProduct(shop);
  await resendProduct(shop, product._id, goodProduct());
  const file = { bytes: await picture(), name: "late.png" };
  const reply = await resendProduct(shop, product._id, goodProduct({ version: "1" }), [file]);
  expect(problemOf(reply).code).toBe("changed_meanwhile");
  await expectNothingLeftOver(shop);
});

test("rejects an invalid version or stockWas", async ({ shop }) => {
  const product = await makeProduct(shop);
  for (const version of ["0", "-1", "1.5", "new", "99999999999"]) {
    expectRefused(await resendProduct(shop, product._id, goodProduct({ version })), "version");
  }
  expectRefused(await resendProduct(shop, product._id, goodProduct({ stockWas: "-1" })), "stockWas");
});

test("applies stock as a difference to sales since the form was opened, and an order does not change the version", async ({
  shop,
}) => {
  const product = await makeProduct(shop, { price: "900", stock: "5" });
  await placeOrder(shop, await makeCustomer(shop), wants(product._id, 900, 2));
  expect(await read(shop, product._id)).toMatchObject({ stock: 3, version: 1 });

  const unchanged = await resendProduct(shop, product._id, goodProduct({ stock: "5", stockWas: "5", version: "1" }));
  expect(unchanged.json()).toMatchObject({ stock: 3, version: 2 });
  const raised = await resendProduct(shop, product._id, goodProduct({ stock: "15", stockWas: "5", version: "2" }));
  expect(raised.json().stock).toBe(13);
  const emptied = await resendProduct(shop, product._id, goodProduct({ stock: "0", stockWas: "100" }));
  expect(emptied.json().stock).toBe(0);
  expect((await resendProduct(shop, product._id, goodProduct({ stock: "7" }))).json().stock).toBe(7);
});

test("concurrent orders and saves keep the stock exact", async ({ shop }) => {
  const product = await makeProduct(shop, { price: "900", stock: "20" });
  const buyers = await Promise.all(Array.from({ length: 6 }, () => makeCustomer(shop)));
  await Promise.all([
    ...buyers.map((buyer) => placeOrder(shop, buyer, wants(product._id, 900, 2))),
    ...Array.from({ length: 6 }, () => resendProduct(shop, product._id, goodProduct({ stock: "21", stockWas: "20" }))),
  ]);
  expect(await stockOf(shop, product._id)).toBe(20 - 12 + 6);
});
