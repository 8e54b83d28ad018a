import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { checkStock } from "../../src/server/doctor/catalogue.ts";
import type { Check, CheckContext } from "../../src/server/doctor/check.ts";
import { checkCoupons, checkOrders } from "../../src/server/doctor/orders.ts";
import { checkRefunds, checkWebhooks } from "../../src/server/doctor/payments.ts";
import type { TestShop } from "./test-shop.ts";
import type { RefundPart, ShipmentPart } from "./world-parts.ts";
import { statusLog } from "./world-rules.ts";

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
    sql`select distinct order_id as order, status from ${statusLog} where order_id in ${ids}`,
  );
  return new Set(rows.map(({ order, status }) => `${order}:${status}`));
}

async function countCancelled(shop: TestShop, ids: string[]) {
  const { rows } = await shop.db.execute<{ order: string; count: number }>(
    sql`select order_id as order, count(*)::int from ${statusLog} where status = 'cancelled' and order_id in ${ids} group by 1`,
  );
  return new Map(rows.map(({ order, count }) => [order, count]));
}

async function readRefunds(shop: TestShop, ids: string[]) {
  const { rows } = await shop.db.execute<{ id: string; status: string; isMade: boolean }>(sql`
    select id, status, method <> 'provider' or provider_refund_id is not null as "isMade" from refunds where order_id in ${ids}`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Every step has its mail, and every mail its step. The table of jobs keeps a key once, so there is one mail for a step. */
export async function expectMails(shop: TestShop, since: Date, { orderIds, shipments, refunds }: Worlds) {
  if (orderIds.length === 0) return;
  const { rows } = await shop.db.execute<{ key: string }>(
    sql`select key from jobs where queue = 'mail' and created_at >= ${since.toISOString()}`,
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

/** The owner's choice sends the mail of a step when the order takes it for the first time. */
export async function expectStepMail({ db }: TestShop, orderId: string, step: string) {
  const key = `order-${step}:${orderId}`;
  const { rows } = await db.execute<{ times: number; isTold: boolean }>(sql`
    select count(*)::int as times, exists (select from jobs where key = ${key}) as "isTold"
    from ${statusLog} where order_id = ${orderId} and status = ${step}`);
  if (rows[0]!.times === 1) expect(rows[0]!.isTold, key).toBe(true);
}
