import { expect } from "vitest";
import { ask, register, someEmail, statusOf } from "../support/people.ts";
import { runCommand } from "../support/shop-process.ts";
import { OWNER, type TestShop, test } from "../support/test-shop.ts";

const logIn = async (shop: TestShop, email: string, password = "") => {
  const reply = await ask(shop, "POST", "login", { json: { email, password } });
  return { status: reply.statusCode, token: reply.json().token as string };
};
const roleOf = async (shop: TestShop, token: string) => (await ask(shop, "GET", "profile", { token })).json().role;

// The command itself runs before the first start in move.test.ts, and beside a running shop in shop-process.test.ts.
test("creates an owner, gives an owner a new password or promotes an account, and ends older tokens", async ({
  shop,
}) => {
  const { appointOwner } = shop.services.accounts;
  const email = someEmail();
  const created = await appointOwner({ email: email.toUpperCase() });
  const first = await logIn(shop, email, created.generated);
  expect([created.made, first.status, await roleOf(shop, first.token)]).toEqual([true, 200, "owner"]);

  const again = await appointOwner({ email });
  expect(again.made).toBe(false);
  expect(await statusOf(shop, first.token)).toBe(401);
  expect((await logIn(shop, email, created.generated)).status, "the password before").toBe(401);
  expect((await logIn(shop, email, again.generated)).status).toBe(200);

  const customer = await register(shop);
  expect(await statusOf(shop, customer.token)).toBe(200);
  const password = "a password of my own";
  expect((await appointOwner({ email: customer.email, password })).generated).toBeUndefined();
  expect(await statusOf(shop, customer.token)).toBe(401);
  expect((await logIn(shop, customer.email, customer.password)).status).toBe(401);
  const promoted = await logIn(shop, customer.email, password);
  expect(await roleOf(shop, promoted.token)).toBe("owner");
  expect((await logIn(shop, OWNER.email, OWNER.password)).status, "another owner's login").toBe(200);
});

test("invalid input exits with one line and changes nothing", async ({ shop }) => {
  const settings = { DATABASE_URL: shop.databaseUrl, DATA_DIR: shop.config.dataDir };
  const common = ["--email", OWNER.email, "--password", "Password123"];
  const { code, stdout, stderr } = await runCommand("owner", settings, ...common);
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/^This password is too common: [^\n]+ Usage: [^\n]+\n$/);
  expect((await logIn(shop, OWNER.email, OWNER.password)).status).toBe(200);
});
