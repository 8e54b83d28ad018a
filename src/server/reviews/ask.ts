import { DAY_MS } from "../platform/clock.ts";
import type { ReviewMails } from "./mails.ts";
import { reviewRequests } from "./review-table.ts";
import { type ReviewableLine, readReviewableLines } from "./reviewable-lines.ts";
import type { ReviewDeps } from "./service.ts";

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

/** Asks the buyer of an order once, when all of it can be reviewed. A decided order is not read again. */
export async function askForReviews(deps: ReviewDeps, { enqueueRequests }: ReviewMails, signal?: AbortSignal) {
  const { db, clock, settings, records } = deps;
  const { isAsked, days } = (await settings.read()).reviews;
  if (!isAsked) return;
  const now = clock.now();
  const dueBefore = now.getTime() - days * DAY_MS;
  const ids = await records.findUnasked(new Date(dueBefore - READY_WITHIN_MS));
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
