import { randomUUIDv7 } from "node:crypto";
import type { WebhookEvent } from "../../contracts/integrations/integration-rules.ts";
import { type Follower, hasNewStatus, isPaidNow } from "../orders/core/follow.ts";
import type { Transaction } from "../platform/database/database.ts";
import type { Platform } from "../platform/platform.ts";
import { webhookDeliveries as deliveries, webhookEndpoints as endpoints } from "./integration-table.ts";
import { defineWebhookJob } from "./job.ts";

export const WEBHOOKS_TAG = "webhooks";

const ofStatus: Partial<Record<string, WebhookEvent>> = {
  shipped: "order.shipped",
  delivered: "order.delivered",
  cancelled: "order.cancelled",
};

/** Tells the shop's webhooks what happened to an order. Jobs send it. */
export function createWebhookFollower({
  clock,
  changes,
  jobs,
}: Pick<Platform, "clock" | "changes" | "jobs">): Follower {
  const webhook = defineWebhookJob(jobs);
  /** Most shops have none, and their orders make no query for it. Undefined: not known. */
  let hasEndpoints: boolean | undefined;
  let version = 0;
  changes.subscribe((tags) => {
    if (tags !== "everything" && !tags.includes(WEBHOOKS_TAG)) return;
    hasEndpoints = undefined;
    version += 1;
  });

  async function tell(tx: Transaction, orderId: string, event: WebhookEvent) {
    if (hasEndpoints === false && changes.isListening()) return;
    const before = version;
    // Locked against removal: a foreign key that fails must not fail the order.
    const found = await tx.select({ id: endpoints.id }).from(endpoints).for("key share");
    if (before === version) hasEndpoints = found.length > 0;
    if (found.length === 0) return;
    const created = { orderId, event, createdAt: clock.now() };
    const rows = found.map((endpoint) => ({ ...created, id: randomUUIDv7(), endpointId: endpoint.id }));
    await tx.insert(deliveries).values(rows);
    const toRow = ({ id, endpointId }: (typeof rows)[number]) =>
      webhook.toRow({ key: `webhook:${id}`, lane: endpointId, payload: { id, endpointId } });
    await jobs.enqueueAll(tx, rows.map(toRow));
  }

  return async (tx, change) => {
    const { before, after } = change;
    const { id, status } = after.order;
    const moved = hasNewStatus(change) ? ofStatus[status] : undefined;
    if (isPaidNow(change)) await tell(tx, id, "order.paid");
    if (moved) await tell(tx, id, moved);
    if (before && after.refunds.length > before.refunds.length) await tell(tx, id, "order.refunded");
  };
}
