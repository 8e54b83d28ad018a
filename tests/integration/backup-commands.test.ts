import { readdir } from "node:fs/promises";
import path from "node:path";
import { expect } from "vitest";
import type { Product } from "../../src/contracts/catalogue/product.ts";
import type { Order } from "../../src/contracts/orders/order.ts";
import { shopState } from "../../src/server/platform/database/shop-state-table.ts";
import { createEmptyStorage, FIRST_RELEASE } from "../support/backups.ts";
import { ask, register, statusOf } from "../support/people.ts";
import { runCommand } from "../support/shop-process.ts";
import { OWNER, openOwnShop, openSecondShop, test } from "../support/test-shop.ts";

test("the commands copy a running shop; logins, reset links and waiting mails are dropped", {
  timeout: 120_000,
}, async () => {
  const shop = await openOwnShop();
  const { token, email, password } = await register(shop);
  await ask(shop, "POST", "forgot", { json: { email } });
  await shop.db.insert(shopState).values({ key: "latest-backup", value: shop.clock.now().toISOString() });
  const { folder, url } = await createEmptyStorage();
  const file = path.join(folder, "shop.tar.zst");
  const settings = { DATABASE_URL: shop.databaseUrl, DATA_DIR: shop.config.dataDir };
  const made = await runCommand("backup", settings, file);
  expect([made.code, made.stderr]).toEqual([0, ""]);
  expect(made.stdout).toMatch(/: \d+ rows, 0 picture files, \d+\.\d MB, in \d+\.\d s\.\n$/);
  expect(await statusOf(shop, token)).toBe(200);

  const restored = await runCommand("restore", { DATABASE_URL: url, DATA_DIR: folder }, file);
  expect([restored.code, restored.stderr]).toEqual([0, ""]);
  expect(restored.stdout).toContain("1 mail waited to be sent when the backup was made");
  const copy = await openSecondShop({ ...shop, databaseUrl: url });
  expect(await copy.services.backups.state()).toMatchObject({ last: null });
  expect(await statusOf(copy, token)).toBe(401);
  for (const json of [{ email, password }, OWNER]) {
    expect((await ask(copy, "POST", "login", { json })).statusCode).toBe(200);
  }
  await copy.services.notifications.deliverDue();
  expect(await readdir(shop.config.dataDir)).not.toContain("mail");
});

test("a backup of the first release goes through the restore command and is a shop of today", {
  timeout: 120_000,
}, async ({ shop }) => {
  const { folder, url } = await createEmptyStorage();
  const { code, stdout, stderr } = await runCommand("restore", { DATABASE_URL: url, DATA_DIR: folder }, FIRST_RELEASE);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("28 rows, 8 picture files");
  expect(stdout).toContain("3 mails waited to be sent");
  const { app } = await openSecondShop({ ...shop, databaseUrl: url, config: { ...shop.config, dataDir: folder } });
  const { token } = (await ask({ app }, "POST", "login", { json: OWNER })).json();
  const headers = { authorization: `Bearer ${token}` };
  const [order] = (await app.inject({ url: "/api/orders", headers })).json() as Order[];
  expect(order).toMatchObject({ status: "paid", totalAmount: 900, items: [{ qty: 1 }] });
  const [, stone] = (await app.inject({ url: "/api/products" })).json() as Product[];
  expect(stone!.title).toBe("Stone of the first release");
  expect((await app.inject({ url: stone!.images[0]! })).statusCode).toBe(200);
});
