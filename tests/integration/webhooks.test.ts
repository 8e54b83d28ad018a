import { createHmac, randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { decodeJwt } from "jose";
import { Webhook as Verifier } from "standardwebhooks";
import { expect, onTestFinished, vi } from "vitest";
import type { WebhookDelivery } from "../../src/contracts/integrations/integration.ts";
import { webhookEndpoints } from "../../src/server/integrations/integration-table.ts";
import { createIntegrations } from "../../src/server/integrations/service.ts";
import { createPublicRequest } from "../../src/server/platform/http/public-request.ts";
import { createSecretBox } from "../../src/server/platform/secrets.ts";
import { changeSecret } from "../../src/server/startup/change-secret.ts";
import { type Answer, json, type SeenRequest, startFakeServer } from "../support/fake-server.ts";
import { addWebhook, makeOwner, removeOwner } from "../support/integrations.ts";
import { mailsTo } from "../support/mails.ts";
import { orderOne, setStatus } from "../support/orders.ts";
import { orderToPay, tellOf } from "../support/paying-shop.ts";
import { startRazorpay } from "../support/razorpay.ts";
import { paidOrder, refund } from "../support/refunds.ts";
import { startShop } from "../support/shop-process.ts";
import { OWNER, openOwnShop, openSecondShop, type TestShop, test } from "../support/test-shop.ts";
import { until } from "../support/until.ts";

const LEASE_MS = 2 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
const OK = json({ secretOfTheReceiver: true });
const hang: Answer = () => {};

/** Throws unless the call is signed as Standard Webhooks say. Their library compares the time with the machine's clock. */
function verify({ body, headers }: SeenRequest, secret: string, shop: TestShop) {
  vi.useFakeTimers({ now: shop.clock.now(), toFake: ["Date"] });
  try {
    return new Verifier(secret).verify(body, headers as Record<string, string>);
  } finally {
    vi.useRealTimers();
  }
}

async function startReceiver(...answers: Answer[]) {
  const receiver = await startFakeServer(...answers);
  onTestFinished(receiver.stop);
  return receiver;
}

const told = ({ seen }: { seen: SeenRequest[] }) =>
  seen.map(({ body }) => JSON.parse(body) as { id: string; event: string; createdAt: string; order: { _id: string } });

const deliver = (shop: Pick<TestShop, "services">) => shop.services.integrations.webhooks.deliverDue();

async function deliveriesOf(shop: TestShop, { _id }: { _id: string }) {
  const reply = await shop.call("GET", `/api/webhooks/${_id}/deliveries`, { token: shop.ownerToken });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json() as WebhookDelivery[];
}

async function markPaid(shop: TestShop) {
  const { order } = await orderOne(shop);
  expect((await setStatus(shop, shop.ownerToken, order._id, { status: "paid" })).statusCode).toBe(200);
  return order;
}

test("tells a signed event for each step of an order, once although steps repeat", async () => {
  const razorpay = await startRazorpay();
  onTestFinished(razorpay.stop);
  const shop = await openOwnShop(razorpay.settings);
  const receiver = await startReceiver(OK);
  const webhook = await addWebhook(shop, `${receiver.url}/orders`);
  const { order, paid } = await paidOrder(shop, razorpay);
  await tellOf(shop, paid);
  const set = (status: string) => setStatus(shop, shop.ownerToken, order._id, { status });
  for (const status of ["paid", "shipped", "shipped", "delivered"]) await set(status);
  await refund(shop, order._id, { amount: 100 });
  await set("cancelled");
  await deliver(shop);

  expect(told(receiver).map(({ event }) => event)).toEqual([
    "order.paid",
    "order.shipped",
    "order.delivered",
    "order.refunded",
    "order.cancelled",
  ]);
  const [{ headers, url, method }] = receiver.seen as [SeenRequest];
  expect([method, url, headers["content-type"]]).toEqual(["POST", "/orders", "application/json"]);
  const [first] = told(receiver);
  for (const call of receiver.seen) expect(verify(call, webhook.secret, shop)).toEqual(JSON.parse(call.body));
  expect(() => verify(receiver.seen[0]!, `whsec_${randomBytes(32).toString("base64")}`, shop)).toThrow("signature");
  const shown = (await shop.call("GET", `/api/orders/${order._id}`, { token: shop.ownerToken })).json();
  expect(first).toEqual({
    id: headers["webhook-id"],
    event: "order.paid",
    createdAt: first?.createdAt,
    order: shown,
  });
  const deliveries = await deliveriesOf(shop, webhook);
  expect(deliveries.at(-1)).toMatchObject({
    event: "order.paid",
    orderId: order._id,
    attempts: 1,
    status: 200,
    problem: null,
  });
  await deliver(shop);
  expect(receiver.seen).toHaveLength(5);
  const { order: unpaid, payment } = await orderToPay(shop);
  expect([unpaid.status, payment.amount]).toEqual(["pending", 90_000]);
  await deliver(shop);
  expect(receiver.seen).toHaveLength(5);
});

test("tries again after a failure, follows no redirect, reads the order anew and gives up after three days", async () => {
  const shop = await openOwnShop();
  const other = await startReceiver(OK);
  const redirect: Answer = (reply) => reply.writeHead(302, { location: other.url }).end();
  const receiver = await startReceiver(json({}, 500), redirect, OK, json({}, 503));
  const webhook = await addWebhook(shop, receiver.url);
  const order = await markPaid(shop);
  await deliver(shop);
  expect(await deliveriesOf(shop, webhook)).toMatchObject([
    { attempts: 1, status: 500, problem: "The address answered 500." },
  ]);
  await deliver(shop);
  expect(receiver.seen).toHaveLength(1);
  shop.clock.advance(5_000);
  await deliver(shop);
  expect(await deliveriesOf(shop, webhook)).toMatchObject([{ attempts: 2, status: 302 }]);
  const note = { note: "Changed since" };
  await shop.call("PUT", `/api/orders/${order._id}/internal-note`, { token: shop.ownerToken, json: note });
  shop.clock.advance(10_000);
  await deliver(shop);
  expect(told(receiver)[2]).toMatchObject({ id: told(receiver)[0]?.id, order: { internalNote: note.note } });
  expect(await deliveriesOf(shop, webhook)).toMatchObject([{ attempts: 3, status: 200, problem: null }]);
  expect(other.seen).toEqual([]);

  await markPaid(shop);
  await deliver(shop);
  shop.clock.advance(3 * DAY_MS);
  await deliver(shop);
  shop.clock.advance(DAY_MS);
  await deliver(shop);
  const [given] = await deliveriesOf(shop, webhook);
  expect(given).toMatchObject({
    attempts: 2,
    status: 503,
    problem: "Given up after three days. The address answered 503.",
  });
  expect(shop.logLines.join("") + JSON.stringify(given)).not.toContain("secretOfTheReceiver");
});

test("a webhook whose process was killed while sending is sent by another process", async () => {
  const shop = await openOwnShop();
  const receiver = await startReceiver(hang, OK);
  await addWebhook(shop, receiver.url);
  await markPaid(shop);
  const settings = { DATABASE_URL: shop.databaseUrl, DATA_DIR: shop.config.dataDir };
  const { stop } = await startShop({ ...settings, DEMO_DATA: "off", LOG_LEVEL: "warn" });
  onTestFinished(() => stop());
  await receiver.hasSeen(1);
  await stop("SIGKILL");
  shop.clock.advance(LEASE_MS + (Date.now() - shop.clock.now().getTime()));
  await deliver(shop);
  expect(told(receiver).map(({ id }) => id)).toEqual(Array(2).fill(told(receiver)[0]?.id));
});

test("a slow endpoint delays neither mails nor another endpoint", async () => {
  const shop = await openOwnShop();
  const [slow, fast] = [await startReceiver(hang), await startReceiver(OK)];
  await addWebhook(shop, slow.url);
  await addWebhook(shop, fast.url);
  shop.services.jobs.start();
  for (let i = 0; i < 7; i++) await markPaid(shop);
  await fast.hasSeen(7);
  await until(async () => (await mailsTo(shop, "meera@example.com")).length === 7);
  // The others wait for the one that hangs.
  expect(slow.seen).toHaveLength(1);
  await slow.stop();
  slow.stop = async () => {};
});

test("calls only public addresses, also when the name leads elsewhere later", async () => {
  const shop = await openOwnShop({ PUBLIC_URL: "https://shop.example", PAYMENTS: "sandbox" });
  const add = (url: string) =>
    shop.call("POST", "/api/webhooks", { token: shop.ownerToken, json: { url, currentPassword: OWNER.password } });
  for (const url of [
    "http://93.184.216.34/",
    "https://10.0.0.1/",
    "https://localhost/",
    "https://[::1]/",
    "ftp://a",
    "a",
  ])
    expect((await add(url)).json(), url).toMatchObject({ code: "bad_input", fields: { url: expect.any(String) } });

  let found = ["93.184.216.34", "2606:4700::1111"];
  const publicRequest = createPublicRequest({ publicUrl: "https://shop.example", resolve: async () => found });
  const { webhooks } = createIntegrations({
    ...shop.services,
    ...{ db: shop.db, clock: shop.clock, publicRequest },
    secretBox: { seal: (plain) => plain.toString(), open: (text) => Buffer.from(text) },
  });
  const { id } = decodeJwt(shop.ownerToken) as { id: string };
  const owner = { id, role: "owner" as const, generation: 1, issuedAt: new Date() };
  const form = { url: "https://hooks.example/", currentPassword: OWNER.password };
  const webhook = await webhooks.create(owner, form, "192.0.2.1");
  await markPaid(shop);
  const expected = { status: null, problem: "The address is not a public one." };
  for (const address of ["169.254.169.254", "::ffff:10.0.0.5", "fd00::1", "64:ff9b::a00:1"]) {
    found = ["93.184.216.34", address];
    expect(await webhooks.test(webhook._id, owner), address).toEqual(expected);
  }
  await webhooks.deliverDue();
  expect(await deliveriesOf(shop, webhook)).toMatchObject([expected]);
});

test("a webhook of a removed owner is called no more and listed as ended; a removed one is forgotten", async () => {
  const shop = await openOwnShop();
  const second = await openSecondShop(shop);
  const receiver = await startReceiver(OK);
  const owner = await makeOwner(shop);
  const webhook = await addWebhook(shop, receiver.url, owner);
  const send = () => shop.call("POST", `/api/webhooks/${webhook._id}/test`, { token: shop.ownerToken });
  expect((await send()).json()).toEqual({ status: 200, problem: null });
  expect(told(receiver)).toMatchObject([{ event: "test" }]);
  await markPaid(shop);
  expect((await removeOwner(shop, owner.id)).statusCode).toBe(200);
  await deliver(second);
  const problem = "Not sent: who added this webhook is no longer an owner.";
  expect((await send()).json()).toEqual({ status: null, problem });
  expect(await deliveriesOf(shop, webhook)).toMatchObject([{ status: null, problem }]);
  expect(receiver.seen).toHaveLength(1);
  const list = async () => (await shop.call("GET", "/api/webhooks", { token: shop.ownerToken })).json();
  expect(await list()).toEqual([
    { _id: webhook._id, url: webhook.url, createdAt: webhook.createdAt, createdBy: null, hasFormerSecret: false },
  ]);

  await markPaid(shop);
  const remove = () => shop.call("DELETE", `/api/webhooks/${webhook._id}`, { token: shop.ownerToken });
  expect([(await remove()).statusCode, (await remove()).statusCode, await list()]).toEqual([200, 404, []]);
  await deliver(shop);
  expect(receiver.seen).toHaveLength(1);
});

test("webhooks are signed after a change of the secret, and there are at most five", async () => {
  const shop = await openOwnShop();
  const receiver = await startReceiver(OK);
  const webhook = await addWebhook(shop, receiver.url);
  for (let i = 0; i < 4; i++) await addWebhook(shop, "http://localhost:9/");
  const json = { url: receiver.url, currentPassword: OWNER.password };
  expect((await shop.call("POST", "/api/webhooks", { token: shop.ownerToken, json })).statusCode).toBe(409);
  const { id } = decodeJwt(shop.ownerToken) as { id: string };
  const owner = { id, role: "owner" as const, generation: 1, issuedAt: new Date() };
  const jwtSecret = "a new secret of the shop ".repeat(2);
  await shop.app.close();
  await changeSecret(shop.db, { ...shop.config, jwtSecretFile: undefined }, jwtSecret);
  const { services } = await openSecondShop({ ...shop, config: { ...shop.config, jwtSecret } });
  expect(await services.integrations.webhooks.test(webhook._id, owner)).toEqual({ status: 200, problem: null });
  verify(receiver.seen[0]!, webhook.secret, shop);
});

test("a secret of a former version signs both ways until the owner makes a new one, which is shown once", async () => {
  const shop = await openOwnShop();
  const receiver = await startReceiver(OK);
  const { _id, url } = await addWebhook(shop, receiver.url);
  const former = `whsec_${randomBytes(32).toString("base64url")}`;
  const secret = createSecretBox(shop.config.jwtSecret).seal(Buffer.from(former), _id);
  await shop.db.update(webhookEndpoints).set({ secret }).where(eq(webhookEndpoints.id, _id));
  const call = (method: "GET" | "POST", path: string, json?: object) =>
    shop.call(method, `/api/webhooks${path}`, { token: shop.ownerToken, json });
  expect((await call("GET", "")).json()).toMatchObject([{ url, hasFormerSecret: true }]);
  await call("POST", `/${_id}/test`);
  const [{ headers, body }] = receiver.seen as [SeenRequest];
  const [, seconds, signature] = /^t=(\d+),v1=(\w+)$/.exec(headers["nakshatra-signature"] as string)!;
  expect(createHmac("sha256", former).update(`${seconds}.${body}`).digest("hex")).toBe(signature);
  expect(headers["nakshatra-delivery"]).toBe(headers["webhook-id"]);
  const padded = `whsec_${Buffer.from(former.slice(6), "base64url").toString("base64")}`;
  verify(receiver.seen[0]!, padded, shop);

  expect((await call("POST", `/${_id}/secret`, { currentPassword: "a wrong guess" })).statusCode).toBe(403);
  const renewed = await call("POST", `/${_id}/secret`, { currentPassword: OWNER.password });
  const made = renewed.json() as { secret: string };
  expect(made).toMatchObject({ _id, url, hasFormerSecret: false });
  expect((await call("GET", "")).body).not.toContain(made.secret);
  await call("POST", `/${_id}/test`);
  verify(receiver.seen[1]!, made.secret, shop);
  expect(receiver.seen[1]!.headers).not.toHaveProperty("nakshatra-signature");
});
