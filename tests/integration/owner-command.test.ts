import { expect } from "vitest";
import { ask, register, someEmail, statusOf } from "../support/people.ts";
import { runCommand } from "../support/shop-process.ts";
import { OWNER, type TestShop, test } from "../support/test-shop.ts";

const owner = (settings: Record<string, string>, ...args: string[]) => runCommand("owner", settings, ...args);

const settingsFor = ({ databaseUrl, config }: TestShop) => ({ DATABASE_URL: databaseUrl, DATA_DIR: config.dataDir });
const passwordIn = (stdout: string) => /Owner's login +\S+ +(\S+) +\(shown this once\)/.exec(stdout)?.[1];
const logIn = (shop: TestShop, email: string, password = "") =>
  ask(shop, "POST", "login", { json: { email, password } });
const roleOf = async (shop: TestShop, token: string) => (await ask(shop, "GET", "profile", { token })).json().role;

test("creates an owner, gives an owner a new password or promotes an account, while the shop runs, and ends older tokens", async ({
  shop,
}) => {
  const email = someEmail();
  const created = await owner(settingsFor(shop), "--email", email.toUpperCase());
  expect(created.code).toBe(0);
  const first = await logIn(shop, email, passwordIn(created.stdout));
  expect(first.statusCode, created.stdout).toBe(200);
  expect(await roleOf(shop, first.json().token)).toBe("owner");

  const again = await owner(settingsFor(shop), "--email", email);
  expect((await logIn(shop, email, passwordIn(created.stdout))).statusCode, "the password before").toBe(401);
  expect((await logIn(shop, email, passwordIn(again.stdout))).statusCode, again.stdout).toBe(200);

  const customer = await register(shop);
  expect(await statusOf(shop, customer.token)).toBe(200);
  const chosen = ["--password", "a password of my own"];
  const promoted = await owner(settingsFor(shop), "--email", customer.email, ...chosen);
  expect([promoted.code, promoted.stdout.includes("of my own")]).toEqual([0, false]);
  expect(await statusOf(shop, customer.token)).toBe(401);
  expect((await logIn(shop, customer.email, customer.password)).statusCode).toBe(401);
  const reply = await logIn(shop, customer.email, "a password of my own");
  expect(await roleOf(shop, reply.json().token)).toBe("owner");
  expect((await logIn(shop, OWNER.email, OWNER.password)).statusCode, "another owner's login").toBe(200);
});

test("invalid input exits with one line and changes nothing", async ({ shop }) => {
  const wrong: [string[], RegExp][] = [
    [[], /^Email is required\. Usage: .+\n$/],
    [["--email", "nobody"], /^Enter a valid e-mail address\. .+\n$/],
    [["--email", OWNER.email, "--password", "Password123"], /^This password is too common: .+ Usage: .+\n$/],
    [["--name", "x"], /^Unknown option '--name'\. .+\n$/],
  ];
  for (const [args, line] of wrong) {
    const { code, stdout, stderr } = await owner(settingsFor(shop), ...args);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(line);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  }
  const setting = await owner({ ...settingsFor(shop), PORT: "many" }, "--email", OWNER.email);
  expect([setting.code, setting.stderr]).toEqual([1, "PORT must be a whole number, for example 3000.\n"]);
  expect((await logIn(shop, OWNER.email, OWNER.password)).statusCode).toBe(200);
});
