import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { checkStock } from "../../src/server/doctor/catalogue.ts";
import type { Check, CheckContext } from "../../src/server/doctor/check.ts";
import { checkCoupons, checkOrders } from "../../src/server/doctor/orders.ts";
import { checkRefunds, checkWebhooks } from "../../src/server/doctor/payments.ts";
import type { TestShop } from "./test-shop.ts";
import type { OrderState } from "./world-actions.ts";
import type { RefundPart, ShipmentPart } from "./world-parts.ts";

/** The returned amount of a payment `p`: refunds with this condition, and lost disputes. */
const returned = (which: string) => `
  (select coalesce(sum(amount_paise), 0) from refunds
    where payment_id = p.payment_id and status <> 'failed' and ${which})
  + (select coalesce(sum(amount_paise), 0) from disputes where payment_id = p.payment_id and status = 'lost')`;

/** Each query finds ids of what is wrong with the orders $1 and the coupons $2. $3: products, $4: failed refunds. */
const rules = {
  "a payment knows what went back": `
    select payment_id from order_payments p where order_id = any($1) and returned_paise <> ${returned("true")}`,
  // A dispute or a refund in the dashboard may come before an unsent refund, which is then never sent. What
  // has failed ($4) can be refunded again, perhaps before the shop learns of the failure.
  "no more went back than was captured": `
    select payment_id from order_payments p
    where order_id = any($1) and ${returned("provider_refund_id is not null and provider_refund_id <> all($4)")} > p.amount_paise`,
  "the shop promised no more than was captured": `
    select p.payment_id from order_payments p join refunds r on r.payment_id = p.payment_id
    where p.order_id = any($1) and r.status <> 'failed' and r.created_by is not null
    group by p.payment_id having sum(r.amount_paise) > max(p.amount_paise)`,
  "no line is refunded beyond its price": `
    select i.order_id::text from order_items i join refund_lines l on l.line_index = i.line_index
    join refunds r on r.id = l.refund_id and r.order_id = i.order_id and r.status <> 'failed'
    where i.order_id = any($1) group by i.order_id, i.line_index
    having sum(l.qty) > max(i.qty) or sum(l.amount_paise) > max(i.price_paise * i.qty - i.discount_paise)`,
  "no more pieces leave than were ordered": `
    select s.order_id::text from shipments s join shipment_lines l on l.shipment_id = s.id
    left join order_items i on i.order_id = s.order_id and i.line_index = l.line_index
    where s.order_id = any($1) group by s.order_id, l.line_index having sum(l.qty) > coalesce(max(i.qty), 0)`,
  "the lines come to the total": `
    select o.id::text from orders o join order_items i on i.order_id = o.id where o.id = any($1) group by o.id
    having o.total_paise <> sum(i.price_paise * i.qty) - o.discount_paise + o.delivery_paise
      or o.discount_paise <> sum(i.discount_paise) or o.total_paise < 0
      or bool_or(i.discount_paise not between 0 and i.price_paise * i.qty)
      or bool_or(i.restocked_qty not between 0 and i.qty)`,
  "an order without its buyer's account keeps no personal data and waits for no payment": `
    select o.id::text from orders o where o.id = any($1) and not exists (select from users where id = o.user_id)
      and (o.buyer_email || o.shipping_email || o.shipping_phone || o.shipping_address <> '' or o.status = 'pending')`,
  "a coupon's use follows its order": `
    select o.id::text from orders o left join coupon_uses u on u.order_id = o.id
    where o.id = any($1) and not case
      when o.coupon_code is null or u.state is null then o.coupon_code is null and u.state is null
      when o.status = 'cancelled' or (o.status = 'pending' and o.stock = 'shelf') then u.state = 'released'
      when o.status = 'pending' then u.state in ('reserved', 'late')
      else u.state in ('confirmed', 'late') end`,
  "no coupon is used too often": `
    select c.id::text from coupons c where c.id = any($2) and c.total_uses < (
      select count(*) from coupon_uses where coupon_id = c.id and state in ('reserved', 'confirmed'))`,
  "no customer uses a coupon too often": `
    select u.user_id::text from coupon_uses u join coupons c on c.id = u.coupon_id
    where u.coupon_id = any($2) and u.state in ('reserved', 'confirmed')
    group by u.user_id, c.id having count(*) > c.uses_per_customer`,
};

const wrong = Object.entries(rules)
  .map(([rule, query]) => `select '${rule.replaceAll("'", "''")}' as rule, found.* from (${query}) as found(id)`)
  .join(" union all ");

const states = `
  select id, status, stock, stock_short as short, payment_id as "paymentId", deleted_at is not null as "isDeleted",
    (select jsonb_object_agg(item_id, count) from (
      select item_id, sum(restocked_qty) as count from order_items where order_id = orders.id group by item_id
    ) as by_item) as restocked
  from orders where id = any($1)`;

const text = `select
  (select coalesce(jsonb_agg(one), '[]') from (${states}) as one) as orders,
  (select jsonb_object_agg(item, stock) from (
    select id::text as item, stock from products where id = any($3)
    union all select id || ':' || (one->>'id'), (one->>'stock')::int
    from products, jsonb_array_elements(variants) as one where products.id = any($3)
  ) as items) as free,
  (select coalesce(jsonb_agg(one), '[]') from (${wrong}) as one) as wrong`;

interface Found {
  orders: OrderState[];
  /** Free pieces by product, and by size. */
  free: Record<string, number>;
  wrong: { rule: string; id: string }[];
}

interface WorldIds {
  orders: string[];
  coupons: string[];
  products: string[];
  /** Refunds that failed at the provider. */
  failedRefunds: string[];
}

/** Reads these records and what is wrong with them. One prepared query, because every step is checked. */
export async function readWorld({ db }: TestShop, ids: WorldIds) {
  const values = [ids.orders, ids.coupons, ids.products, ids.failedRefunds];
  const { rows } = await db.$client.query<Found>({ name: "world", text, values });
  const { orders, ...found } = rows[0]!;
  return { ...found, states: new Map(orders.map((order) => [order.id, order])) };
}

const checks: Check[] = [checkStock, checkOrders, checkCoupons, checkRefunds, checkWebhooks];

/** The doctor's checks of the data. */
export async function expectHealthy({ db, clock }: TestShop) {
  const context = { db, clock, graceMs: 0, isShopRunning: true } as Partial<CheckContext> as CheckContext;
  for (const check of checks) for await (const { message } of check(context)) expect(message).toBeUndefined();
}

interface Worlds {
  orderIds: string[];
  shipments: ShipmentPart;
  refunds: RefundPart;
}

async function readSteps(shop: TestShop, ids: string[]) {
  const { rows } = await shop.db.execute<{ order: string; status: string }>(
    sql`select distinct order_id as order, status from order_history where order_id in ${ids}`,
  );
  return new Set(rows.map(({ order, status }) => `${order}:${status}`));
}

async function readRefunds(shop: TestShop, ids: string[]) {
  const { rows } = await shop.db.execute<{ id: string; status: string; isMade: boolean }>(sql`
    select id, status, provider_refund_id is not null as "isMade" from refunds where order_id in ${ids}`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Every step has its mail, and every mail its step. The outbox keeps a key once, so there is one mail for a step. */
export async function expectMails(shop: TestShop, since: Date, { orderIds, shipments, refunds }: Worlds) {
  if (orderIds.length === 0) return;
  const { rows } = await shop.db.execute<{ key: string }>(
    sql`select key from outbox where created_at >= ${since.toISOString()}`,
  );
  const keys = new Set(rows.map(({ key }) => key));
  const steps = await readSteps(shop, orderIds);
  const ledger = await readRefunds(shop, orderIds);
  const statuses = new Map(refunds.disputed.map(({ dispute, news }) => [dispute.id, news.map(({ status }) => status)]));
  const happened: Record<string, (id: string, step?: string) => unknown> = {
    "order-confirmation": (id) => orderIds.includes(id),
    "order-notice": (id) => orderIds.includes(id),
    "order-shipped": (id) => steps.has(`${id}:shipped`),
    "order-delivered": (id) => steps.has(`${id}:delivered`),
    "payment-to-check": () => true,
    "parcel-sent": (id) => shipments.sent.has(id),
    "parcel-delivered": (id) => shipments.sent.get(id)?.isDelivered,
    "refund-on-its-way": (id) => ledger.get(id)?.isMade,
    "refund-failed": (id) => ledger.get(id)?.status === "failed",
    dispute: (id, status) => statuses.get(id)?.includes(status!),
  };
  for (const key of keys) {
    const [kind, id, step] = key.split(":");
    expect(happened[kind!]?.(id!, step), key).toBe(true);
  }
  const wanted = [
    ...[...shipments.sent.keys()].map((id) => `parcel-sent:${id}`),
    ...refunds.disputed.map(({ dispute: { id, status } }) => `dispute:${id}:${status}`),
    ...[...ledger.values()].flatMap(({ id, status }) =>
      status === "failed" ? `refund-failed:${id}` : `refund-on-its-way:${id}`,
    ),
  ];
  for (const key of wanted) expect([...keys]).toContain(key);
}
