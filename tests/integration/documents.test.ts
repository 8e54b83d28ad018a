import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { withParts } from "../../src/contracts/orders/item-rules.ts";
import { documents, documentTasks } from "../../src/server/documents/document-table.ts";
import { orderEvents, orderItems, orders } from "../../src/server/orders/core/order-table.ts";
import { makeCustomer } from "../support/customers.ts";
import { allowOrderWrites } from "../support/order-guard.ts";
import { readOrder, setStatus } from "../support/orders.ts";
import { confirmedTax } from "../support/paper-shop.ts";
import { openRegisteredShop, orderToInvoice, paidForInvoice, papersOf } from "../support/papers.ts";
import { tellOf, test } from "../support/paying-shop.ts";
import { paidOrder, refund, refundsIn, retryRefund, tellOfRefund } from "../support/refunds.ts";
import { publishSettings } from "../support/settings.ts";
import { openSecondShop, type TestShop } from "../support/test-shop.ts";
import { until } from "../support/until.ts";

const ownerPapers = (shop: TestShop, orderId: string) => papersOf(shop, shop.ownerToken, orderId);
const numbersOf = (papers: { number: string }[]) => papers.map(({ number }) => number);

/** Moves the shop's clock. Logins expire meanwhile. */
async function goTo(shop: TestShop, time: string) {
  shop.clock.advance(Date.parse(time) - shop.clock.now().getTime());
  return shop.logIn();
}

const failures = ({ logLines }: TestShop) => logLines.filter((line) => line.includes("could not be issued"));

test("a paid order has a numbered receipt, and only one, which nobody else sees", async ({ shop, razorpay }) => {
  const { order, buyer, paid } = await paidOrder(shop, razorpay);
  const [first, second] = await Promise.all([
    papersOf(shop, buyer.token, order._id),
    ownerPapers(shop, order._id),
    ...[1, 2, 3].map(() => tellOf(shop, paid)),
  ]);
  expect(first).toMatchObject([{ kind: "receipt", amount: order.totalAmount }]);
  expect(first[0]!.number).toMatch(/^R\/\d\d-\d\d\/\d{6}$/);
  expect(second).toEqual(first);
  for (let time = 0; time < 3; time += 1) await tellOf(shop, paid);
  await setStatus(shop, shop.ownerToken, order._id, { status: "delivered" });
  expect(await ownerPapers(shop, order._id)).toEqual(first);

  const other = await makeCustomer(shop);
  for (const url of [`/api/orders/${order._id}/documents`, first[0]!.pdf]) {
    expect((await shop.call("GET", url)).statusCode).toBe(401);
    expect((await shop.call("GET", url, { token: other.token })).statusCode).toBe(404);
  }
});

describe("numbers", () => {
  /** Paid orders, half of a course and an untaxed session for a registered buyer, half of a piece and such a session. */
  async function insertOrders({ db, clock }: TestShop, count: number) {
    const now = clock.now();
    const ids = Array.from({ length: count }, () => randomUUID());
    await db.transaction(async (tx) => {
      await allowOrderWrites(tx);
      await tx.insert(orders).values(
        ids.map((id, n) => ({
          id,
          userId: randomUUID(),
          buyerName: "Meera Test",
          buyerEmail: "meera@example.com",
          placement: "accepted" as const,
          goods: "sent" as const,
          status: "shipped" as const,
          totalPaise: 200_00,
          paymentMethod: "razorpay",
          paidAt: now,
          shippingName: "Meera Test",
          shippingEmail: "meera@example.com",
          shippingPhone: "9000000001",
          shippingAddress: "12 Tara Marg",
          shippingState: "Delhi" as const,
          buyerGstin: n % 2 === 0 ? "07AAPFU0939F1ZX" : "",
          stock: "sold" as const,
          heldUntil: now,
          createdAt: now,
        })),
      );
      await tx.insert(orderItems).values(
        ids.flatMap((orderId, n) =>
          [n % 2 === 0 ? ("course" as const) : ("product" as const), "consultancy" as const].map(
            (itemType, lineIndex) => ({
              orderId,
              lineIndex,
              ...withParts({ itemId: itemType === "consultancy" ? "Deep Dive-audio" : randomUUID(), itemType }),
              title: "Line",
              pricePaise: 100_00,
              qty: 1,
              image: "",
              groupLink: "",
            }),
          ),
        ),
      );
      const sent = { status: "shipped", text: "", isPublic: true, actor: "owner", at: now } as const;
      await tx.insert(orderEvents).values(ids.map((orderId) => ({ ...sent, id: randomUUID(), orderId })));
      await tx.insert(documentTasks).values(ids.map((orderId) => ({ orderId, since: now })));
    });
    return ids;
  }

  const untaxedSessions = { ...confirmedTax(), consultancy: "rudraksha" };

  test("are unique and without gaps when two processes issue 400 papers at once", async ({ razorpay }) => {
    const shop = await openRegisteredShop(razorpay, { tax: untaxedSessions });
    const second = await openSecondShop(shop);
    const ids = await insertOrders(shop, 200);
    // As many at once as there are connections; the second process begins with the other end.
    const issueAll = (app: TestShop["app"], left: string[]) =>
      Array.from({ length: 10 }, async () => {
        for (let id = left.pop(); id; id = left.pop()) await papersOf({ app }, shop.ownerToken, id);
      });
    await Promise.all([...issueAll(shop.app, [...ids]), ...issueAll(second.app, ids.toReversed())]);
    expect(failures(shop)).toEqual([]);
    const rows = await shop.db.select().from(documents).orderBy(documents.series, documents.serial);
    const serials = Array.from({ length: 200 }, (_, n) => n + 1);
    for (const series of ["A", "B"])
      expect(rows.filter((row) => row.series === series).map(({ serial }) => serial)).toEqual(serials);
    expect(rows).toHaveLength(400);
    expect(new Set(numbersOf(rows)).size).toBe(400);
    for (const ofOrder of Map.groupBy(rows, ({ orderId }) => orderId).values())
      expect(ofOrder.map(({ series }) => series)).toEqual(["A", "B"]);
    expect(await shop.db.select().from(documentTasks)).toEqual([]);
  });

  test("are used again when issuing fails half-way, and the paper is made later", async ({ razorpay }) => {
    const shop = await openRegisteredShop(razorpay, { tax: untaxedSessions });
    const [before, id] = await insertOrders(shop, 3);
    const [first] = await ownerPapers(shop, before!);
    await shop.db.execute(`create function fail() returns trigger language plpgsql as $$
      begin raise exception 'the disk is full'; end $$`);
    await shop.db.execute(`create trigger fails before insert on documents for each row
      when (new.kind = 'tax_invoice') execute function fail()`);
    expect(await ownerPapers(shop, id!)).toEqual([]);
    expect(failures(shop)).toHaveLength(1);
    const [task] = await shop.db.select().from(documentTasks).where(eq(documentTasks.orderId, id!));
    expect(task).toMatchObject({ problem: expect.stringContaining("tries again") });
    await shop.db.execute("drop trigger fails on documents");
    const papers = await ownerPapers(shop, id!);
    expect(papers.map(({ kind }) => kind)).toEqual(["bill_of_supply", "tax_invoice"]);
    expect(numbersOf([first!, ...papers]).map((number) => number.slice(-6))).toEqual(["000001", "000002", "000002"]);
  });

  test("begin again at midnight of 1 April in India; a piece paid in March and sent in April is of April", async ({
    razorpay,
  }) => {
    const shop = await openRegisteredShop(razorpay);
    const owner = await goTo(shop, "2027-03-31T23:59:59+05:30");
    shop.ownerToken = owner;
    const old = await paidForInvoice(shop, razorpay, { pieces: 1, courses: 1 });
    expect(await papersOf(shop, owner, old.order._id)).toMatchObject([
      { number: "A/26-27/000001", date: "2027-03-31", amount: 500 },
    ]);
    shop.clock.advance(1_000);
    const late = await paidForInvoice(shop, razorpay, { courses: 1 });
    expect(await papersOf(shop, owner, late.order._id)).toMatchObject([
      { number: "A/27-28/000001", date: "2027-04-01", amount: 500 },
    ]);
    const json = { courier: "Delhivery" };
    await shop.call("POST", `/api/orders/${old.order._id}/shipments`, { token: owner, json });
    expect(await papersOf(shop, owner, old.order._id)).toMatchObject([
      { number: "A/26-27/000001" },
      { number: "A/27-28/000002", date: "2027-04-01", amount: 900 },
    ]);
  });
});

test("a part refund gets its credit note; a failure keeps it, opens the money, and the retry gets no second", async ({
  razorpay,
}) => {
  const shop = await openRegisteredShop(razorpay);
  const { order, product, buyer, paid } = await paidForInvoice(shop, razorpay, { pieces: 2, courses: 1 });
  await setStatus(shop, shop.ownerToken, order._id, { status: "shipped" });
  expect(await ownerPapers(shop, order._id)).toHaveLength(2);
  await refund(shop, order._id, { lines: [{ itemId: product._id, qty: 1 }] });
  const papers = await papersOf(shop, buyer.token, order._id);
  const [course, pieces] = numbersOf(papers);
  expect(papers).toMatchObject([
    { kind: "tax_invoice", amount: 500 },
    { kind: "tax_invoice", amount: 1800 },
    { kind: "credit_note", amount: 900, originalNumber: pieces, number: expect.stringMatching(/^C\//) },
  ]);
  expect(course).not.toBe(pieces);
  const rows = await shop.db.select().from(documents).where(eq(documents.kind, "credit_note"));
  expect(rows).toMatchObject([
    { taxablePaise: 897_76, cgstPaise: 1_12, sgstPaise: 1_12, lines: [{ qty: 1, rate: 0.25, code: "7103" }] },
  ]);

  const [atProvider] = await razorpay.refundsOf(paid.id);
  await razorpay.setRefund(atProvider!, "failed");
  await tellOfRefund(shop, "failed", { ...atProvider!, status: "failed" }, paid);
  expect(await readOrder(shop, shop.ownerToken, order._id)).toMatchObject({ refundable: 2300 });
  expect(await ownerPapers(shop, order._id)).toEqual(papers);
  const [failed] = await refundsIn(shop, order._id);
  expect((await retryRefund(shop, order._id, failed!._id)).statusCode).toBe(201);
  expect(await readOrder(shop, shop.ownerToken, order._id)).toMatchObject({ refundable: 1400 });
  expect(await ownerPapers(shop, order._id)).toEqual(papers);
  await refund(shop, order._id, { amount: 1400 });
  expect((await ownerPapers(shop, order._id)).slice(3)).toMatchObject([
    { kind: "credit_note", amount: 500, originalNumber: course },
    { kind: "credit_note", amount: 900, originalNumber: pieces },
  ]);
});

test("a paper with a problem waits with its reason, and is made once the class is confirmed", async ({ razorpay }) => {
  const shop = await openRegisteredShop(razorpay, { tax: confirmedTax(["loose-stones"]) });
  const { order } = await paidForInvoice(shop, razorpay, { pieces: 1, courses: 1 });
  await setStatus(shop, shop.ownerToken, order._id, { status: "shipped" });
  expect(await ownerPapers(shop, order._id)).toMatchObject([{ kind: "tax_invoice", amount: 500 }]);
  const problem = "The tax class “Loose stones and tumbles” is not confirmed.";
  expect(await shop.db.select().from(documentTasks)).toMatchObject([{ orderId: order._id, problem }]);
  const dashboard = await shop.call("GET", "/api/dashboard", { token: shop.ownerToken });
  expect(dashboard.json().work.papersOwed).toBe(1);
  await publishSettings(shop, "tax", confirmedTax());
  expect(await ownerPapers(shop, order._id)).toMatchObject([{ amount: 500 }, { kind: "tax_invoice", amount: 900 }]);
  expect(await shop.db.select().from(documentTasks)).toEqual([]);
});

test("an order that is sent unpaid and set back has its paper cancelled; a payment never deadlocks with a paper", async ({
  razorpay,
}) => {
  const shop = await openRegisteredShop(razorpay);
  const { order } = await orderToInvoice(shop, { pieces: 1 });
  await setStatus(shop, shop.ownerToken, order._id, { status: "shipped" });
  const [paper] = await ownerPapers(shop, order._id);
  expect(paper).toMatchObject({ kind: "tax_invoice", amount: 900 });
  await setStatus(shop, shop.ownerToken, order._id, { status: "pending" });
  expect(await ownerPapers(shop, order._id)).toEqual([{ ...paper, cancelled: true }]);

  await setStatus(shop, shop.ownerToken, order._id, { status: "shipped" });
  const { listed } = await shop.db.transaction(async (tx) => {
    // As a change of the order: its lock first, its papers last.
    await tx.execute(sql`select from orders where id = ${order._id} for update`);
    const listed = ownerPapers(shop, order._id);
    await until(async () => {
      const { rows } = await shop.db.execute(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rows.length > 0;
    });
    await tx.execute(sql`update document_tasks set since = since where order_id = ${order._id}`);
    return { listed };
  });
  expect(await listed).toMatchObject([{ cancelled: true }, { kind: "tax_invoice", amount: 900 }]);
  expect(failures(shop)).toEqual([]);
});

test("an issued paper cannot be changed; erasing an account empties the buyer of its receipts only", async ({
  razorpay,
}) => {
  const shop = await openRegisteredShop(razorpay, { seller: { isReceiptGiven: true } });
  const { order, buyer } = await paidForInvoice(shop, razorpay, { pieces: 1 });
  await setStatus(shop, shop.ownerToken, order._id, { status: "delivered" });
  expect(await papersOf(shop, buyer.token, order._id)).toMatchObject([{ kind: "receipt" }, { kind: "tax_invoice" }]);
  for (const change of [
    "update documents set value_paise = 1, taxable_paise = 1, cgst_paise = 0, sgst_paise = 0",
    "update documents set buyer = '{}' where kind = 'tax_invoice'",
    "update documents set number = 'A/26-27/000009' where kind = 'receipt'",
    "delete from documents",
  ])
    await expect(shop.db.execute(change)).rejects.toMatchObject({
      cause: { message: "a document that was issued cannot be changed" },
    });
  const json = { password: buyer.password };
  const erasure = await shop.call("DELETE", "/api/users/profile", { token: buyer.token, json });
  expect(erasure.statusCode, erasure.body).toBe(200);
  expect(await shop.db.select().from(documents).orderBy(documents.id)).toMatchObject([
    { kind: "receipt", buyer: { name: "Deleted account", address: [], state: "", gstin: "" } },
    { kind: "tax_invoice", buyer: { name: "Meera Test", state: "Maharashtra" } },
  ]);
});
