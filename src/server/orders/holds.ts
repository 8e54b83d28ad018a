import { and, eq, isNull, lte, sql } from "drizzle-orm";
import { orderPayments, orders } from "./core/order-table.ts";
import { shipments } from "./core/shipment-table.ts";
import type { OrderDeps } from "./deps.ts";

const BATCH = 100;

/** SQL version of what `decide` asks before an order ends without the owner. */
export const isReleasable = and(
  eq(orders.placement, "open"),
  isNull(orders.paidAt),
  sql`not exists (select from ${orderPayments}
    where order_id = ${orders.id} and (outcome = 'settled' or ${orderPayments.isToCheck}))`,
  sql`not exists (select from ${shipments} where ${shipments.orderId} = ${orders.id})`,
);

/** Ends the expired holds of a batch of unpaid orders. The orders stay pending. Returns their number. */
export async function endExpiredHolds({ db, clock, core }: Pick<OrderDeps, "db" | "clock" | "core">) {
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
