import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { ParcelWorld } from "./parcel-world.ts";
import type { RefundWorld } from "./refund-world.ts";
import type { TestShop } from "./test-shop.ts";

interface Worlds {
  orderIds: string[];
  parcels: ParcelWorld;
  refunds: RefundWorld;
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
export async function expectMails(shop: TestShop, since: Date, { orderIds, parcels, refunds }: Worlds) {
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
    "parcel-sent": (id) => parcels.sent.has(id),
    "parcel-delivered": (id) => parcels.sent.get(id)?.isDelivered,
    "refund-on-its-way": (id) => ledger.get(id)?.isMade,
    "refund-failed": (id) => ledger.get(id)?.status === "failed",
    dispute: (id, status) => statuses.get(id)?.includes(status!),
  };
  for (const key of keys) {
    const [kind, id, step] = key.split(":");
    expect(happened[kind!]?.(id!, step), key).toBe(true);
  }
  const wanted = [
    ...[...parcels.sent.keys()].map((id) => `parcel-sent:${id}`),
    ...refunds.disputed.map(({ dispute: { id, status } }) => `dispute:${id}:${status}`),
    ...[...ledger.values()].flatMap(({ id, status }) =>
      status === "failed" ? `refund-failed:${id}` : `refund-on-its-way:${id}`,
    ),
  ];
  for (const key of wanted) expect([...keys]).toContain(key);
}
