import { and, asc, gt, isNull, lte, sql } from "drizzle-orm";
import type { BulkStatusForm, BulkStatusResult, StatusForm } from "../../contracts/orders/order.ts";
import { UNPAID_DAYS } from "../../contracts/orders/order-rules.ts";
import { DAY_MS } from "../platform/clock.ts";
import { ShopError } from "../platform/http/errors.ts";
import type { Command } from "./core/commands.ts";
import { orderEvents, orders } from "./core/order-table.ts";
import type { OrderDeps, OrderUser } from "./deps.ts";
import { isReleasable } from "./holds.ts";

const UNPAID_MS = UNPAID_DAYS * DAY_MS;
const BATCH = 100;

const changeAs = ({ db, core }: OrderDeps, orderId: string, userId: string, command: Command) =>
  db.transaction((tx) => core.change(tx, orderId, { actor: "owner", userId }, command));

/** The owner may set any status from any status. `from`: the one that the owner saw. */
export async function changeStatus(
  deps: OrderDeps,
  orderId: string,
  { status, from }: Pick<StatusForm, "status" | "from">,
  owner: OrderUser,
) {
  await changeAs(deps, orderId, owner.id, { type: "setStatus", status, from });
}

/** One transaction for each order: a refused order does not block the others. Sequential, to hold one connection. */
export async function changeStatuses(deps: OrderDeps, { ids, status, from }: BulkStatusForm, owner: OrderUser) {
  const result: BulkStatusResult = { changed: [], failed: [] };
  for (const [_id, seen] of new Map(ids.map((id, n) => [id, from?.[n]]))) {
    try {
      await changeStatus(deps, _id, { status, from: seen }, owner);
      result.changed.push(_id);
    } catch (error) {
      if (!(error instanceof ShopError)) throw error;
      result.failed.push({ _id, message: error.message });
    }
  }
  return result;
}

/** Soft delete by the owner. */
export async function removeOrder(deps: OrderDeps, orderId: string, ownerId: string) {
  await changeAs(deps, orderId, ownerId, { type: "delete" });
}

/** A buyer cancels one of their unpaid orders. A payment that arrives later is reported to the owner. */
export async function cancelOwn({ db, core, settings }: OrderDeps, orderId: string, userId: string) {
  const { phone } = (await settings.read()).business;
  await db.transaction((tx) => core.change(tx, orderId, { actor: "buyer", userId }, { type: "cancel", phone }));
}

/** `askProvider` settles a payment that was not reported. It returns false if that is unclear: the order stays. */
export async function cancelStale(
  { db, clock, core }: OrderDeps,
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
