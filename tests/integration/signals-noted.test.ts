import { sql } from "drizzle-orm";
import { expect, onTestFinished } from "vitest";
import type { Product } from "../../src/contracts/product.ts";
import type { Transaction } from "../../src/server/platform/database/database.ts";
import { orderOne, placeOrder, wants } from "../support/orders.ts";
import { openOwnShop } from "../support/people.ts";
import { serve, test, text } from "../support/remembering-shop.ts";
import { openSecondShop } from "../support/second-shop.ts";
import { until } from "../support/until.ts";

test("a sale is heard elsewhere within a second, even when its process tells nobody any more", async () => {
  const shop = await openOwnShop();
  const { url, close } = await serve({ ...shop, ...(await openSecondShop(shop)) });
  onTestFinished(close);
  const { product, buyer } = await orderOne(shop);
  const stockElsewhere = async () => (JSON.parse(await text(`${url}/api/products/${product._id}`)) as Product).stock;
  await until(async () => (await stockElsewhere()) === 4);
  await shop.services.signals.stop();
  await placeOrder(shop, buyer, wants(product._id, 900));
  await until(async () => (await stockElsewhere()) === 3, 1_000);
});

test("what commits late is heard late, each once, and what is rolled back never", async ({ shop }) => {
  const heard: string[] = [];
  shop.services.signals.on("noted-test", (payload) => heard.push(payload));
  const note = (tx: Transaction, word: string) =>
    tx.execute(sql`insert into noted_signals (message) values (${`noted-test ${word}`})`);

  await shop.db.transaction(async (slow) => {
    await note(slow, "slow");
    await shop.db.transaction((quick) => note(quick, "quick"));
    await shop.db
      .transaction(async (undone) => {
        await note(undone, "undone");
        throw new Error("rolled back");
      })
      .catch(() => {});
    await until(async () => heard.includes("quick"));
    expect(heard).toEqual(["quick"]);
  });
  await until(async () => heard.includes("slow"));
  await shop.db.transaction((last) => note(last, "last"));
  await until(async () => heard.includes("last"));
  expect(heard).toEqual(["quick", "slow", "last"]);
});
