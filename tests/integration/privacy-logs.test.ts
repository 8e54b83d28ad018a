import { expect, test } from "vitest";
import { createJobs } from "../../src/server/startup/jobs.ts";
import { makeProduct } from "../support/forms.ts";
import { beginPayment, type Customer, payInSandbox, placeOrder, setStatus, wants } from "../support/orders.ts";
import { ask, mailedToken, register, reset } from "../support/people.ts";
import { linesAboutPeople } from "../support/people-in-logs.ts";
import { openOwnShop } from "../support/test-shop.ts";

const PERSON = {
  name: "Padmavati Zephyr",
  email: "padmavati.zephyr@example.org",
  phone: "+91 93456 78901",
  password: "a very secret pass phrase",
};
const PARCEL = { name: "Zubin Parcel", email: "zubin@example.org", phone: "9222233334", address: "55 Chameli Gali" };
const ENQUIRY = { name: "Quentin Asks", email: "quentin@example.org", phone: "9444455556", message: "About marigolds" };
/** Numbers only as a whole: shorter ones occur in ids by chance. */
const PARTS = ["padmavati", "zephyr", "93456 78901", "9345678901", "zubin", "chameli", "quentin", "marigold"];

test("logs no personal data, even at trace level", async () => {
  const shop = await openOwnShop({ LOG_LEVEL: "trace" });
  const address = await shop.app.listen({ port: 0 });
  const jobs = createJobs(shop.services, shop.app.log);
  await jobs.start();
  const buyer = await register(shop, PERSON);
  await ask(shop, "POST", "register", { json: PERSON });
  await ask(shop, "POST", "login", { json: { email: PERSON.email, password: "a wrong guess" } });
  await ask(shop, "GET", "profile", { token: `${buyer.token}x` });
  const product = await makeProduct(shop, { stock: "3" });
  const form = { ...wants(product._id, 900), shipping: PARCEL };
  const order = await placeOrder(shop, buyer as unknown as Customer, form, "a-key-of-the-buyer");
  const payment = await beginPayment(shop, buyer as unknown as Customer, order._id);
  const { razorpay_payment_id: paymentId, razorpay_signature: signature } = await payInSandbox(shop, payment.orderId);
  await setStatus(shop, buyer.token, order._id, { status: "paid", paymentId, signature });
  // Only requests over the network are logged.
  const headers = { authorization: `Bearer ${shop.ownerToken}` };
  expect((await fetch(`${address}/api/orders?q=${encodeURIComponent(PARCEL.name)}`, { headers })).status).toBe(200);
  await shop.call("POST", "/api/enquiries", { json: ENQUIRY });
  await shop.call("POST", "/api/enquiries", { json: { ...ENQUIRY, email: "not an address" } });
  const link = await mailedToken(shop, PERSON.email);
  await reset(shop, link, "another secret phrase");
  await reset(shop, link, "another secret phrase");
  await shop.services.notifications.deliverDue();

  // Internal errors are logged in full, and a database error contains the parameters.
  await shop.db.execute("alter table enquiries rename to gone_enquiries");
  expect((await shop.call("POST", "/api/enquiries", { json: ENQUIRY })).statusCode).toBe(500);
  await shop.db.execute("alter table users add constraint nobody check (name = '') not valid");
  const other = { ...PERSON, email: "other.zephyr@example.org" };
  expect((await ask(shop, "POST", "register", { json: other })).statusCode).toBe(500);
  await jobs.stop();

  const secrets = [
    shop.ownerToken,
    buyer.token,
    buyer.token.split(".")[2]!,
    link,
    "a wrong guess",
    "secret phrase",
    signature,
  ];
  const words = [PERSON, PARCEL, ENQUIRY].flatMap((person) => Object.values(person));
  expect(shop.logLines.length).toBeGreaterThan(5);
  expect(linesAboutPeople(shop.logLines.join(""), [...words, ...PARTS, ...secrets])).toEqual([]);
});

test("logs the outcome of each authentication with hashes of account and network", async () => {
  const shop = await openOwnShop();
  const { email, password, token } = await register(shop);
  const address = "203.0.113.7";
  const json = { email: email.toUpperCase(), password: "a wrong guess" };
  for (let i = 0; i < 11; i++) await ask(shop, "POST", "login", { json, address });
  await ask(shop, "POST", "login", { json: { email, password }, address: "203.0.113.8" });
  await ask(shop, "PUT", "profile", { token, json: { name: "Asha", phone: "" } });
  const change = { name: "Asha", phone: "", password: "another password", currentPassword: password };
  await ask(shop, "PUT", "profile", { token, json: change });
  const lines = shop.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "authentication");
  const summary = lines.map(({ event, outcome, status }) => `${event} ${outcome} ${status}`);
  expect(summary).toEqual([
    "register ok 201",
    ...Array(10).fill("login refused 401"),
    "login limited 429",
    "login ok 200",
    "new password ok 200",
  ]);
  const [registered, ...attempts] = lines;
  const logins = attempts.slice(0, 12);
  expect(new Set(logins.map(({ account }) => account))).toEqual(new Set([registered.account]));
  expect(new Set(logins.map(({ network }) => network)).size).toBe(2);
  for (const { account, network, reqId } of logins) {
    expect([account, network]).toEqual([expect.stringMatching(/^[\w-]{22}$/), expect.stringMatching(/^[\w-]{22}$/)]);
    expect(reqId).toEqual(expect.any(String));
  }
  expect(shop.logLines.join("")).not.toContain("203.0.113");
});
