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
    where s.order_id = any($1) and s.returned_at is null
    group by s.order_id, l.line_index having sum(l.qty) > coalesce(max(i.qty), 0)`,
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
      when o.placement = 'cancelled' then u.state = 'released'
      when o.placement = 'accepted' or o.paid_at is not null then u.state in ('confirmed', 'late')
      when o.stock = 'held' then u.state in ('reserved', 'late')
      else u.state in ('released', 'late') end`,
  "an order is paid if and only if what counts of its money covers it": `
    select o.id::text from orders o where o.id = any($1) and (o.paid_at is not null) <> (o.total_paise <= (
      select coalesce(sum(amount_paise), 0) from order_payments where order_id = o.id and outcome = 'settled'))`,
  "no more counts than the order costs, and a mark stands alone": `
    select o.id::text from orders o join order_payments p on p.order_id = o.id and p.outcome = 'settled'
    where o.id = any($1) group by o.id
    having sum(p.amount_paise) > o.total_paise or count(*) filter (where p.method = 'mark') > 1
      or bool_or(p.method = 'mark') and coalesce(sum(p.amount_paise) filter (where p.method <> 'mark'), 0) >= o.total_paise`,
  "what the shop owes is sold or short, what waits is held while it is unpaid": `
    select o.id::text from orders o where o.id = any($1) and not case o.placement
      when 'cancelled' then o.stock = 'shelf' when 'accepted' then o.stock in ('kept', 'shelf')
      else o.stock in (case when o.paid_at is null then 'held' else 'kept' end, 'shelf') end`,
  "the log's last status is the order's": `
    select o.id::text from orders o where o.id = any($1) and o.status <> (
      select status from order_history where order_id = o.id order by id desc limit 1)`,
  "the log names each change of the status once": `
    select order_id::text from (
      select order_id, status = lag(status) over (partition by order_id order by id) as repeats
      from order_history where order_id = any($1)) as log where repeats`,
  "nobody but a person cancels an order with money or a parcel": `
    select o.id::text from orders o where o.id = any($1) and o.placement = 'cancelled'
      and (select actor from order_history where order_id = o.id order by id desc limit 1) = 'system'
      and (exists (select from order_payments where order_id = o.id and outcome = 'settled')
        or exists (select from shipments where order_id = o.id))`,
  "a receipt that is not cancelled is of a paid order": `
    select o.id::text from orders o join documents d on d.order_id = o.id and d.kind = 'receipt' and d.cancelled_at is null
    where o.id = any($1) and o.paid_at is null and not exists (select from document_tasks where order_id = o.id)`,
  "the refunded pieces are those of the refunds": `
    select i.order_id::text from order_items i join orders o on o.id = i.order_id
    left join lateral (select sum(r.amount_paise) as paise, array_agg(r.id) as ids from refunds r
      join order_payments p on p.payment_id = r.payment_id and p.order_id = o.id and p.outcome = 'settled'
      where r.status <> 'failed') made on true
    where i.order_id = any($1) and i.refunded_qty <> case when made.paise >= o.total_paise then i.qty
      else least(i.qty, coalesce((select sum(qty) from refund_lines
        where refund_id = any(made.ids) and line_index = i.line_index), 0)) end`,
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

const paidBy = `(select payment_id from order_payments
  where order_id = orders.id and outcome = 'settled' and method = 'provider')`;

const states = `
  select id, status, stock, placement = 'accepted' as "isOwed", placement = 'accepted' and stock = 'shelf' as short,
    ${paidBy} as "paymentId", deleted_at is not null as "isDeleted",
    paid_at is not null as "isPaid", ${paidBy} is not null or total_paise = 0 as "isCovered",
    exists (select from shipments where order_id = orders.id) as "hasParcel",
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

/** Tells by the time what an earlier version did in one moment. The clock of these histories stands still. */
const isByTime = (message: string) => message.includes("took for paid when their parcel was taken back");

/** The doctor's checks of the data. */
export async function expectHealthy({ db, clock }: TestShop) {
  const context = { db, clock, graceMs: 0, isShopRunning: true } as Partial<CheckContext> as CheckContext;
  for (const check of checks)
    for await (const { message } of check(context)) if (!isByTime(message)) expect(message).toBeUndefined();
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

async function countCancelled(shop: TestShop, ids: string[]) {
  const { rows } = await shop.db.execute<{ order: string; count: number }>(
    sql`select order_id as order, count(*)::int from order_history where status = 'cancelled' and order_id in ${ids} group by 1`,
  );
  return new Map(rows.map(({ order, count }) => [order, count]));
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
  const cancelled = await countCancelled(shop, orderIds);
  const ledger = await readRefunds(shop, orderIds);
  const statuses = new Map(refunds.disputed.map(({ dispute, news }) => [dispute.id, news.map(({ status }) => status)]));
  const happened: Record<string, (id: string, step?: string) => unknown> = {
    "order-confirmation": (id) => orderIds.includes(id),
    "order-notice": (id) => orderIds.includes(id),
    "order-shipped": (id) => steps.has(`${id}:shipped`),
    "order-delivered": (id) => steps.has(`${id}:delivered`),
    // Unpaid orders of an earlier world end in this one.
    "order-cancelled": (id, nth) => !orderIds.includes(id) || Number(nth) <= (cancelled.get(id) ?? 0),
    "payment-to-check": () => true,
    "parcel-sent": (id) => shipments.sent.has(id),
    "parcel-delivered": (id) => shipments.sent.get(id)?.isDelivered,
    "parcel-returned": (id) => shipments.sent.get(id)?.isBack,
    "refund-on-its-way": (id) => ledger.get(id)?.isMade,
    "refund-failed": (id) => ledger.get(id)?.status === "failed",
    dispute: (id, status) => statuses.get(id)?.includes(status!),
  };
  for (const key of keys) {
    const [kind, id, step] = key.split(":");
    expect(happened[kind!]?.(id!, step), key).toBe(true);
  }
  const wanted = [
    ...[...cancelled].flatMap(([id, count]) =>
      Array.from({ length: count }, (_, n) => `order-cancelled:${id}:${n + 1}`),
    ),
    ...[...shipments.sent.keys()].map((id) => `parcel-sent:${id}`),
    ...refunds.disputed.map(({ dispute: { id, status } }) => `dispute:${id}:${status}`),
    ...[...ledger.values()].flatMap(({ id, status }) =>
      status === "failed" ? `refund-failed:${id}` : `refund-on-its-way:${id}`,
    ),
  ];
  for (const key of wanted) expect([...keys]).toContain(key);
}
