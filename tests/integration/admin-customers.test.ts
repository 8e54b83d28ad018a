import { eq } from "drizzle-orm";
import { expect } from "vitest";
import type { Customer, CustomerDetails } from "../../src/contracts/accounts/customer.ts";
import type { Order } from "../../src/contracts/orders/order.ts";
import { users } from "../../src/server/accounts/user-table.ts";
import { readCsv } from "../../src/server/platform/files/csv.ts";
import { activityOf, asOwner } from "../support/admin.ts";
import { makeCustomer } from "../support/customers.ts";
import { makeProduct, problemOf } from "../support/forms.ts";
import { placeOrder, setStatus, wants } from "../support/orders.ts";
import { openOwnShop, type TestShop, test } from "../support/test-shop.ts";

async function person(shop: TestShop, name: string, phone: string | null) {
  const customer = await makeCustomer(shop);
  await shop.db.update(users).set({ name, phone }).where(eq(users.id, customer.id));
  shop.clock.advance(1000);
  return customer;
}

async function buy(shop: TestShop, buyer: { token: string }, rupees: number, status?: string) {
  const product = await makeProduct(shop, { price: `${rupees}`, stock: "5" });
  const order = await placeOrder(shop, buyer, wants(product._id, rupees));
  if (status) await setStatus(shop, shop.ownerToken, order._id, { status });
  shop.clock.advance(1000);
  return order;
}

async function read<T>(shop: TestShop, url: string) {
  const reply = await asOwner(shop, "GET", url);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json() as T;
}

const namesIn = async (shop: TestShop, query: string) =>
  (await read<Customer[]>(shop, `/api/customers${query}`)).map(({ name }) => name);

/** Asha has bought most, Bela last, Chitra never. */
async function openShopWithCustomers() {
  const shop = await openOwnShop();
  const asha = await person(shop, "Asha Rao", "+91 98765-43210");
  const bela = await person(shop, "Bela 100%", null);
  const chitra = await person(shop, "Chitra Iyer", "9000000002");
  await buy(shop, asha, 300.5, "paid");
  await buy(shop, asha, 20, "delivered");
  await buy(shop, asha, 4, "cancelled");
  const deleted = await buy(shop, asha, 1000, "paid");
  await asOwner(shop, "DELETE", `/api/orders/${deleted._id}`);
  const shipped = await buy(shop, asha, 50, "paid");
  await setStatus(shop, shop.ownerToken, shipped._id, { status: "shipped" });
  const last = await buy(shop, bela, 70);
  return { shop, asha, bela, chitra, shipped, last };
}

test("lists customers with their orders, the paid money and the last order; sorts, searches and exports", async () => {
  const { shop, asha, bela, last, shipped } = await openShopWithCustomers();
  const found = await asOwner(shop, "GET", "/api/customers?limit=2&page=2");
  expect(found.headers["x-total-count"]).toBe("3");
  // An order that was only set to "delivered" by hand has brought no money, as on the dashboard.
  expect(found.json()).toMatchObject([
    { _id: asha.id, name: "Asha Rao", orderCount: 4, spent: 350.5, lastOrderAt: shipped.createdAt },
  ]);
  expect(await namesIn(shop, "")).toEqual(["Chitra Iyer", "Bela 100%", "Asha Rao"]);
  expect(await namesIn(shop, "?sort=spent")).toEqual(["Asha Rao", "Bela 100%", "Chitra Iyer"]);
  expect(await namesIn(shop, "?sort=last_order")).toEqual(["Bela 100%", "Asha Rao", "Chitra Iyer"]);
  expect((await read<Customer[]>(shop, "/api/customers"))[1]).toMatchObject({
    phone: "",
    orderCount: 1,
    spent: 0,
    lastOrderAt: last.createdAt,
  });
  const searches = { "asha r": "Asha Rao", "100%": "Bela 100%", [bela.email]: "Bela 100%", "098765 43210": "Asha Rao" };
  for (const [words, name] of Object.entries(searches))
    expect(await namesIn(shop, `?q=${encodeURIComponent(words)}`), words).toEqual([name]);
  expect(await namesIn(shop, "?q=owner")).toEqual([]);
  expect((await asOwner(shop, "GET", "/api/customers?sort=name")).statusCode).toBe(400);

  const orders = await read<Order[]>(shop, `/api/customers/${asha.id}/orders?limit=2`);
  expect(orders.map(({ _id }) => _id)[0]).toBe(shipped._id);
  for (const id of ["nobody", crypto.randomUUID()])
    for (const path of ["", "/orders"])
      expect(problemOf(await asOwner(shop, "GET", `/api/customers/${id}${path}`)).code).toBe("customer_not_found");

  const reply = await asOwner(shop, "GET", "/api/customers.csv?q=asha");
  const [header, ...rows] = [...readCsv(reply.body.slice(1), ",")];
  expect(header!.cells).toEqual(["_id", "name", "email", "phone", "createdAt", "orders", "spent", "lastOrderAt"]);
  expect(rows.map(({ cells }) => [cells[1], cells[3], cells[5], cells[6]])).toEqual([
    ["Asha Rao", "'+91 98765-43210", "4", "350.5"],
  ]);
  expect((await activityOf(shop, null))[0]).toMatchObject({
    action: "exported",
    kind: "customer",
    changes: { search: [null, "••••"] },
  });
});

test("notes are saved with a version, logged without their text, exported to the person and erased", async () => {
  const { shop, bela, chitra } = await openShopWithCustomers();
  const url = `/api/customers/${chitra.id}`;
  const save = (json: object) => asOwner(shop, "PUT", `${url}/notes`, json);
  expect((await read<CustomerDetails>(shop, url)).notes).toEqual({ text: "", version: 0, updatedAt: null });
  expect((await save({ text: " Likes moonstone\r\nCall after six ", version: 0 })).json()).toMatchObject({
    text: "Likes moonstone\nCall after six",
    version: 1,
  });
  const late = await save({ text: "Other words", version: 0 });
  expect([late.statusCode, problemOf(late).code]).toEqual([409, "changed_meanwhile"]);
  expect(late.json().current).toMatchObject({ text: "Likes moonstone\nCall after six", version: 1 });
  expect(problemOf(await save({ text: "x".repeat(5001) })).fields).toEqual({
    text: "Notes must be at most 5000 characters.",
  });
  expect((await activityOf(shop, chitra.id)).map(({ title, changes }) => [title, changes])).toEqual([
    ["Customer notes", { notes: [null, "••••"] }],
  ]);
  const exported = async (token: string) => (await shop.call("GET", "/api/users/profile/data", { token })).json().notes;
  expect([await exported(chitra.token), await exported(bela.token)]).toEqual(["Likes moonstone\nCall after six", ""]);

  const { password, token } = chitra;
  expect((await shop.call("DELETE", "/api/users/profile", { token, json: { password } })).statusCode).toBe(200);
  expect((await shop.db.execute("select * from customer_notes")).rows).toEqual([]);
  expect(await namesIn(shop, "")).toEqual(["Bela 100%", "Asha Rao"]);
  expect((await save({ text: "Too late" })).statusCode).toBe(404);
});
