import { gt, sql } from "drizzle-orm";
import { orderItems, orders } from "../orders/core/order-table.ts";
import { isSale } from "../orders/core/read.ts";
import { shipments } from "../orders/core/shipment-table.ts";
import { DAY_MS } from "../platform/clock.ts";
import type { ReviewDeps } from "./deps.ts";
import type { ReviewMails } from "./mails.ts";
import { reviewRequests } from "./review-table.ts";
import { type ReviewableLine, readReviewableLines } from "./reviewable-lines.ts";

/** How long after its payment an order may be ready. */
const READY_WITHIN_MS = 90 * DAY_MS;
/** No mail is later than this, so a shop that begins to ask does not write about old orders. */
const MAX_LATE_MS = 7 * DAY_MS;
const BATCH = 100;

/** Undefined while a line is not ready, or not for long enough. */
function shallAsk(lines: ReviewableLine[], dueBefore: number) {
  const open = lines.filter(({ state }) => state !== "refunded");
  const readyAt = Math.max(...open.map((line) => line.readyAt?.getTime() ?? 0));
  if (open.some(({ state }) => state === "not_yet") || readyAt > dueBefore) return undefined;
  return readyAt > dueBefore - MAX_LATE_MS && open.some(({ state }) => state === "ready");
}

/** Sales that were not asked about and may be reviewed: without pieces, or one has arrived. */
async function findUnasked({ db }: ReviewDeps, paidAfter: Date) {
  const { rows } = await db.execute<{ id: string }>(sql`
    select ${orders.id} from ${orders} where ${isSale} and ${gt(orders.paidAt, paidAfter)}
      and not exists (select from ${reviewRequests} where order_id = ${orders.id})
      and (${orders.goods} = 'delivered'
        or not exists (select from ${orderItems} where order_id = ${orders.id} and item_type = 'product')
        or exists (select from ${shipments} where order_id = ${orders.id} and delivered_at is not null))`);
  return rows.map(({ id }) => id);
}

/** Asks the buyer of an order once, when all of it can be reviewed. A decided order is not read again. */
export async function askForReviews(deps: ReviewDeps, { enqueueRequests }: ReviewMails, signal?: AbortSignal) {
  const { db, clock, settings, records } = deps;
  const { isAsked, days } = (await settings.read()).reviews;
  if (!isAsked) return;
  const now = clock.now();
  const dueBefore = now.getTime() - days * DAY_MS;
  const ids = await findUnasked(deps, new Date(dueBefore - READY_WITHIN_MS));
  for (let start = 0; start < ids.length && !signal?.aborted; start += BATCH) {
    const lines = await readReviewableLines(deps, await records.read(ids.slice(start, start + BATCH)));
    const decisions = new Map([...lines].map(([id, found]) => [id, shallAsk(found, dueBefore)]));
    const decided = [...decisions].flatMap(([orderId, answer]) => (answer === undefined ? [] : { orderId, at: now }));
    if (decided.length === 0) continue;
    await db.transaction(async (tx) => {
      // Another process may have decided some of them.
      const rows = await tx.insert(reviewRequests).values(decided).onConflictDoNothing().returning();
      await enqueueRequests(
        tx,
        rows.flatMap(({ orderId }) => (decisions.get(orderId) ? orderId : [])),
      );
    });
  }
}
