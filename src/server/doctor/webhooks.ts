import { and, isNull, lt } from "drizzle-orm";
import { webhookEvents } from "../payments/webhook-event-table.ts";
import type { CheckContext } from "./deps.ts";
import { type Finding, lookAt, note } from "./finding.ts";

/** Webhooks: the provider's news were acted upon. */
export async function examineWebhooks({ db, clock, patienceMs, isShopRunning }: CheckContext): Promise<Finding[]> {
  const since = new Date(clock.now().getTime() - patienceMs);
  const waiting = await db
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(and(isNull(webhookEvents.handledAt), lt(webhookEvents.receivedAt, since)))
    .orderBy(webhookEvents.receivedAt);
  if (waiting.length > 0 && !isShopRunning)
    return [note(`${waiting.length} of the provider's news wait; the shop acts upon them when it starts.`)];
  return lookAt(
    waiting.map(({ id }) => id),
    (list) =>
      `The provider's news were received and not acted upon: ${list}. The shop tries again every minute; its log says what stands in the way.`,
  );
}
