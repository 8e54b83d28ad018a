import { sql } from "drizzle-orm";
import pg from "pg";
import { onTestFinished } from "vitest";
import type { TestShop } from "./test-shop.ts";
import type { OrderState } from "./world-actions.ts";

/** Every status that an order had: `order_id`, `status`, `actor`, `at`; ids in the order of time. */
const LOG = "(select * from order_events where status is not null) as statuses";
export const statusLog = sql.raw(LOG);

/** The order `o` was covered by money or by the owner's word at some time. */
const WAS_PAID = `(o.paid_at is not null or exists (select from ${LOG} where order_id = o.id and status = 'paid')
  or o.total_paise <= (select sum(amount_paise) from order_payments where order_id = o.id and outcome = 'settled'))`;

/** Its papers are made: nothing of the order `o` waits for the job. */
const HAS_PAPERS = "not exists (select from document_tasks where order_id = o.id)";

/** What the invoices of the order `o` say, less their credit notes. */
const INVOICED = `(select coalesce(sum(case kind when 'credit_note' then -value_paise else value_paise end), 0)
  from documents where order_id = o.id and kind <> 'receipt' and cancelled_at is null)`;

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
    where order_id = any($1) and ${returned("(method <> 'provider' or provider_refund_id is not null and provider_refund_id <> all($4))")} > p.amount_paise`,
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
    select o.id::text from orders o where o.id = any($1) and not exists (select from users where id = o.user_id) and (
      o.placement = 'open' or concat(o.buyer_email, o.shipping_email, o.shipping_phone, o.shipping_address, o.shipping_pin,
        o.shipping_state, o.buyer_gstin, o.note, o.internal_note) <> ''
      or o.buyer_name <> 'Deleted account' or o.shipping_name <> 'Deleted account'
      or exists (select from shipments where order_id = o.id and tracking_number || tracking_url <> '')
      or exists (select from order_payments where order_id = o.id and reference || dealt_with_note <> '')
      or exists (select from refunds where order_id = o.id
        and (reason || dealt_with_note <> '' or method <> 'provider' and arn is not null))
      or exists (select from documents where order_id = o.id and kind = 'receipt' and buyer->>'name' <> 'Deleted account')
      or exists (select from order_keys where order_id = o.id and user_id = o.user_id))`,
  "a coupon's use follows its order": `
    select o.id::text from orders o left join coupon_uses u on u.order_id = o.id
    where o.id = any($1) and not case
      when o.coupon_code is null or u.state is null then o.coupon_code is null and u.state is null
      when o.placement = 'cancelled' then u.state = 'released'
      when o.placement = 'accepted' or o.paid_at is not null then u.state in ('confirmed', 'late')
      when o.stock = 'reserved' then u.state in ('reserved', 'late')
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
      when 'cancelled' then o.stock = 'released' when 'accepted' then o.stock in ('sold', 'released')
      else o.stock in (case when o.paid_at is null then 'reserved' else 'sold' end, 'released') end`,
  "the log's last status is the order's": `
    select o.id::text from orders o where o.id = any($1) and o.status <> (
      select status from ${LOG} where order_id = o.id order by id desc limit 1)`,
  "the log names each change of the status once": `
    select order_id::text from (
      select order_id, status = lag(status) over (partition by order_id order by id) as repeats
      from ${LOG} where order_id = any($1)) as log where repeats`,
  "the log is sorted by time": `
    select order_id::text from (
      select order_id, at < lag(at) over (partition by order_id order by id) as is_early
      from order_events where order_id = any($1)) as log where is_early`,
  "nobody but a person cancels an order with money or a parcel": `
    select o.id::text from orders o where o.id = any($1) and o.placement = 'cancelled'
      and (select actor from ${LOG} where order_id = o.id order by id desc limit 1) = 'system'
      and (o.total_paise = 0 or exists (select from order_payments where order_id = o.id and outcome = 'settled')
        or exists (select from shipments where order_id = o.id))`,
  "a receipt that is not cancelled is of a paid order": `
    select o.id::text from orders o join documents d on d.order_id = o.id and d.kind = 'receipt'
    where o.id = any($1) and (not ${WAS_PAID} or d.cancelled_at is null and o.paid_at is null and ${HAS_PAPERS})`,
  "confirmation, notice and hook are of each order that was ever paid, and of no other": `
    select o.id::text from orders o, lateral (select ${WAS_PAID} as paid) as was where o.id = any($1) and (
      was.paid <> exists (select from jobs where key = 'order-confirmation:' || o.id)
      or was.paid <> exists (select from jobs where key = 'order-notice:' || o.id)
      or was.paid <> exists (select from webhook_deliveries where order_id = o.id and event = 'order.paid'))`,
  "each step of the log has its hook": `
    select o.id::text from orders o where o.id = any($1) and (
      select count(*) from ${LOG} where order_id = o.id and status in ('shipped', 'delivered', 'cancelled')
    ) <> (select count(*) from webhook_deliveries
      where order_id = o.id and event in ('order.shipped', 'order.delivered', 'order.cancelled'))`,
  "invoices less their notes are at most what was charged": `
    select order_id::text from (
      select d.order_id, line->>'lineIndex' as line_index,
        sum((line->>'valuePaise')::bigint * case d.kind when 'credit_note' then -1 else 1 end) as net
      from documents d cross join jsonb_array_elements(d.lines) as line
      where d.order_id = any($1) and d.kind <> 'receipt' and d.cancelled_at is null group by 1, 2) as invoiced
    where net not between 0 and case when line_index is null
      then (select delivery_paise from orders where id = order_id)
      else (select price_paise * qty - discount_paise from order_items i
        where i.order_id = invoiced.order_id and i.line_index = invoiced.line_index::int) end`,
  "nothing is left invoiced of an order whose money went back": `
    select o.id::text from orders o where o.id = any($1) and ${HAS_PAPERS} and ${INVOICED} <> 0
      and exists (select from order_payments p join refunds r on r.payment_id = p.payment_id and r.status <> 'failed'
        where p.order_id = o.id and p.outcome = 'settled' group by p.payment_id
        having sum(r.amount_paise) >= o.total_paise)`,
  "nothing is left invoiced of an order that ended without money": `
    select o.id::text from orders o where o.id = any($1) and ${HAS_PAPERS} and ${INVOICED} <> 0
      and (o.placement = 'cancelled' or o.deleted_at is not null and o.status <> 'delivered')
      and not exists (select from order_payments
        where order_id = o.id and outcome = 'settled' and method <> 'mark' and dealt_with_at is null)`,
  "a paid session has its appointments": `
    select o.id::text from orders o join order_items i on i.order_id = o.id and i.item_type = 'consultancy'
    where o.id = any($1) and o.status in ('paid', 'shipped', 'delivered')
      and i.qty <> (select count(*) from appointments where order_id = o.id and line_index = i.line_index)`,
  "a cancelled order has no session to come": `
    select o.id::text from orders o join appointments a on a.order_id = o.id
    where o.id = any($1) and o.placement = 'cancelled' and a.state in ('to_schedule', 'held', 'confirmed')`,
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
  select id, status, stock, placement = 'accepted' as "isOwed", placement = 'accepted' and stock = 'released' as short,
    ${paidBy} as "paymentId", deleted_at is not null as "isDeleted",
    paid_at is not null as "isPaid", ${paidBy} is not null or total_paise = 0 as "isCovered",
    exists (select from shipments where order_id = orders.id) as "hasParcel", goods, paid_at as "paidAt",
    (select string_agg(concat_ws(' ', payment_id, amount_paise), ', ' order by payment_id) from order_payments
      where order_id = orders.id and outcome = 'settled') as counted,
    (select string_agg(concat_ws(' ', s.id, s.delivered_at, l.line_index, l.qty), ', ' order by s.id, l.line_index)
      from shipments s join shipment_lines l on l.shipment_id = s.id where s.order_id = orders.id) as parcels,
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

/**
 * Reads records and what is wrong with them: one statement, because every step is checked. Its plan is made once, on a
 * connection of its own. A plan for each run takes ten times as long as the run.
 */
export async function openRules({ databaseUrl }: TestShop) {
  const client = new pg.Client({ connectionString: databaseUrl, options: "-c plan_cache_mode=force_generic_plan" });
  await client.connect();
  onTestFinished(() => client.end());
  return async function readWorld(ids: WorldIds) {
    const values = [ids.orders, ids.coupons, ids.products, ids.failedRefunds];
    const { rows } = await client.query<Found>({ name: "world", text, values });
    const { orders, ...found } = rows[0]!;
    return { ...found, states: new Map(orders.map((order) => [order.id, order])) };
  };
}
export type WorldReader = Awaited<ReturnType<typeof openRules>>;
