import { randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Order } from "../../src/contracts/orders/order.ts";
import { orderName } from "../../src/contracts/orders/order-rules.ts";
import { asOwner } from "../support/admin.ts";
import { makeProduct } from "../support/forms.ts";
import { mailsTo } from "../support/mails.ts";
import { guardedTables, writeOrderRows } from "../support/order-guard.ts";
import { orderOne, placeOrder, setStatus, wants } from "../support/orders.ts";
import { openOwnShop, type TestShop, test } from "../support/test-shop.ts";

async function search(shop: TestShop, q: string) {
  const reply = await asOwner(shop, "GET", `/api/orders?${new URLSearchParams({ q })}`);
  return (reply.json() as Order[]).map(({ _id }) => _id);
}

test("counts a shop's orders from 1001, and shows and finds them by number", async () => {
  const shop = await openOwnShop();
  const first = await orderOne(shop);
  const second = await placeOrder(
    shop,
    first.buyer,
    wants((await makeProduct(shop, { price: "500", stock: "1" }))._id, 500),
  );
  expect([first.order.number, second.number]).toEqual([1001, 1002]);
  for (const q of ["1002", "#1002"]) expect(await search(shop, q), q).toEqual([second._id]);
  for (const q of ["#100", "100", "#10022", "# 1002"]) expect(await search(shop, q), q).toEqual([]);

  const csv = await asOwner(shop, "GET", "/api/orders.csv");
  const [header, ...rows] = csv.body.trim().split("\r\n");
  const column = header!.split(",").indexOf("number");
  expect(rows.map((row) => row.split(",")[column])).toEqual(["1001", "1002"]);

  await setStatus(shop, shop.ownerToken, second._id, { status: "paid" });
  const mails = await mailsTo(shop, second.shipping.email);
  expect(mails.some(({ text }) => text.includes(orderName(second._id, second.number)))).toBe(true);
});

test("the database refuses rows that belong together and do not", async ({ shop }) => {
  const [{ order }, other] = [await orderOne(shop), await orderOne(shop)];
  const [id, otherId, refund, parcel] = [order._id, other.order._id, randomUUID(), randomUUID()];
  const payment = `pay_${id.slice(-12)}`;
  await writeOrderRows(
    shop,
    sql`insert into order_payments (payment_id, order_id, amount_paise, currency, outcome, at)
    values (${payment}, ${id}, 90000, 'INR', 'settled', now())`,
  );
  const insertRefund = (row: { id?: string; payment?: string; retryOf?: string | null }) => sql`
    insert into refunds (id, order_id, payment_id, amount_paise, status, reason, restock, created_at, retry_of)
    values (${row.id ?? randomUUID()}, ${id}, ${row.payment ?? payment}, 100, 'failed', '', false, now(),
      ${row.retryOf ?? null})`;
  await writeOrderRows(shop, insertRefund({ id: refund }));
  await writeOrderRows(shop, insertRefund({ retryOf: refund }));
  await writeOrderRows(
    shop,
    sql`insert into shipments (id, order_id, courier, tracking_number, tracking_url, shipped_at, created_by)
    values (${parcel}, ${id}, 'By hand', '', '', now(), gen_random_uuid())`,
  );
  const insertLine = (table: "shipment" | "refund", orderId: string, lineIndex: number) =>
    table === "shipment"
      ? sql`insert into shipment_lines (shipment_id, order_id, line_index, qty) values (${parcel}, ${orderId}, ${lineIndex}, 1)`
      : sql`insert into refund_lines (refund_id, order_id, line_index, qty, amount_paise)
          values (${refund}, ${orderId}, ${lineIndex}, 1, 100)`;
  const insertLog = (status: string | null, kind: string | null) => sql`
    insert into order_events (id, order_id, status, kind, text, is_public, actor, at)
    values (${randomUUID()}, ${id}, ${status}, ${kind}, '', true, 'owner', now())`;
  const changeLine = (change: SQL) => sql`update order_items set ${change} where order_id = ${id}`;
  const course = sql`item_type = 'course', product_id = null`;
  const consultancy = sql`item_type = 'consultancy', product_id = null`;

  const refused: [string, SQL][] = [
    ["orders_number", sql`update orders set number = ${other.order.number} where id = ${id}`],
    ["orders_discount", sql`update orders set discount_paise = -1 where id = ${id}`],
    ["orders_delivery", sql`update orders set delivery_paise = -1 where id = ${id}`],
    ["order_payments_amount", sql`update order_payments set amount_paise = -1 where payment_id = ${payment}`],
    ["order_payments_returned", sql`update order_payments set returned_paise = -1 where payment_id = ${payment}`],
    ["refunds_payment_id_order_payments_payment_id_fk", insertRefund({ payment: "pay_unknown" })],
    ["refunds_retry_of_refunds_id_fk", insertRefund({ retryOf: randomUUID() })],
    ["refunds_retry_of_unique", insertRefund({ retryOf: refund })],
    [
      "disputes_payment_id_order_payments_payment_id_fk",
      sql`insert into disputes values ('disp_1', 'pay_unknown', ${id}, 1, 'open', '', '', null, now(), now(), now())`,
    ],
    [
      "disputes_amount",
      sql`insert into disputes values ('disp_1', ${payment}, ${id}, -1, 'open', '', '', null, now(), now(), now())`,
    ],
    ["shipment_lines_order_item", insertLine("shipment", id, 1)],
    ["shipment_lines_shipment", insertLine("shipment", otherId, 0)],
    ["refund_lines_order_item", insertLine("refund", id, 1)],
    ["refund_lines_refund", insertLine("refund", otherId, 0)],
    ["order_events_status_or_kind", insertLog(null, null)],
    ["order_events_status_or_kind", insertLog("paid", "note")],
    ["order_events_status_enum", insertLog("lost", null)],
    ["order_events_kind_enum", insertLog(null, "lost")],
    ["order_items_mode_enum", changeLine(sql`mode = 'chat'`)],
    ["order_items_parts", changeLine(sql`product_id = null`)],
    ["order_items_parts", changeLine(sql`course_id = product_id`)],
    ["order_items_parts", changeLine(course)],
    ["order_items_parts", changeLine(sql`${course}, course_id = product_id, variant_id = product_id`)],
    ["order_items_parts", changeLine(consultancy)],
    ["order_items_parts", changeLine(sql`${consultancy}, package = 'Deep Dive'`)],
    ["order_items_parts", changeLine(sql`${consultancy}, expert_id = product_id, mode = 'audio'`)],
    [
      "order_items_parts",
      changeLine(sql`${consultancy}, expert_id = product_id, mode = 'audio', minutes = 30, package = ''`),
    ],
  ];
  for (const [constraint, write] of refused)
    await expect(writeOrderRows(shop, write), constraint).rejects.toMatchObject({ cause: { constraint } });

  const accepted = [
    changeLine(sql`variant_id = product_id`),
    changeLine(sql`${course}, course_id = product_id, variant_id = null`),
    changeLine(sql`item_type = 'consultancy', course_id = null, package = 'Deep Dive', mode = 'video'`),
    changeLine(sql`package = null, expert_id = ${id}, minutes = 30`),
    insertLine("shipment", id, 0),
    insertLine("refund", id, 0),
    // A refund in the provider's dashboard and a lost dispute return more than was paid.
    sql`update order_payments set returned_paise = 180000 where payment_id = ${payment}`,
  ];
  for (const write of accepted) await writeOrderRows(shop, write);
});

test("only the order kernel writes an order's rows, in its own transaction", async ({ shop }) => {
  const { order } = await orderOne(shop);
  for (const table of guardedTables) {
    const column = table === "orders" ? "id" : "order_id";
    const write = sql.raw(`update ${table} set ${column} = ${column} where ${column} = '${order._id}'`);
    const cause = { message: `UPDATE of ${table} outside the order kernel` };
    await expect(shop.db.execute(write), table).rejects.toMatchObject({ cause });
    await writeOrderRows(shop, write);
    await expect(shop.db.execute(write), table).rejects.toMatchObject({ cause });
  }
});
