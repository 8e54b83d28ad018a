import { expect } from "vitest";
import { retention } from "../../site.config.ts";
import { deleteExpired } from "../../src/server/startup/jobs.ts";
import { rowsIn } from "../support/backups.ts";
import { beginPayment, orderOne, payInSandbox, setStatus, untilWebhooksArrived } from "../support/orders.ts";
import { forgot, register } from "../support/people.ts";
import { openOwnShop, test } from "../support/test-shop.ts";

const DAY = 24 * 60 * 60_000;

test("expired data is deleted and data still needed stays", async () => {
  const shop = await openOwnShop();
  await shop.app.listen({ port: 0 });
  const { email } = await register(shop);
  await forgot(shop, email);
  await shop.services.notifications.deliverDue();
  const enquiry = { name: "Ishani Old", email: "ishani@example.com", message: "A question" };
  await shop.call("POST", "/api/enquiries", { json: enquiry });
  const [{ _id: id }] = (await shop.call("GET", "/api/enquiries", { token: shop.ownerToken })).json();
  await shop.call("PUT", `/api/enquiries/${id}`, { token: shop.ownerToken, json: { read: true } });
  const { buyer, order } = await orderOne(shop);
  const payment = await beginPayment(shop, buyer, order._id);
  const { razorpay_payment_id: paymentId, razorpay_signature: signature } = await payInSandbox(shop, payment.orderId);
  await setStatus(shop, buyer.token, order._id, { status: "paid", paymentId, signature });
  await untilWebhooksArrived(shop);

  const counts = async () => {
    const rows = await rowsIn(shop.databaseUrl);
    return Object.fromEntries(Object.entries(rows).map(([name, found]) => [name, found.length]));
  };
  const everything = { orders: 1, enquiries: 1, password_resets: 1, "sandbox.orders": 1, "sandbox.payments": 1 };
  await deleteExpired(shop.services);
  expect(await counts()).toMatchObject(everything);
  shop.clock.advance(DAY);
  await deleteExpired(shop.services);
  expect(await counts()).toMatchObject({ ...everything, password_resets: 0 });
  shop.clock.advance(30 * DAY);
  await deleteExpired(shop.services);
  const afterMonth = { orders: 1, enquiries: 1, "sandbox.orders": 0, "sandbox.payments": 0, webhook_events: 0 };
  expect(await counts()).toMatchObject(afterMonth);
  shop.clock.advance(retention.enquiryMonths * 31 * DAY);
  await deleteExpired(shop.services);
  expect(await counts()).toMatchObject({ orders: 1, enquiries: 0 });
  expect(JSON.stringify(await rowsIn(shop.databaseUrl))).not.toContain("Ishani");
});
