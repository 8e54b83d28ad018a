import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { readConfig, readIntakeKey } from "../../src/server/config.ts";
import { createCurrentProvider } from "../../src/server/payments/provider/current-provider.ts";
import { ConfigError } from "../../src/server/platform/environment.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const secret = "s".repeat(32);
const keys = {
  RAZORPAY_KEY_ID: "rzp_live_abc123",
  RAZORPAY_KEY_SECRET: "key-secret",
  RAZORPAY_WEBHOOK_SECRET: "hook-secret",
};

const read = (env: Record<string, string> = {}) => readConfig({ JWT_SECRET: secret, ...env });

/** The one-line error message for invalid settings. */
function configError(env: Record<string, string>) {
  try {
    read(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    const { message } = error as ConfigError;
    expect(message).not.toContain("\n");
    return message;
  }
  throw new Error(`${JSON.stringify(env)} was accepted`);
}

async function ownFolder() {
  const home = await temporaryFolder();
  onTestFinished(home.remove);
  return home.folder;
}

test("every setting has a working default", () => {
  expect(read()).toMatchObject({
    port: 3000,
    host: "127.0.0.1",
    trustProxy: 0,
    workers: 1,
    publicUrl: "http://localhost:3000",
    dataDir: path.resolve("data"),
    databaseUrl: undefined,
    demoData: true,
    owner: { email: "owner@example.com", password: undefined },
    jwtSecret: secret,
    payments: "sandbox",
    smtpUrl: undefined,
    mailFrom: undefined,
    web3forms: null,
    rateLimit: true,
    metricsToken: undefined,
    logLevel: "info",
  });
});

test("reads every environment variable", () => {
  const env = {
    PORT: "8080",
    HOST: "0.0.0.0",
    TRUST_PROXY: "2",
    WEB_CONCURRENCY: "4",
    METRICS_TOKEN: "a-token-for-the-figures",
    BACKUP_DIR: "/var/backups/shop",
    BACKUP_KEEP: "30",
    PUBLIC_URL: "https://shop.example.com/",
    DATA_DIR: "/var/lib/shop",
    DATABASE_URL: "postgres://u:p@db:5432/shop",
    DEMO_DATA: "off",
    OWNER_EMAIL: "me@example.com",
    OWNER_PASSWORD: "four words of mine",
    SMTP_URL: "smtps://u:p@smtp.example.com",
    MAIL_FROM: "The Shop <shop@example.com>",
    LOG_LEVEL: "debug",
    WEB3FORMS_ACCESS_KEY: "form-key",
    ...keys,
  };
  expect(read(env)).toMatchObject({
    port: 8080,
    host: "0.0.0.0",
    trustProxy: 2,
    workers: 4,
    metricsToken: "a-token-for-the-figures",
    backup: { folder: "/var/backups/shop", keep: 30 },
    publicUrl: "https://shop.example.com",
    dataDir: "/var/lib/shop",
    databaseUrl: env.DATABASE_URL,
    demoData: false,
    owner: { email: "me@example.com", password: "four words of mine" },
    payments: "razorpay",
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    logLevel: "debug",
    web3forms: { url: "https://api.web3forms.com/submit", accessKey: "form-key" },
  });
  expect(read({ PORT: "8080" }).publicUrl).toBe("http://localhost:8080");
  expect(read({ RATE_LIMIT: "off" }).rateLimit).toBe(false);
});

test("with payment keys, demo data is loaded only when DEMO_DATA=on is written out", async () => {
  expect(read(keys).demoData).toBe(false);
  expect(read({ ...keys, DEMO_DATA: "" }).demoData).toBe(false);
  expect(read({ ...keys, DEMO_DATA: "on" }).demoData).toBe(true);
  expect(read({ DEMO_DATA: "off" }).demoData).toBe(false);
  // compose.yaml must not write it out either.
  expect(await readFile("compose.yaml", "utf8")).toMatch(/ DEMO_DATA: \$\{DEMO_DATA:-\}\n/);
});

test("compose.yaml passes on every setting of the README that Docker does not fix", async () => {
  const [readme, compose] = await Promise.all([readFile("README.md", "utf8"), readFile("compose.yaml", "utf8")]);
  const table = readme.slice(readme.indexOf("## Configuration"), readme.indexOf("## Deploy"));
  const rows = table.split("\n").filter((line) => line.startsWith("| `"));
  const names = rows.flatMap((row) => row.split("|")[1]!.match(/[A-Z][A-Z0-9_]+/g)!);
  const fixed = ["PORT", "HOST", "DATA_DIR", "DATABASE_DIRECT_URL", "RATE_LIMIT"];
  expect(names.filter((name) => !fixed.includes(name) && !compose.includes(`      ${name}: `))).toEqual([]);
});

test("treats an empty variable as unset and trims white space", () => {
  const names = ["PORT", "PUBLIC_URL", "DATABASE_URL", "DEMO_DATA", "OWNER_PASSWORD", "PAYMENTS", "RAZORPAY_KEY_ID"];
  expect(read(Object.fromEntries(names.map((name) => [name, ""])))).toEqual(read());
  expect(read({ PORT: " 8080 ", RATE_LIMIT: "off\n" })).toMatchObject({ port: 8080, rateLimit: false });
});

describe("reports an invalid value in one line with the variable and an example", () => {
  test.each([
    ["PORT", ["abc", "-1", "65536", "3000.5", "0x10", "1e3"], "3000"],
    ["TRUST_PROXY", ["yes", "true", "11", "-1"], "1"],
    ["WEB_CONCURRENCY", ["0", "65", "two", "1.5", "-1"], "2"],
    ["BACKUP_KEEP", ["0", "1001", "all"], "14"],
    ["METRICS_TOKEN", ["short", "with a space in it, and long"], "openssl rand -hex 32"],
    ["PUBLIC_URL", ["shop.example.com", "ftp://shop.example.com", "//x", "http//x"], "https://shop.example.com"],
    ["DATABASE_URL", ["localhost:5432", "mysql://x/y", "x"], "postgres://user:password@localhost:5432/shop"],
    ["DEMO_DATA", ["yes", "true", "ON"], "on"],
    ["OWNER_EMAIL", ["owner", "owner@", "@example.com"], "owner@example.com"],
    ["OWNER_PASSWORD", ["short", "x".repeat(129)], "a phrase of four words"],
    ["JWT_SECRET", ["short", "x".repeat(31)], "openssl rand -hex 32"],
    ["RAZORPAY_KEY_ID", ["abc", "rzp_abc", "rzp_live_"], "rzp_live_XXXXXXXXXXXXXX"],
    [
      "RAZORPAY_API_URL",
      ["api.razorpay.com", "ftp://x", "https://user:word@x/v1", "https://x/v1?a=b", "https://x/#v1"],
      "https://api.razorpay.com/v1",
    ],
    ["PAYMENTS", ["stripe", "off"], "razorpay"],
    ["SMTP_URL", ["smtp.example.com", "http://smtp.example.com", "smtp://"], "smtps://user:password@smtp.example.com"],
    ["MAIL_FROM", ["shop", "Shop <shop>", "a@example.com, b@example.com"], "Nakshatra <namaste@example.com>"],
    ["RATE_LIMIT", ["0", "no", "OFF"], "on"],
    ["LOG_LEVEL", ["verbose", "INFO"], "info"],
  ])("%s", (name, values, example) => {
    for (const value of values) {
      const line = configError({ [name]: value });
      expect(line).toMatch(new RegExp(`^${name} `));
      expect(line).toContain(example);
    }
  });
});

test("error messages do not repeat secrets", () => {
  expect(configError({ OWNER_PASSWORD: "hunter2" })).not.toContain("hunter2");
  expect(configError({ JWT_SECRET: "hunter2" })).not.toContain("hunter2");
  expect(configError({ DATABASE_URL: "mysql://u:hunter2@db/x" })).not.toContain("hunter2");
});

test("a public shop takes no payments without keys, and has a sandbox only when PAYMENTS=sandbox is set", () => {
  const PUBLIC_URL = "https://shop.example.com";
  expect(read({ PUBLIC_URL })).toMatchObject({ payments: "none", hasFixedPayments: false });
  expect(read({ PUBLIC_URL, PAYMENTS: "sandbox" })).toMatchObject({ payments: "sandbox", hasFixedPayments: true });
  expect(read({ PUBLIC_URL, ...keys }).payments).toBe("razorpay");
  expect(read({ PAYMENTS: "razorpay" })).toMatchObject({ payments: "none", hasFixedPayments: false });
  expect(read({ PUBLIC_URL: "http://shop.example.com" }).payments).toBe("sandbox");
  expect(read({ ...keys, PAYMENTS: "sandbox" }).payments).toBe("sandbox");
});

test("live payments need all three keys", () => {
  const { RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET } = keys;
  expect(configError({ RAZORPAY_KEY_ID })).toContain("RAZORPAY_KEY_SECRET");
  expect(configError({ RAZORPAY_KEY_SECRET })).toContain("RAZORPAY_KEY_ID");
  expect(configError({ RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET })).toMatch(/^RAZORPAY_WEBHOOK_SECRET /);
});

test("with keys the provider gets them, and the URL in RAZORPAY_API_URL if there is one", () => {
  expect(read(keys).provider).toEqual({
    keyId: keys.RAZORPAY_KEY_ID,
    keySecret: keys.RAZORPAY_KEY_SECRET,
    webhookSecret: keys.RAZORPAY_WEBHOOK_SECRET,
    apiUrl: undefined,
  });
  const elsewhere = { ...keys, RAZORPAY_API_URL: "https://pay.example.com/v1/" };
  expect(read(elsewhere).provider.apiUrl).toBe("https://pay.example.com/v1");
});

test("payments are live with live keys only, not with test keys or in the sandbox", async () => {
  const isLive = async (env: Record<string, string> = {}) => {
    const options = { ...read(env), selfUrl: () => undefined, readKeys: async () => ({}) };
    return (await createCurrentProvider(options).current()).isLive;
  };
  expect(await isLive(keys)).toBe(true);
  expect(await isLive({ ...keys, RAZORPAY_KEY_ID: "rzp_test_abc123" })).toBe(false);
  expect(await isLive({ ...keys, PAYMENTS: "sandbox" })).toBe(false);
  expect(await isLive()).toBe(false);
});

test("without keys the provider gets sandbox keys, which are the same in every process", () => {
  const { provider } = read();
  expect(provider.apiUrl).toBeUndefined();
  expect(provider.keyId).toMatch(/^rzp_test_[A-Za-z0-9]{14}$/);
  expect(read().provider).toEqual(provider);
  const other = read({ JWT_SECRET: "t".repeat(32) }).provider;
  expect(new Set([...Object.values(provider), ...Object.values(other)]).size).toBe(7);
  // Real keys are of no use to the sandbox, so it never sees them.
  expect(read({ ...keys, PAYMENTS: "sandbox" }).provider).toEqual(provider);
  expect(read({ RAZORPAY_API_URL: "http://127.0.0.1:4000/v1" }).provider.apiUrl).toBe("http://127.0.0.1:4000/v1");
});

test("keys travel over plain http only on this machine", () => {
  for (const host of ["localhost", "127.0.0.1", "127.1.2.3", "[::1]"]) {
    const RAZORPAY_API_URL = `http://${host}:4000/v1`;
    expect(read({ ...keys, RAZORPAY_API_URL }).provider.apiUrl).toBe(RAZORPAY_API_URL);
  }
  for (const host of ["api.razorpay.com", "localhost.example.com", "127.0.0.1.example.com", "10.0.0.1"]) {
    expect(configError({ ...keys, RAZORPAY_API_URL: `http://${host}/v1` })).toMatch(/^RAZORPAY_API_URL must be https/);
    expect(configError({ RAZORPAY_API_URL: `http://${host}/v1` })).toMatch(/^RAZORPAY_API_URL must be https/);
  }
});

test("rate limits cannot be off with live payments", () => {
  expect(configError({ ...keys, RATE_LIMIT: "off" })).toMatch(/^RATE_LIMIT .*RATE_LIMIT=on/);
  expect(read({ ...keys, RATE_LIMIT: "on" }).rateLimit).toBe(true);
  expect(read({ ...keys, PAYMENTS: "sandbox", RATE_LIMIT: "off" }).rateLimit).toBe(false);
});

test("the signing secret is generated once with mode 600 and stays the same", async () => {
  const folder = path.join(await ownFolder(), "new", "data");
  const first = readConfig({ DATA_DIR: folder }).jwtSecret;
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  const file = path.join(folder, "jwt-secret");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, "utf8")).toBe(first);
  expect(readConfig({ DATA_DIR: folder }).jwtSecret).toBe(first);
  expect(readConfig({ DATA_DIR: path.join(folder, "other") }).jwtSecret).not.toBe(first);
});

test("uses JWT_SECRET when set and writes no file", async () => {
  const folder = await ownFolder();
  expect(read({ DATA_DIR: folder }).jwtSecret).toBe(secret);
  await expect(stat(path.join(folder, "jwt-secret"))).rejects.toThrow("ENOENT");
});

test.each(["", "short", " "])("does not use a damaged signing secret or key file (%j)", async (content) => {
  const folder = await ownFolder();
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "jwt-secret"), content);
  let made: string | undefined;
  try {
    made = readConfig({ DATA_DIR: folder }).jwtSecret;
  } catch (error) {
    expect((error as Error).message).toContain("jwt-secret");
  }
  if (made !== undefined) expect(made.trim().length).toBeGreaterThanOrEqual(32);
  const key = path.join(folder, "intake.key");
  await writeFile(key, content);
  expect(() => readIntakeKey(key)).toThrow(/^DATA_DIR holds a damaged key, .+intake\.key/);
});

test("S3 needs all of its settings or none", () => {
  const settings = {
    S3_ENDPOINT: "https://s3.example.com",
    S3_BUCKET: "my-shop-pictures",
    S3_ACCESS_KEY: "key",
    S3_SECRET_KEY: "secret",
    S3_REGION: "ap-south-1",
  };
  expect(read().s3).toBeUndefined();
  expect(read(settings).s3).toMatchObject({ endpoint: "https://s3.example.com", bucket: "my-shop-pictures" });
  for (const name of Object.keys(settings)) {
    expect(configError({ ...settings, [name]: "" })).toMatch(new RegExp(`^${name} is missing: .*all five`));
  }
  expect(configError({ ...settings, S3_BUCKET: "My Bucket" })).toMatch(/^S3_BUCKET must be a bucket's name/);
});
