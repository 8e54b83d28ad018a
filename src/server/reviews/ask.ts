import type { MailKind } from "../notifications/service.ts";
import { DAY_MS } from "../platform/clock.ts";
import { reviewRequests } from "./review-table.ts";
import { type ReviewableLine, readReviewableLines } from "./reviewable-lines.ts";
import type { ReviewDeps } from "./service.ts";

/** Older orders are left alone: an appointment may be half a year after its payment. */
const PAID_WITHIN_MS = 180 * DAY_MS;
/** A mail that is later than this is not sent. So a shop that starts to ask does not write about old orders. */
const MAX_LATE_MS = 30 * DAY_MS;
const BATCH = 100;

/** `ask` now, `never`, or `wait`: something is not ready yet. */
function decide(lines: ReviewableLine[], dueBefore: number) {
  const open = lines.filter(({ state }) => state !== "refunded");
  if (open.some(({ state }) => state === "not_yet")) return "wait";
  const readyAt = Math.max(...open.map((line) => line.readyAt?.getTime() ?? 0));
  if (readyAt > dueBefore) return "wait";
  const isLate = readyAt < dueBefore - MAX_LATE_MS;
  return isLate || !open.some(({ state }) => state === "ready") ? "never" : "ask";
}

/** Asks the buyer of each order once, when all of it can be reviewed. Every order that is decided gets a row. */
export async function askForReviews(
  deps: ReviewDeps,
  mail: MailKind<{ orderId: string }>,
  signal: AbortSignal | undefined,
) {
  const { db, clock, settings, notifications, orders } = deps;
  const { isAsked, days } = (await settings.read()).reviews;
  if (!isAsked) return;
  const now = clock.now();
  const ids = await orders.findUnasked(new Date(now.getTime() - PAID_WITHIN_MS));
  for (let start = 0; start < ids.length && !signal?.aborted; start += BATCH) {
    const lines = await readReviewableLines(deps, await orders.read(ids.slice(start, start + BATCH)));
    const decisions = new Map([...lines].map(([id, found]) => [id, decide(found, now.getTime() - days * DAY_MS)]));
    const decided = [...decisions].flatMap(([orderId, decision]) => (decision === "wait" ? [] : { orderId, at: now }));
    if (decided.length === 0) continue;
    await db.transaction(async (tx) => {
      // Another process may have decided some of them.
      const rows = await tx.insert(reviewRequests).values(decided).onConflictDoNothing().returning();
      const asked = rows.filter(({ orderId }) => decisions.get(orderId) === "ask");
      const mails = asked.map(({ orderId }) => mail.toRow({ key: `${mail.name}:${orderId}`, payload: { orderId } }));
      if (mails.length > 0) await notifications.enqueueAll(tx, mails);
    });
  }
}
