import { and, asc, eq, gt, isNull, lte, sql } from "drizzle-orm";
import { UNPAID_DAYS } from "../../contracts/orders/order-rules.ts";
import { orderEvents, orderPayments, orders } from "../orders/core/order-table.ts";
import { shipments } from "../orders/core/shipment-table.ts";
import { DAY_MS } from "../platform/clock.ts";
import type { CheckoutDeps } from "./deps.ts";

const UNPAID_MS = UNPAID_DAYS * DAY_MS;
const BATCH = 100;

/** SQL version of what `decide` asks before an order ends without the owner. */
const isReleasable = and(
  eq(orders.placement, "open"),
  isNull(orders.paidAt),
  sql`not exists (select from ${orderPayments}
    where order_id = ${orders.id} and (outcome = 'settled' or ${orderPayments.isToCheck}))`,
  sql`not exists (select from ${shipments} where ${shipments.orderId} = ${orders.id})`,
);

/** Ends the expired holds of a batch of unpaid orders. The orders stay pending. Returns their number. */
export async function endExpiredHolds({ db, clock, core }: Pick<CheckoutDeps, "db" | "clock" | "core">) {
  const isExpired = and(eq(orders.stock, "reserved"), isReleasable, lte(orders.heldUntil, clock.now()));
  const expired = await db.select({ id: orders.id }).from(orders).where(isExpired).orderBy(orders.id).limit(BATCH);
  let ended = 0;
  for (const { id } of expired)
    await db.transaction(async (tx) => {
      const isStill = and(eq(orders.id, id), isExpired);
      const [free] = await tx.select({ id: orders.id }).from(orders).where(isStill).for("update", { skipLocked: true });
      if (!free) return;
      await core.change(tx, id, { actor: "system" }, { type: "endHold" });
      ended += 1;
    });
  return ended;
}

/** `askProvider` settles a payment that was not reported. It returns false if that is unclear: the order stays. */
export async function cancelStale(
  { db, clock, core }: CheckoutDeps,
  askProvider: (orderId: string) => Promise<boolean>,
  signal?: AbortSignal,
) {
  const now = clock.now();
  const before = new Date(now.getTime() - UNPAID_MS);
  const isSetBackSince = sql`exists (select from ${orderEvents}
    where ${orderEvents.orderId} = ${orders.id} and ${orderEvents.status} = 'pending' and ${gt(orderEvents.at, before)})`;
  const isStale = and(
    isNull(orders.deletedAt),
    isReleasable,
    lte(orders.createdAt, before),
    lte(orders.heldUntil, now),
    sql`not ${isSetBackSince}`,
  );
  let last: string | undefined;
  do {
    const stale = await db
      .select({ id: orders.id })
      .from(orders)
      .where(and(isStale, last ? gt(orders.id, last) : undefined))
      .orderBy(asc(orders.id))
      .limit(BATCH);
    for (const { id } of stale) {
      if (signal?.aborted) return;
      if (await askProvider(id))
        await db.transaction((tx) => core.change(tx, id, { actor: "system" }, { type: "cancel" }));
    }
    last = stale.length < BATCH ? undefined : stale.at(-1)!.id;
  } while (last);
}
