import { sql } from "drizzle-orm";
import { expect, vi } from "vitest";
import type { Customer } from "../../src/contracts/accounts/customer.ts";
import type { Dashboard } from "../../src/contracts/reports/dashboard.ts";
import { asOwner } from "../support/admin.ts";
import { allowOrderWrites } from "../support/order-guard.ts";
import { openOwnShop, type TestShop, test } from "../support/test-shop.ts";

interface Plan {
  "Node Type": string;
  "Index Name"?: string;
  "Relation Name"?: string;
  Plans?: Plan[];
}

const flattenPlan = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flattenPlan)];

const CUSTOMERS = 2_000;
const ORDERS = 17_500;

/** One delivered order every half hour for a year; the last 20 are only paid. */
async function fill(shop: TestShop) {
  await shop.db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await allowOrderWrites(tx);
    await tx.execute(sql`
      insert into users (id, name, email, phone, password_hash, role, created_at)
      select md5('user ' || n)::uuid, 'Person ' || n, 'person' || n || '@example.com', '98' || lpad(n::text, 8, '0'), '',
        'customer', ${shop.clock.now()}::timestamptz - n * interval '1 hour'
      from generate_series(1, ${CUSTOMERS}::int) n`);
    await tx.execute(sql`
      insert into orders (id, user_id, buyer_name, buyer_email, placement, goods, status, total_paise, payment_method, paid_at,
        shipping_name, shipping_email, shipping_phone, shipping_address, stock, held_until, created_at, short_id_shared)
      select gen_random_uuid(), md5('user ' || n % ${CUSTOMERS}::int + 1)::uuid, '', '',
        'accepted', case when n <= 20 then 'unsent' else 'delivered' end,
        case when n <= 20 then 'paid' else 'delivered' end, 10000, 'razorpay', moment, '', '', '', '', 'sold', moment,
        moment, true
      from (select n, ${shop.clock.now()}::timestamptz - n * interval '30 minutes' as moment
        from generate_series(1, ${ORDERS}::int) n) as moments`);
  });
  await shop.db.execute(sql`vacuum analyze users, orders`);
}

test("uses indexes for the sales and the customers of a large shop", async () => {
  const shop = await openOwnShop();
  await fill(shop);
  let statements: { text: string; values: unknown[] }[] = [];
  /** A call's reply; its statements are in `statements` afterwards. */
  const read = async (url: string) => {
    const spy = vi.spyOn(shop.db.$client, "query");
    const reply = await asOwner(shop, "GET", url);
    expect(reply.statusCode, reply.body).toBe(200);
    const calls = spy.mock.calls as unknown as [{ text: string }, unknown[]][];
    statements = calls.map(([{ text }, values]) => ({ text, values }));
    spy.mockRestore();
    return reply.json();
  };
  const dashboard = (await read("/api/dashboard")) as Dashboard;
  // One or two for each panel, however large the shop is.
  expect(statements.length).toBeLessThan(30);
  expect(dashboard.sales.days[10]).toMatchObject({ rupees: 4800, orders: 48 });
  expect([dashboard.counts.orders, dashboard.waiting.count]).toEqual([ORDERS, 20]);

  const explain = async (word: string) => {
    const { text, values } = statements.find((statement) => statement.text.includes(word))!;
    const { rows } = await shop.db.$client.query(`explain (format json) ${text}`, values);
    return flattenPlan(rows[0]["QUERY PLAN"][0].Plan);
  };
  const indexesOf = (nodes: Plan[]) => nodes.flatMap((node) => node["Index Name"] ?? []);
  const orderScan = (nodes: Plan[]) =>
    nodes.find((node) => node["Relation Name"] === "orders" && node["Node Type"] === "Seq Scan");
  const sales = await explain("to_char");
  expect([indexesOf(sales), orderScan(sales)]).toEqual([["orders_paid"], undefined]);
  expect(indexesOf(await explain('order by "orders"."created_at"'))).toEqual(["orders_waiting"]);
  expect(orderScan(await explain("ordersToPack"))).toBeUndefined();
  expect(indexesOf(await explain("= 'released') and"))).toEqual(["orders_stock_short"]);

  const [newest] = (await read("/api/customers?limit=20")) as Customer[];
  expect(newest).toMatchObject({ name: "Person 1", orderCount: 8, spent: 800 });
  // The login, the page, its totals and the count: the same for any number of customers.
  expect(statements.length).toBeLessThan(5);
  expect(indexesOf(await explain('"created_at" desc'))).toEqual(["users_newest"]);
  const totals = await explain('"order_count"');
  expect(indexesOf(totals)).toContain("orders_of_user");
  expect(orderScan(totals)).toBeUndefined();
});
