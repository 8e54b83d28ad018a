import { expect } from "vitest";
import { MAX_WISHLIST } from "../../src/contracts/wishlist/wishlist.ts";
import { products } from "../../src/server/catalogue/product-table.ts";
import { wishlistByAccount } from "../../src/server/wishlist/limits.ts";
import { wishlistItems } from "../../src/server/wishlist/wishlist-table.ts";
import { countTries } from "../support/counted-tries.ts";
import { makeCustomer } from "../support/customers.ts";
import { goodProduct, makeProduct, problemOf, resendProduct } from "../support/forms.ts";
import { fillWithStones } from "../support/many-products.ts";
import { openOwnShop, type TestShop, test } from "../support/test-shop.ts";

const UNKNOWN = "00000000-0000-4000-8000-000000000000";

const save = (shop: TestShop, token: string, id: string) => shop.call("PUT", `/api/wishlist/${id}`, { token });
const remove = (shop: TestShop, token: string, id: string) => shop.call("DELETE", `/api/wishlist/${id}`, { token });

async function titlesOf(shop: TestShop, token: string) {
  const list = (await shop.call("GET", "/api/wishlist", { token })).json() as { title: string }[];
  return list.map(({ title }) => title);
}

test("a wishlist is the customer's own, newest first, without drafts and deleted products", async ({ shop }) => {
  const [asha, other] = [await makeCustomer(shop), await makeCustomer(shop)];
  const [first, second, third] = [
    await makeProduct(shop, { stock: "0" }),
    await makeProduct(shop),
    await makeProduct(shop),
  ];
  for (const { _id } of [first, second, third, first]) {
    shop.clock.advance(1000);
    expect((await save(shop, asha.token, _id.toUpperCase())).statusCode).toBe(200);
  }
  expect(await titlesOf(shop, asha.token)).toEqual([third.title, second.title, first.title]);
  const ids = await shop.call("GET", "/api/wishlist/ids", { token: asha.token });
  expect(ids.json()).toEqual([third._id, second._id, first._id]);
  expect(await titlesOf(shop, other.token)).toEqual([]);

  await remove(shop, other.token, second._id);
  await resendProduct(shop, third._id, goodProduct({ title: third.title, published: "false" }));
  expect(await titlesOf(shop, asha.token)).toEqual([second.title, first.title]);
  await shop.call("DELETE", `/api/products/${first._id}`, { token: shop.ownerToken });
  for (let i = 0; i < 2; i++) expect((await remove(shop, asha.token, second._id)).statusCode).toBe(200);
  expect(await titlesOf(shop, asha.token)).toEqual([]);
  for (const id of [UNKNOWN, third._id, first._id, "x"])
    expect((await save(shop, asha.token, id)).statusCode).toBe(404);
});

test("a wishlist holds at most 200 products, also when several are saved at once", async () => {
  const shop = await openOwnShop();
  const { id: userId, token } = await makeCustomer(shop);
  await fillWithStones(shop, MAX_WISHLIST + 4);
  const stones = await shop.db.select().from(products);
  const most = stones.slice(0, MAX_WISHLIST - 1);
  await shop.db
    .insert(wishlistItems)
    .values(most.map(({ id: productId }) => ({ userId, productId, createdAt: shop.clock.now() })));
  const replies = await Promise.all(stones.slice(-4).map(({ id }) => save(shop, token, id)));
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409]);
  expect(problemOf(replies.find(({ statusCode }) => statusCode === 409)!).message).toBe(
    "Your wishlist holds 200 pieces. Remove one before you save another.",
  );
  expect((await save(shop, token, most[0]!.id)).statusCode).toBe(200);
  await countTries(shop, wishlistByAccount.tries - 5, wishlistByAccount, userId);
  expect((await remove(shop, token, most[0]!.id)).statusCode).toBe(429);
});
