import { sql } from "drizzle-orm";
import { expect, vi } from "vitest";
import type { Dashboard } from "../../src/contracts/dashboard.ts";
import { asOwner } from "../support/admin.ts";
import { openOwnShop } from "../support/people.ts";
import { type TestShop, test } from "../support/test-shop.ts";

interface Plan {
  "Node Type": string;
  "Index Name"?: string;
  "Relation Name"?: string;
  Plans?: Plan[];
}

const flattenPlan = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flattenPlan)];

/** One delivered order every half hour for a year; the last 20 are only paid. */
async function fill(shop: TestShop) {
  await shop.db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`
      insert into orders (id, user_id, buyer_name, buyer_email, status, total_paise, payment_method, shipping_name,
        shipping_email, shipping_phone, shipping_address, stock, held_until, created_at)
      select gen_random_uuid(), gen_random_uuid(), '', '', case when n <= 20 then 'paid' else 'delivered' end, 10000,
        'razorpay', '', '', '', '', 'kept', moment, moment
      from (select n, ${shop.clock.now()}::timestamptz - n * interval '30 minutes' as moment
        from generate_series(1, 17500) n) as moments`);
    await tx.execute(sql`
      insert into order_history (id, order_id, status, actor, at)
      select gen_random_uuid(), orders.id, state, 'payment', orders.created_at
      from orders cross join unnest(array['pending', 'paid', 'delivered']) as state`);
    await tx.execute(sql`
      insert into order_payments (payment_id, order_id, amount_paise, currency, outcome, at)
      select id::text, id, 10000, 'INR', 'settled', created_at from orders`);
  });
  await shop.db.execute(sql`vacuum analyze orders, order_history, order_payments`);
}

test("uses indexes for the sales of a large shop", async () => {
  const shop = await openOwnShop();
  await fill(shop);
  const spy = vi.spyOn(shop.db.$client, "query");
  const dashboard = (await asOwner(shop, "GET", "/api/dashboard")).json() as Dashboard;
  const calls = spy.mock.calls as unknown as [{ text: string }, unknown[]][];
  const statements = calls.map(([{ text }, values]) => ({ text, values }));
  spy.mockRestore();
  expect(statements.length).toBeLessThan(10);
  expect(dashboard.sales.days[10]).toMatchObject({ rupees: 4800, orders: 48 });
  expect([dashboard.counts.orders, dashboard.waiting.count]).toEqual([17_500, 20]);

  const explain = async (word: string) => {
    const { text, values } = statements.find((statement) => statement.text.includes(word))!;
    const { rows } = await shop.db.$client.query(`explain (format json) ${text}`, values);
    return flattenPlan(rows[0]["QUERY PLAN"][0].Plan);
  };
  const indexesOf = (nodes: Plan[]) => nodes.flatMap((node) => node["Index Name"] ?? []);
  const sales = await explain("lateral");
  expect(indexesOf(sales)).toEqual(expect.arrayContaining(["order_history_paid", "order_payments_settled"]));
  const seqScans = sales.filter((node) => node["Node Type"] === "Seq Scan").map((node) => node["Relation Name"]);
  expect(seqScans.filter((name) => name !== "orders")).toEqual([]);
  expect(indexesOf(await explain('"orders"."status" = $1'))).toEqual(["orders_waiting"]);
  expect(indexesOf(await explain('"orders"."stock_short" and'))).toEqual(["orders_stock_short"]);
});
