import { strFromU8, unzipSync } from "fflate";
import { expect, onTestFinished, test } from "vitest";
import { beginPayment, orderOne, payInSandbox, readOrder, setStatus } from "../support/orders.ts";
import { renewOwnerToken } from "../support/owner-token.ts";
import { askRefund, refund, refundsIn, retryRefund } from "../support/refunds.ts";
import { openTestShop, type TestShop } from "../support/test-shop.ts";
import { until } from "../support/until.ts";

async function openShop() {
  // Short, for the response that comes too late.
  const shop = await openTestShop({}, { timeoutMs: 1_000 });
  onTestFinished(shop.close);
  await shop.app.listen({ port: 0, host: "127.0.0.1" });
  return shop;
}

async function paidInSandbox(shop: TestShop) {
  const { order, buyer } = await orderOne(shop);
  const { orderId } = await beginPayment(shop, buyer, order._id);
  const { razorpay_payment_id: paymentId, razorpay_signature: signature } = await payInSandbox(shop, orderId);
  await setStatus(shop, buyer.token, order._id, { status: "paid", paymentId, signature });
  return { order, paymentId };
}

const control = (shop: TestShop, what: "refunds" | "disputes", json: object) =>
  shop.call("POST", `/sandbox/razorpay/v1/sandbox/${what}`, { json });

async function ask({ call, config }: TestShop, method: string, path: string, json?: object, key?: string) {
  const { keyId, keySecret } = config.provider;
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;
  const headers = { authorization, ...(key && { "x-refund-idempotency": key }) };
  const reply = await call(method, `/sandbox/razorpay/v1${path}`, { ...(json && { json }), headers });
  return { status: reply.statusCode, body: reply.json() };
}

test("the sandbox refunds in Razorpay's shape, with its idempotency and error messages", async () => {
  const shop = await openShop();
  const { order, paymentId } = await paidInSandbox(shop);
  const path = `/payments/${paymentId}/refund`;
  const body = { amount: 30_000, speed: "normal", receipt: "C/26-27/000012", notes: { order: "7" } };
  const made = await ask(shop, "POST", path, body, "a-key-of-ours");
  expect(made).toEqual({
    status: 200,
    body: {
      id: expect.stringMatching(/^rfnd_[A-Za-z0-9]{14}$/),
      entity: "refund",
      amount: 30_000,
      currency: "INR",
      payment_id: paymentId,
      notes: { order: "7" },
      receipt: "C/26-27/000012",
      acquirer_data: { arn: expect.any(String) },
      created_at: Math.floor(shop.clock.now().getTime() / 1000),
      batch_id: null,
      status: "processed",
      speed_processed: "normal",
      speed_requested: "normal",
    },
  });
  expect(await ask(shop, "POST", path, body, "a-key-of-ours")).toEqual(made);
  expect((await ask(shop, "GET", `/refunds/${made.body.id}`)).body).toEqual(made.body);
  const list = { entity: "collection", count: 1, items: [made.body] };
  expect((await ask(shop, "GET", `/payments/${paymentId}/refunds`)).body).toEqual(list);
  expect((await ask(shop, "GET", "/refunds?from=0&count=100")).body).toEqual(list);
  const payment = async () => (await ask(shop, "GET", `/payments/${paymentId}`)).body;
  const partly = { status: "captured", amount_refunded: 30_000, refund_status: "partial", captured: true };
  expect(await payment()).toMatchObject(partly);

  const refusals = [
    [{ ...body, amount: 100 }, "a-key-of-ours", 409, "Different request with the same idempotency key"],
    [{ amount: 60_001 }, undefined, 400, "The refund amount provided is greater than amount captured"],
    [{ amount: 99 }, undefined, 400, "The amount must be at least INR 1.00"],
    [{ amount: 100 }, "short", 400, "idempotency key"],
  ] as const;
  for (const [json, key, status, description] of refusals) {
    const refused = await ask(shop, "POST", path, json, key);
    expect([refused.status, refused.body.error.code]).toEqual([status, "BAD_REQUEST_ERROR"]);
    expect(refused.body.error.description).toContain(description);
  }
  await ask(shop, "POST", path, {});
  expect(await payment()).toMatchObject({ status: "refunded", amount_refunded: 90_000, refund_status: "full" });
  const again = await ask(shop, "POST", path, { amount: 100 });
  expect(again.body.error.description).toBe("The payment has been fully refunded already");
  // Both refunds were made directly at the sandbox: its webhooks add them to the ledger.
  await until(
    async () => (await refundsIn(shop, order._id)).filter(({ status }) => status === "processed").length === 2,
  );
  expect(await readOrder(shop, shop.ownerToken, order._id)).toMatchObject({ refundable: 0 });
});

test("the sandbox's control calls simulate a low balance, a lost response, a late failure and a dispute", async () => {
  const shop = await openShop();
  const { order, paymentId } = await paidInSandbox(shop);
  const next = (outcome: string) => control(shop, "refunds", { payment_id: paymentId, next: outcome });
  const statuses = async () => (await refundsIn(shop, order._id)).map(({ status }) => status);

  await next("insufficient_balance");
  const failed = await refund(shop, order._id, { amount: 100 });
  expect(failed).toMatchObject({ status: "failed", failure: expect.stringContaining("enough balance") });
  await next("timeout");
  const retried = (await retryRefund(shop, order._id, failed._id)).json();
  await until(async () => (await statuses())[1] === "processed");
  await next("fails_later");
  await refund(shop, order._id, { amount: 200 });
  await until(async () => (await statuses())[2] === "failed");
  expect(await statuses()).toEqual(["failed", "processed", "failed"]);
  expect(await readOrder(shop, shop.ownerToken, order._id)).toMatchObject({ refundable: 800 });
  const made = (await ask(shop, "GET", `/payments/${paymentId}/refunds`)).body.items;
  expect(made.map(({ receipt, status }: Record<string, string>) => [receipt, status])).toContainEqual([
    retried._id,
    "processed",
  ]);

  const dispute = (status: string) =>
    control(shop, "disputes", { payment_id: paymentId, status, amount: 50_000, respond_by: 1_900_000_000 });
  const opened = (await dispute("open")).json();
  expect(opened).toMatchObject({ entity: "dispute", status: "open", amount: 50_000, respond_by: 1_900_000_000 });
  await until(async () => (await askRefund(shop, order._id, { amount: 1 })).statusCode === 409);
  for (const status of ["under_review", "action_required", "won"]) {
    expect((await dispute(status)).json().id).toBe(opened.id);
    await until(async () => (await readOrder(shop, shop.ownerToken, order._id)).disputes?.[0]?.status === status);
  }
  await refund(shop, order._id, { amount: 1 });
});

test("the sandbox settles payments and refunds a day later; the owner sees what reached the bank", async () => {
  const shop = await openShop();
  // The middle of a month: the next day is in the same one.
  shop.clock.advance(Date.parse("2027-01-14T06:00:00Z") - shop.clock.now().getTime());
  await renewOwnerToken(shop);
  const { order, paymentId } = await paidInSandbox(shop);
  await refund(shop, order._id, { amount: 100, reason: "Chipped" });
  const read = (path: string) => shop.call("GET", `/api/accounts/2027-01${path}`, { token: shop.ownerToken });
  expect((await read("/settlements")).json().rows).toEqual([]);
  shop.clock.advance(25 * 3_600_000);
  const fee = Math.round(order.totalAmount * 2.36) / 100;
  const tax = Math.round(order.totalAmount * 0.36) / 100;
  expect((await read("/settlements")).json().rows).toEqual([
    ["2027-01-15", "setl_Sandbox20270115", "SANDBOX20270115", 2, fee, tax, order.totalAmount - 100 - fee],
  ]);
  const file = strFromU8(unzipSync((await read(".zip")).rawPayload)["settlements.csv"]!);
  expect(file).toMatch(new RegExp(`2027-01-15,setl_Sandbox20270115,SANDBOX20270115,payment,${paymentId},`));
  expect(file).toMatch(/,refund,rfnd_\w+,100,0,0,0,100\r\n/);
});
