import { readFile, rm, writeFile } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import type { SealedState } from "../../src/contracts/settings/sealed-settings.ts";
import type { FirstDay } from "../../src/contracts/settings/settings-calls.ts";
import { systemClock } from "../../src/server/platform/clock.ts";
import { sealedSettings } from "../../src/server/settings/sealed-setting-table.ts";
import { runDoctor } from "../../src/server/startup/run-doctor.ts";
import { asOwner } from "../support/admin.ts";
import { makeCustomer } from "../support/customers.ts";
import { json } from "../support/fake-server.ts";
import { problemOf } from "../support/forms.ts";
import { startMailServer } from "../support/mail-server.ts";
import { beginPayment, orderOne, payInSandbox, readOrder, setStatus } from "../support/orders.ts";
import { sendWebhook, webhookOf } from "../support/paying-shop.ts";
import { KEYS, refusal, startRazorpay } from "../support/razorpay.ts";
import { refund, refundsIn } from "../support/refunds.ts";
import { setUpTotp } from "../support/second-factor.ts";
import { OWNER, openOwnShop, openSecondShop, type TestShop } from "../support/test-shop.ts";

const proof = { currentPassword: OWNER.password };
const LONG_SECRET = "a1B2c3D4e5F6g7H8i9J0k1L2";
const typedKeys = { keyId: KEYS.keyId, keySecret: "secret-of-the-key-4321", webhookSecret: "short" };

/** The fake provider accepts every key: tests choose its other answers. */
async function openShopAndProvider(settings: Record<string, string> = {}) {
  const razorpay = await startRazorpay();
  onTestFinished(razorpay.stop);
  const authorization = `Basic ${Buffer.from(`${KEYS.keyId}:${KEYS.keySecret}`).toString("base64")}`;
  razorpay.breakDown((reply, request) =>
    razorpay.serve(reply, { ...request, headers: { ...request.headers, authorization } }),
  );
  return { razorpay, shop: await openOwnShop({ RAZORPAY_API_URL: razorpay.settings.RAZORPAY_API_URL, ...settings }) };
}

const put = (shop: TestShop, group: string, values: object, version = 0) =>
  asOwner(shop, "PUT", `/api/settings/${group}`, { version, ...values, ...proof });
const tryOut = (shop: TestShop, group: string, values: object) =>
  asOwner(shop, "POST", `/api/settings/${group}/test`, values);
async function readState(shop: TestShop, group: string) {
  const reply = await asOwner(shop, "GET", "/api/settings");
  return (reply.json() as SealedState[]).find((state) => state.group === group)!;
}
const readMode = async (shop: TestShop) =>
  ((await asOwner(shop, "GET", "/api/first-day")).json() as FirstDay).payments.mode;

test("typed keys are tried, stored encrypted, shown without secrets and used by every process at once", async () => {
  const { shop, razorpay } = await openShopAndProvider();
  const second = await openSecondShop(shop);
  const siteOf = async () => (await second.app.inject("/api/site")).json();
  expect(await siteOf()).toMatchObject({ payments: "sandbox", checkoutScript: "/sandbox/razorpay/checkout.js" });
  expect(await readState(shop, "payments")).toMatchObject({ source: "none", version: 0 });

  const customer = await makeCustomer(shop);
  const body = { version: 0, ...typedKeys };
  const asCustomer = await shop.call("PUT", "/api/settings/payments", { token: customer.token, json: body });
  expect(asCustomer.statusCode).toBe(403);
  expect(problemOf(await asOwner(shop, "PUT", "/api/settings/payments", body)).code).toBe("confirm_password");
  expect(razorpay.seen).toEqual([]);
  const wrongPassword = { ...body, currentPassword: "not my password" };
  expect(problemOf(await asOwner(shop, "PUT", "/api/settings/payments", wrongPassword)).code).toBe("wrong_password");
  expect(problemOf(await put(shop, "payments", { ...typedKeys, keyId: "abc" })).fields).toHaveProperty("keyId");
  expect(problemOf(await put(shop, "payments", { keyId: KEYS.keyId })).fields).toEqual({
    keySecret: "This is required.",
    webhookSecret: "This is required.",
  });
  for (const path of ["history", "draft"]) {
    const reply = await asOwner(shop, path === "draft" ? "DELETE" : "GET", `/api/settings/payments/${path}`);
    expect(reply.statusCode).toBe(400);
  }

  const works = await tryOut(shop, "payments", typedKeys);
  expect(works.json()).toEqual({ message: "Razorpay accepts these test keys: no money moves." });
  razorpay.replyNext(refusal("Authentication failed", 401), json({ hello: "there" }));
  const wrong = await put(shop, "payments", typedKeys);
  expect(problemOf(wrong).fields!.keySecret).toMatch(/does not accept this key id with this key secret/);
  expect(problemOf(await tryOut(shop, "payments", typedKeys)).fields!.keySecret).toMatch(/^Razorpay answered/);
  razorpay.replyNext(...Array.from({ length: 3 }, () => json({}, 503)));
  expect(problemOf(await put(shop, "payments", typedKeys)).fields!.keySecret).toMatch(/blocked on this server/);
  expect(await readMode(shop)).toBe("sandbox");

  const saved = await put(shop, "payments", typedKeys);
  expect(saved.statusCode, saved.body).toBe(200);
  expect(saved.json()).toEqual({
    group: "payments",
    version: 1,
    source: "settings",
    values: { keyId: KEYS.keyId },
    secrets: { keySecret: "4321", webhookSecret: "" },
    updatedAt: shop.clock.now().toISOString(),
    updatedBy: OWNER.email,
    problem: null,
  });
  const checkoutScript = "https://checkout.razorpay.com/v1/checkout.js";
  expect((await shop.call("GET", "/api/site")).json()).toMatchObject({ payments: "razorpay", checkoutScript });
  await expect.poll(siteOf).toMatchObject({ payments: "razorpay", checkoutScript });
  expect((await shop.call("GET", "/sandbox/razorpay/checkout.js")).statusCode).toBe(404);

  const { buyer, order } = await orderOne(shop, 5, 1);
  const payment = await beginPayment(shop, buyer, order._id);
  expect(payment.key).toBe(KEYS.keyId);
  const basic = Buffer.from(`${KEYS.keyId}:${typedKeys.keySecret}`).toString("base64");
  expect(razorpay.seen.at(-1)!.headers.authorization).toBe(`Basic ${basic}`);
  // Only an order from before the keys is looked for again: each attempt to pay would cost a call.
  shop.clock.advance(5 * 60_000);
  const later = await orderOne(shop, 5, 1);
  await beginPayment(shop, later.buyer, later.order._id);
  const calls = razorpay.seen.length;
  await beginPayment(shop, later.buyer, later.order._id);
  expect(razorpay.seen).toHaveLength(calls);
  // An unchanged secret is kept; two owners cannot overwrite each other.
  shop.clock.advance(60_000);
  const again = await put(shop, "payments", { keyId: KEYS.keyId, webhookSecret: KEYS.webhookSecret }, 1);
  expect(again.json().secrets.keySecret).toBe("4321");
  const conflict = await put(shop, "payments", typedKeys, 1);
  expect([conflict.statusCode, problemOf(conflict).code, conflict.json().current.version]).toEqual([
    409,
    "changed_meanwhile",
    2,
  ]);
  const paid = await razorpay.pay(payment.orderId);
  expect((await sendWebhook(second, webhookOf(paid))).statusCode).toBe(200);
  expect((await readOrder(shop, buyer.token, order._id)).status).toBe("paid");

  const activity = await asOwner(shop, "GET", "/api/activity?kind=setting");
  expect(activity.json()).toMatchObject([
    { title: "Settings: Payments", changes: { webhookSecret: ["••••", "••••"] } },
    { title: "Settings: Payments", changes: { keyId: [null, "••••"], keySecret: [null, "••••"] } },
  ]);
  const [row] = await shop.db.select().from(sealedSettings);
  const everything = [row!.sealed, activity.body, saved.body, again.body, conflict.body, ...shop.logLines].join("\n");
  for (const secret of [typedKeys.keySecret, KEYS.webhookSecret, OWNER.password])
    expect(everything).not.toContain(secret);

  const removed = await asOwner(shop, "DELETE", "/api/settings/payments", { version: 2, ...proof });
  expect(removed.json()).toMatchObject({ source: "none", version: 3, values: {} });
  expect(await readMode(shop)).toBe("sandbox");
});

test("a shop without sandbox and keys waits for typed ones; a code of an authenticator app is used up only by values that are saved", async () => {
  const { shop, razorpay } = await openShopAndProvider({ PAYMENTS: "razorpay" });
  expect(await readMode(shop)).toBe("none");
  const { codeAt } = await setUpTotp(shop);
  const save = (code?: string) =>
    asOwner(shop, "PUT", "/api/settings/payments", { version: 0, ...typedKeys, ...(code && { code }) });
  expect((await tryOut(shop, "payments", typedKeys)).statusCode).toBe(200);
  razorpay.seen.length = 0;
  expect(problemOf(await save()).code).toBe("confirm_second_factor");
  expect(razorpay.seen).toEqual([]);
  razorpay.replyNext(refusal("Authentication failed", 401));
  expect(problemOf(await save(codeAt())).fields).toHaveProperty("keySecret");
  expect((await save("000000")).statusCode).toBe(403);
  expect(await readState(shop, "payments")).toMatchObject({ source: "none" });
  expect((await save(codeAt())).statusCode).toBe(200);
  expect(await readMode(shop)).toBe("test");
});

test("orders of the sandbox can be paid and cancelled after live keys came; their refunds say why they fail", async () => {
  const { shop, razorpay } = await openShopAndProvider();
  await shop.app.listen({ port: 0, host: "127.0.0.1" });
  const [pending, stale, sold] = [await orderOne(shop, 5, 1), await orderOne(shop, 5, 1), await orderOne(shop, 5, 1)];
  const begun = await beginPayment(shop, pending.buyer, pending.order._id);
  await beginPayment(shop, stale.buyer, stale.order._id);
  const { orderId } = await beginPayment(shop, sold.buyer, sold.order._id);
  const { razorpay_payment_id: paymentId, razorpay_signature: signature } = await payInSandbox(shop, orderId);
  const claim = { status: "paid", paymentId, signature };
  expect((await setStatus(shop, sold.buyer.token, sold.order._id, claim)).statusCode).toBe(200);
  expect(razorpay.seen).toEqual([]);

  const live = { ...typedKeys, keyId: "rzp_live_AAAAAAAAAAAAAA", webhookSecret: KEYS.webhookSecret };
  expect((await put(shop, "payments", live)).statusCode).toBe(200);
  expect(await readMode(shop)).toBe("live");
  await shop.services.payments.rescheduleAll();
  await shop.services.jobs.runDue(["payment"]);
  const again = await beginPayment(shop, pending.buyer, pending.order._id);
  expect(again.orderId).not.toBe(begun.orderId);
  expect(await beginPayment(shop, pending.buyer, pending.order._id)).toEqual(again);
  await sendWebhook(shop, webhookOf(await razorpay.pay(again.orderId)));
  expect((await readOrder(shop, pending.buyer.token, pending.order._id)).status).toBe("paid");
  expect(await shop.services.payments.check(stale.order._id)).toBe(true);
  expect((await setStatus(shop, shop.ownerToken, stale.order._id, { status: "cancelled" })).statusCode).toBe(200);

  await refund(shop, sold.order._id, { amount: 1 });
  expect(await refundsIn(shop, sold.order._id)).toMatchObject([
    { status: "failed", failure: expect.stringContaining("made in the sandbox") },
  ]);
});

test("a public shop without keys starts, refuses payments, and never falls back to the sandbox", async () => {
  const { shop } = await openShopAndProvider({ PUBLIC_URL: "https://shop.example.com" });
  const begin = ({ buyer, order }: Awaited<ReturnType<typeof orderOne>>) =>
    shop.call("POST", "/api/payments/razorpay", { token: buyer.token, json: { orderId: order._id } });
  const placed = await orderOne(shop, 5, 1);
  const refused = await begin(placed);
  expect([refused.statusCode, problemOf(refused)]).toMatchObject([503, { code: "payments_not_ready" }]);
  expect((await sendWebhook(shop, webhookOf({}))).statusCode).toBe(401);
  expect((await put(shop, "payments", typedKeys)).statusCode).toBe(200);
  expect((await begin(placed)).statusCode).toBe(200);

  // A lost key is explained, and a new one is made only when the values are typed again.
  const { settingsKeyFile } = shop.config;
  const key = await readFile(settingsKeyFile, "utf8");
  const doctor = async () => {
    const options = { db: shop.db, clock: systemClock, config: shop.config, root: process.cwd() };
    const results = await runDoctor({ ...options, passwordMatches: async () => false });
    return results.find(({ title }) => title === "Shop settings")!.findings.map(({ message }) => message);
  };
  for (const [change, reason] of [
    [() => rm(settingsKeyFile), "is missing"],
    [() => writeFile(settingsKeyFile, "half"), "is damaged"],
    [() => writeFile(settingsKeyFile, "f".repeat(64)), "is not the one"],
  ] as const) {
    await change();
    // The same shop at an http address, which has a sandbox without keys.
    const another = await openSecondShop({ ...shop, config: { ...shop.config, payments: "sandbox" } });
    const opened = await another.services.sealed.read();
    expect(opened.payments.problem).toContain(reason);
    expect((await another.services.provider.current()).mode).toBe("none");
    expect((await readState(shop, "payments")).problem).toContain(reason);
    if (reason === "is damaged") {
      expect(await doctor()).toEqual([expect.stringContaining(reason)]);
      expect(problemOf(await put(shop, "payments", typedKeys, 1)).code).toBe("settings_key_damaged");
    }
  }
  await writeFile(settingsKeyFile, key);
  expect(await readState(shop, "payments")).toMatchObject({ source: "settings", version: 1, problem: null });
});

test("environment variables win and are shown; without rate limits typed keys are not used", async () => {
  const smtp = "smtps://some%one:mail-password-9876@mail.example.com";
  const shop = await openOwnShop({
    RAZORPAY_KEY_ID: KEYS.keyId,
    RAZORPAY_KEY_SECRET: LONG_SECRET,
    RAZORPAY_WEBHOOK_SECRET: KEYS.webhookSecret,
    SMTP_URL: smtp,
  });
  expect(await readState(shop, "payments")).toMatchObject({
    source: "environment",
    values: { keyId: KEYS.keyId },
    secrets: { keySecret: "k1L2" },
  });
  expect(await readState(shop, "mail")).toMatchObject({
    source: "environment",
    values: { host: "mail.example.com", security: "tls", user: "some%one" },
    secrets: { password: "9876" },
  });
  expect(problemOf(await put(shop, "payments", typedKeys)).code).toBe("set_on_server");
  const reply = await asOwner(shop, "GET", "/api/settings");
  for (const secret of [LONG_SECRET, KEYS.webhookSecret, "mail-password"]) expect(reply.body).not.toContain(secret);

  const { shop: open } = await openShopAndProvider({ RATE_LIMIT: "off" });
  const live = { ...typedKeys, keyId: "rzp_live_typed" };
  expect(problemOf(await put(open, "payments", live)).fields).toHaveProperty("keyId");
  const sandbox = await openOwnShop({ PAYMENTS: "sandbox" });
  expect(await readState(sandbox, "payments")).toMatchObject({ source: "environment", values: {} });
});

test("a typed mail server is tried with a real mail and sends from then on; its password goes to no other server", async () => {
  const server = await startMailServer();
  onTestFinished(server.stop);
  const shop = await openOwnShop();
  const typed = { host: "127.0.0.1", port: `${server.port}`, security: "none", sender: "Tara <tara@example.com>" };
  const unreachable = { ...typed, port: "1" };
  expect(problemOf(await tryOut(shop, "mail", unreachable)).fields).toEqual({
    host: "The mail server could not be reached: check server and port.",
  });
  expect(problemOf(await put(shop, "mail", unreachable)).fields).toHaveProperty("host");
  expect(problemOf(await put(shop, "mail", { ...typed, security: "starttls" })).fields).toHaveProperty("security");
  expect(problemOf(await put(shop, "mail", { ...typed, host: "a b" })).fields).toHaveProperty("host");
  expect((await put(shop, "mail", typed)).statusCode).toBe(200);
  expect(server.received).toMatchObject([{ from: "tara@example.com", recipients: [OWNER.email] }]);
  const sent = await asOwner(shop, "POST", "/api/first-day/test-mail");
  expect(sent.json().outcome).toBe("sent");
  expect(server.received).toHaveLength(2);

  const withLogin = await put(shop, "mail", { ...typed, user: "tara", password: "pass word" }, 1);
  expect(withLogin.json()).toMatchObject({ version: 2, values: { user: "tara" }, secrets: { password: "" } });
  for (const change of [{ port: "1" }, { security: "tls" }, { host: "localhost" }, { user: "mira" }]) {
    const moved = await tryOut(shop, "mail", { ...typed, user: "tara", ...change });
    expect(problemOf(moved).fields).toEqual({ password: "Type it again for the changed server." });
  }
  for (let tries = 0; tries < 15; tries++) await tryOut(shop, "mail", typed);
  const limited = await put(shop, "mail", typed, 2);
  expect(limited.statusCode).toBe(429);
});
