import { sql } from "drizzle-orm";
import { expect, onTestFinished } from "vitest";
import { hashPassword } from "../../src/server/accounts/passwords.ts";
import { users } from "../../src/server/accounts/user-table.ts";
import { type CheckResult, problemsIn } from "../../src/server/doctor/service.ts";
import { openDatabase } from "../../src/server/platform/database/database.ts";
import { runDoctor } from "../../src/server/startup/run-doctor.ts";
import { makeCoupon } from "../support/coupons.ts";
import { findDataProblems, findProblems, root } from "../support/doctor.ts";
import { makeProduct } from "../support/forms.ts";
import { writeOrderRows } from "../support/order-guard.ts";
import { readOrder, setStatus } from "../support/orders.ts";
import { orderToPay, tellOf, test } from "../support/paying-shop.ts";
import { picture } from "../support/pictures.ts";
import type { Razorpay } from "../support/razorpay.ts";
import { refund } from "../support/refunds.ts";
import { makeRing } from "../support/sizes.ts";
import { openOwnShop, type TestShop } from "../support/test-shop.ts";

const PUBLIC = {
  PUBLIC_URL: "https://shop.example.com",
  SMTP_URL: "smtp://127.0.0.1:1",
  OWNER_EMAIL: "asha@shop.example.com",
  OWNER_PASSWORD: "a long test password",
  TRUST_PROXY: "1",
};

const notesIn = ({ findings }: CheckResult) =>
  findings.filter(({ level }) => level === "note").map(({ message }) => message);

async function paidOrder(shop: TestShop, razorpay: Razorpay) {
  const placed = await orderToPay(shop);
  const payment = await razorpay.pay(placed.payment.orderId);
  expect((await tellOf(shop, payment)).statusCode).toBe(200);
  return { ...placed, paymentId: payment.id };
}

/** Breaks the data for one run of the doctor. */
async function findProblemsWith(shop: TestShop, breakSql: string, repairSql: string) {
  await writeOrderRows(shop, breakSql);
  try {
    return await findDataProblems(shop);
  } finally {
    await writeOrderRows(shop, repairSql);
  }
}

test("reports nothing for a shop in which people buy, cancel and restock", async ({ shop, razorpay }) => {
  const { product, order, buyer } = await paidOrder(shop, razorpay);
  await makeProduct(shop, { stock: "0" }, [{ bytes: await picture() }]);
  const form = { title: product.title, category: product.category, price: "900", stock: "9", stockWas: "5" };
  const body = new FormData();
  for (const [name, value] of Object.entries(form)) body.append(name, value);
  const saved = await shop.call("PUT", `/api/products/${product._id}`, { token: shop.ownerToken, form: body });
  expect(saved.json().stock).toBe(8);
  await orderToPay(shop);
  for (const status of ["cancelled", "paid", "shipped"])
    expect((await setStatus(shop, shop.ownerToken, order._id, { status })).statusCode).toBe(200);
  expect((await readOrder(shop, buyer.token, order._id)).status).toBe("shipped");
  await shop.services.notifications.deliverDue();
  expect(await findDataProblems(shop)).toEqual([]);
});

test("reports lost pieces, contradicting stock states, overdue holds and wrong ratings", async ({ shop }) => {
  const { product, order } = await orderToPay(shop);
  const [lost] = await findProblemsWith(
    shop,
    `update products set stock = stock - 1 where id = '${product._id}'`,
    `update products set stock = stock + 1 where id = '${product._id}'`,
  );
  expect(lost).toMatch(RegExp(`^Stock: Products whose free, held and sold .+ not what was stocked: .*${product._id}`));
  const rate = (sum: number) => `update products set rating_sum = ${sum} where id = '${product._id}'`;
  expect((await findProblemsWith(shop, rate(5), rate(0)))[0]).toContain(`published reviews: ${product._id}.`);
  const { _id } = await makeRing(shop);
  const setFirst = (n: number) =>
    `update products set variants = jsonb_set(variants, '{0,stock}', '${n}') where id = '${_id}'`;
  const [unequal] = await findProblemsWith(shop, setFirst(9), setFirst(2));
  expect(unequal).toContain(`Products whose stock is not the sum of their sizes: ${_id}.`);
  const [misplaced] = await findProblemsWith(
    shop,
    `update orders set stock = 'sold' where id = '${order._id}'`,
    `update orders set stock = 'reserved' where id = '${order._id}'`,
  );
  expect(misplaced).toContain(`Orders whose pieces are not where their status says: ${order._id}.`);
  const [overdue] = await findProblemsWith(
    shop,
    `update orders set held_until = now() - interval '1 hour' where id = '${order._id}'`,
    `update orders set held_until = now() + interval '1 hour' where id = '${order._id}'`,
  );
  expect(overdue).toContain(`Unpaid orders hold their pieces past their time: ${order._id}.`);
  expect(await findDataProblems(shop)).toEqual([]);
});

test("reports payments that only the provider or only the shop knows", async ({ shop, razorpay }) => {
  const { payment, order } = await orderToPay(shop);
  const taken = await razorpay.pay(payment.orderId);
  expect(await findDataProblems(shop), "a new payment is in progress").toEqual([]);
  await shop.services.notifications.deliverDue();
  const [waiting] = await findDataProblems(shop, 0);
  expect(waiting).toContain(`Orders that are paid at the provider and not here: ${order._id}.`);
  await tellOf(shop, taken);
  expect(await findDataProblems(shop)).toEqual([]);

  const [unknown] = await findProblemsWith(
    shop,
    `update order_payments set payment_id = 'pay_unknown' where payment_id = '${taken.id}'`,
    `update order_payments set payment_id = '${taken.id}' where payment_id = 'pay_unknown'`,
  );
  expect(unknown).toContain(`Orders that are paid here and not at the provider: ${order._id}.`);

  const second = await razorpay.pay(payment.orderId);
  await tellOf(shop, second);
  expect((await findDataProblems(shop))[0]).toContain(
    `Money that belongs to no order and was not refunded, for orders ${order._id}.`,
  );
  await razorpay.refundByHand(second.id, second.amount);
  expect(await findDataProblems(shop)).toEqual([]);
});

test("reports refunds that do not add up or take more than a day", async ({ shop, razorpay }) => {
  const { order, paymentId } = await paidOrder(shop, razorpay);
  const { _id: refundId } = await refund(shop, order._id, { amount: 900, restock: true });
  await shop.services.notifications.deliverDue();
  expect(await findDataProblems(shop)).toEqual([]);
  const change = (columns: string) => `update refunds set ${columns} where id = '${refundId}'`;
  const findWith = (columns: string, repair: string) => findProblemsWith(shop, change(columns), change(repair));
  expect(await findWith("amount_paise = 90001", "amount_paise = 90000")).toEqual([
    expect.stringContaining(`Refunds: Orders of which more was refunded than was paid: ${order._id}.`),
    expect.stringContaining(`Refunds: Orders whose refunds do not add up`),
  ]);
  const unchecked = `set session_replication_role = replica; ${change("payment_id = 'pay_unknown'")};
    set session_replication_role = origin`;
  expect(await findProblemsWith(shop, unchecked, change(`payment_id = '${paymentId}'`))).toHaveLength(2);
  const late = "status = 'pending', created_at = created_at - interval '2 days'";
  expect(await findWith(late, "status = 'processed', created_at = created_at + interval '2 days'")).toEqual([
    expect.stringContaining(`pending for more than a day, for orders ${order._id}.`),
  ]);
});

test("reports a provider that does not respond and runs the other checks", async ({ shop, razorpay }) => {
  await paidOrder(shop, razorpay);
  razorpay.breakDown((reply) => reply.destroy());
  try {
    expect(await findDataProblems(shop)).toEqual([
      expect.stringMatching(/^Payments: The doctor could not ask the payment provider/),
    ]);
  } finally {
    razorpay.heal();
  }
});

test("reports orders that contradict their lines, history or payments, and orders short of stock", async ({
  shop,
  razorpay,
}) => {
  const { order } = await paidOrder(shop, razorpay);
  const where = `where id = '${order._id}'`;
  const cases: [breakSql: string, repairSql: string, message: RegExp][] = [
    ["total_paise = total_paise + 100", "total_paise = total_paise - 100", /lines do not come to their total/],
    [
      "total_paise = total_paise - 50, discount_paise = 50",
      "total_paise = total_paise + 50, discount_paise = 0",
      /lines do not come to their discount/,
    ],
    [
      "goods = 'delivered', status = 'delivered'",
      "goods = 'unsent', status = 'paid'",
      /history does not know their status/,
    ],
    ["paid_at = null, status = 'pending'", "paid_at = created_at, status = 'paid'", /money has reached/],
    ["stock = 'released'", "stock = 'sold'", /paid after their pieces had been sold/],
  ];
  for (const [breakSql, repairSql, message] of cases) {
    const lines = await findProblemsWith(
      shop,
      `update orders set ${breakSql} ${where}`,
      `update orders set ${repairSql} ${where}`,
    );
    const line = lines.find((one) => message.test(one));
    expect(line, lines.join("\n")).toContain(order._id);
  }
  const [overfull] = await findProblemsWith(
    shop,
    `with parcel as (insert into shipments
      (id, order_id, courier, tracking_number, tracking_url, shipped_at, created_by)
      values (gen_random_uuid(), '${order._id}', 'Ravi', '', '', now(), gen_random_uuid()) returning id, order_id)
      insert into shipment_lines (shipment_id, order_id, line_index, qty) select id, order_id, 0, 999 from parcel`,
    `delete from shipments where order_id = '${order._id}'`,
  );
  expect(overfull).toMatch(`more pieces in their parcels than were ordered: ${order._id}`);
  const { _id, code } = await makeCoupon(shop, { totalUses: "1" });
  const { order: other } = await orderToPay(shop);
  const use = (orderId: string) => `('${orderId}', '${_id}', '${orderId}', 100, 900, 'confirmed', now())`;
  const over = await findProblemsWith(
    shop,
    `insert into coupon_uses values ${[order._id, other._id].map(use)}`,
    "delete from coupon_uses",
  );
  expect(over).toEqual([expect.stringMatching(`^Coupons: Coupons with more uses than their limit: ${code}\\.`)]);
  expect(await findDataProblems(shop)).toEqual([]);
});

test("reports stuck mails and webhooks without personal data", async ({ shop, razorpay }) => {
  const { order } = await paidOrder(shop, razorpay);
  const mails = `jobs where payload->>'orderId' = '${order._id}'`;
  await shop.db.execute(
    sql.raw(`update jobs set attempts = 7, problem = 'ECONNECTION 421', due_at = now() + interval '1 day'
      where id in (select id from ${mails} and kind = 'mail:order-notice')`),
  );
  await shop.db.execute(
    sql.raw(`update jobs set attempts = 4, problem = 'asha@example.com said no', due_at = now() + interval '1 day'
      where id in (select id from ${mails} and kind = 'mail:order-confirmation')`),
  );
  await shop.db.execute(
    sql.raw(`insert into webhook_events (id, body, received_at) values ('event_1', '{}', now() - interval '1 hour')`),
  );
  const lines = await findDataProblems(shop);
  await shop.db.execute(sql.raw(`delete from webhook_events where id = 'event_1'`));
  await shop.db.execute(
    sql.raw(`update jobs set due_at = now(), problem = null, attempts = 0 where state = 'waiting'`),
  );
  expect(lines).toHaveLength(3);
  expect(lines.join("\n")).toMatch(
    /1 mail \(order-notice\) not gone out .+ 7 tries; the last problem was: ECONNECTION 421\./,
  );
  expect(lines.join("\n")).toContain("news were received and not acted upon: event_1.");
  expect(lines.join("\n")).not.toContain("asha@");
});

test("recognises an idle shop as running", async () => {
  const shop = await openOwnShop();
  const received = `values ('event_1', '{}', now() - interval '1 hour')`;
  await shop.db.execute(sql.raw(`insert into webhook_events (id, body, received_at) ${received}`));
  const db = openDatabase({ connectionString: shop.databaseUrl, max: 1 }, { warn() {} });
  onTestFinished(() => db.$client.end());
  const closeIdle = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'nakshatra' and pid <> pg_backend_pid()`;
  await db.execute(sql.raw(closeIdle));
  expect(await findDataProblems({ ...shop, db })).toEqual([expect.stringContaining("not acted upon: event_1.")]);
});

test("checks the settings and the owners of a public shop", async ({ razorpay }) => {
  const good = await openOwnShop({ ...PUBLIC, ...razorpay.settings });
  const report = await runDoctor({ ...good, root });
  expect(problemsIn(report)).toEqual([]);
  expect(report.flatMap(notesIn)).toEqual(
    ["BACKUP_DIR", "OWNER_PASSWORD"].map((name) => expect.stringContaining(name)),
  );
  await good.db.execute(sql.raw("update users set role = 'customer'"));
  expect(await findProblems(good)).toEqual([expect.stringContaining("Owners: The shop has no owner.")]);
  await good.db.execute(sql.raw("delete from drizzle.__drizzle_migrations where id > 2"));
  expect(await findProblems(good)).toEqual([
    expect.stringMatching(/^Migrations: The tables are \d+ migrations behind/),
  ]);

  const careless = await openOwnShop({ PUBLIC_URL: "http://shop.example.com", RATE_LIMIT: "off" });
  // Common passwords are refused now; an older shop may have one.
  await careless.db.update(users).set({ passwordHash: await hashPassword("changeme") });
  const lines = (await findProblems(careless)).join("\n");
  for (const text of [
    "plain http",
    "sandbox",
    "SMTP_URL",
    "RATE_LIMIT",
    "anybody would try first",
    "owner@example.com",
  ])
    expect(lines).toContain(text);
});
