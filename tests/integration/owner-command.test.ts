import { expect, onTestFinished } from "vitest";
import { ask, openOwnShop, register, someEmail, statusOf } from "../support/people.ts";
import { runCommand } from "../support/run-command.ts";
import { startShop } from "../support/shop-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { OWNER, type TestShop, test } from "../support/test-shop.ts";

const owner = (settings: Record<string, string>, ...args: string[]) => runCommand("owner", settings, ...args);

const settingsFor = ({ databaseUrl, config }: TestShop) => ({ DATABASE_URL: databaseUrl, DATA_DIR: config.dataDir });
const passwordIn = (stdout: string) => /Owner's login +\S+ +(\S+) +\(shown this once\)/.exec(stdout)?.[1];
const logIn = (shop: TestShop, email: string, password = "") =>
  ask(shop, "POST", "login", { json: { email, password } });
const roleOf = async (shop: TestShop, token: string) => (await ask(shop, "GET", "profile", { token })).json().role;

test("creates an owner with a generated or a given password", async ({ shop }) => {
  const email = someEmail();
  const { code, stdout } = await owner(settingsFor(shop), "--email", email.toUpperCase());
  expect(code).toBe(0);
  const reply = await logIn(shop, email, passwordIn(stdout));
  expect(reply.statusCode, stdout).toBe(200);
  expect(await roleOf(shop, reply.json().token)).toBe("owner");

  const chosen = await owner(settingsFor(shop), "--email", email, "--password", "four words of mine");
  expect([chosen.code, chosen.stdout.includes("four words")]).toEqual([0, false]);
  expect((await logIn(shop, email, passwordIn(stdout))).statusCode).toBe(401);
  expect((await logIn(shop, email, "four words of mine")).statusCode).toBe(200);
  expect((await logIn(shop, OWNER.email, OWNER.password)).statusCode).toBe(200);
});

test("promotes an account while the shop runs and ends its older tokens", async () => {
  const shop = await openOwnShop();
  const { email, password, token } = await register(shop);
  expect(await statusOf(shop, token)).toBe(200);
  const { code, stdout } = await owner(settingsFor(shop), "--email", email);
  expect(code).toBe(0);
  expect(await statusOf(shop, token)).toBe(401);
  expect((await logIn(shop, email, password)).statusCode).toBe(401);
  const reply = await logIn(shop, email, passwordIn(stdout));
  expect(await roleOf(shop, reply.json().token)).toBe("owner");
});

test.skipIf(process.env.DATABASE_ONLY)(
  "works on the embedded database, whether the shop runs or not",
  {
    timeout: 120_000,
  },
  async () => {
    const home = await temporaryFolder();
    onTestFinished(home.remove);
    const settings = { DATA_DIR: home.folder, DEMO_DATA: "off", LOG_LEVEL: "warn" };
    const stopped = await owner(settings, "--email", "first@example.com", "--password", "four words of mine");
    expect(stopped.stderr).toBe("");
    expect(stopped.code).toBe(0);

    const shop = await startShop(settings);
    onTestFinished(() => shop.stop());
    const running = await owner(settings, "--email", "second@example.com", "--password", "four words of mine");
    expect([running.code, running.stderr]).toEqual([0, ""]);
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

test("invalid input exits with one line and changes nothing", async ({ shop }) => {
  const wrong: [string[], RegExp][] = [
    [[], /^Email is required\. Usage: .+\n$/],
    [["--email", "nobody"], /^Enter a valid e-mail address\. .+\n$/],
    [["--email", OWNER.email, "--password", "short"], /^Password must have 8 to 128 characters\. .+\n$/],
    [["--email", OWNER.email, "--password", "Password123"], /^This password is too common: .+ Usage: .+\n$/],
    [["--name", "x"], /^Unknown option '--name'\. .+\n$/],
    [["--email"], /^.+ Usage: .+\n$/],
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
