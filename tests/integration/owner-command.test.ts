import { execFile } from "node:child_process";
import path from "node:path";
import { expect, onTestFinished, vi } from "vitest";
import { ask, openOwnShop, register, someEmail, statusOf } from "../support/people.ts";
import { startShop } from "../support/shop-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { OWNER, type TestShop, test } from "../support/test-shop.ts";

const script = path.resolve(import.meta.dirname, "../../scripts/owner.ts");

/** Runs the command beside the shop; answers how it ended and what it said. */
function owner(settings: Record<string, string>, ...args: string[]) {
  return new Promise<{ code: number; said: string; complained: string }>((resolve) => {
    const env = { PATH: process.env.PATH, ...settings };
    execFile(process.execPath, [script, ...args], { env }, (error, said, complained) =>
      resolve({ code: Number(error?.code ?? 0), said, complained }),
    );
  });
}

const beside = ({ databaseUrl, config }: TestShop) => ({ DATABASE_URL: databaseUrl, DATA_DIR: config.dataDir });
const passwordIn = (said: string) => /Owner's login +\S+ +(\S+) +\(shown this once\)/.exec(said)?.[1];
const logIn = (shop: TestShop, email: string, password = "") =>
  ask(shop, "POST", "login", { json: { email, password } });
const roleOf = async (shop: TestShop, token: string) => (await ask(shop, "GET", "profile", { token })).json().role;

test("makes a new owner, with a password that is shown once or one that is given", async ({ shop }) => {
  const email = someEmail();
  const { code, said } = await owner(beside(shop), "--email", email.toUpperCase());
  expect(code).toBe(0);
  const reply = await logIn(shop, email, passwordIn(said));
  expect(reply.statusCode, said).toBe(200);
  expect(await roleOf(shop, reply.json().token)).toBe("owner");

  const given = await owner(beside(shop), "--email", email, "--password", "four words of mine");
  expect([given.code, given.said.includes("four words")]).toEqual([0, false]);
  expect((await logIn(shop, email, passwordIn(said))).statusCode).toBe(401);
  expect((await logIn(shop, email, "four words of mine")).statusCode).toBe(200);
  expect((await logIn(shop, OWNER.email, OWNER.password)).statusCode).toBe(200);
});

test("makes an account an owner's while the shop runs, and ends its older logins there", async () => {
  const shop = await openOwnShop();
  const { email, password, token } = await register(shop);
  expect(await statusOf(shop, token)).toBe(200);
  const { code, said } = await owner(beside(shop), "--email", email);
  expect(code).toBe(0);
  await vi.waitFor(async () => expect(await statusOf(shop, token)).toBe(401), { timeout: 15_000, interval: 10 });
  expect((await logIn(shop, email, password)).statusCode).toBe(401);
  const reply = await logIn(shop, email, passwordIn(said));
  expect(await roleOf(shop, reply.json().token)).toBe("owner");
});

test.skipIf(process.env.DATABASE_ONLY)(
  "works on the shop's own database, whether the shop runs or not",
  {
    timeout: 120_000,
  },
  async () => {
    const home = await temporaryFolder();
    onTestFinished(home.remove);
    const settings = { DATA_DIR: home.folder, DEMO_DATA: "off", LOG_LEVEL: "warn" };
    const stopped = await owner(settings, "--email", "first@example.com", "--password", "four words of mine");
    expect(stopped.complained).toBe("");
    expect(stopped.code).toBe(0);

    const shop = await startShop(settings);
    onTestFinished(() => shop.stop());
    const running = await owner(settings, "--email", "second@example.com", "--password", "four words of mine");
    expect([running.code, running.complained]).toEqual([0, ""]);
    for (const email of ["first@example.com", "second@example.com"]) {
      const reply = await fetch(`${shop.url}/api/users/login`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email, password: "four words of mine" }),
      });
      expect(reply.status).toBe(200);
    }
  },
);

test("bad input ends in one readable line and changes nothing", async ({ shop }) => {
  const wrong: [string[], RegExp][] = [
    [[], /^Email is required\. Usage: .+\n$/],
    [["--email", "nobody"], /^Enter a valid e-mail address\. .+\n$/],
    [["--email", OWNER.email, "--password", "short"], /^Password must have 8 to 128 characters\. .+\n$/],
    [["--name", "x"], /^Unknown option '--name'\. .+\n$/],
    [["--email"], /^.+ Usage: .+\n$/],
  ];
  for (const [args, line] of wrong) {
    const { code, said, complained } = await owner(beside(shop), ...args);
    expect([code, said]).toEqual([1, ""]);
    expect(complained).toMatch(line);
    expect(complained.trim().split("\n")).toHaveLength(1);
  }
  const setting = await owner({ ...beside(shop), PORT: "many" }, "--email", OWNER.email);
  expect([setting.code, setting.complained]).toEqual([1, "PORT must be a whole number, for example 3000.\n"]);
  expect((await logIn(shop, OWNER.email, OWNER.password)).statusCode).toBe(200);
});
