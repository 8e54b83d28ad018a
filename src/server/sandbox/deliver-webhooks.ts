import { and, asc, eq, isNotNull, lte, min, or, sql } from "drizzle-orm";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database.ts";
import { reasonOf } from "../platform/reason-of.ts";
import { type SandboxKeys, sign } from "./keys.ts";
import { sandboxWebhooks, type WebhookRow } from "./webhook-table.ts";

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
/** The pause after the first, second … delivery that nobody took; the last one repeats. */
const PAUSES = [1, 2, 5, 10, 30, 60, 300, 900, 1_800, 3_600].map((seconds) => seconds * SECOND);
const GIVE_UP_AFTER = 24 * HOUR;
const TIMEOUT_MS = 5 * SECOND;
/** How long one process keeps an event to itself: longer than a delivery may take, so no other sends it meanwhile. */
const LEASE_MS = 2 * TIMEOUT_MS;
/** How often to look for events that another process left behind. */
const LOOK_EVERY_MS = 5 * SECOND;
const LANES = 4;

interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

interface DeliveryDeps {
  db: Database;
  clock: Clock;
  log: Log;
  keys: SandboxKeys;
  /** Where the shop listens; nothing while it does not. */
  shopUrl(): string | undefined;
}

/** Tells the shop what happened, again and again until it says that it heard. */
export function createDelivery({ db, clock, log, keys, shopUrl }: DeliveryDeps) {
  const after = (ms: number) => new Date(clock.now().getTime() + ms);
  const update = ({ id }: WebhookRow, to: Partial<WebhookRow>) =>
    db.update(sandboxWebhooks).set(to).where(eq(sandboxWebhooks.id, id));

  /** Aborted while there is no work: before the start and after the stop. */
  let work = AbortSignal.abort();
  let stopWork = () => {};
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isAwaited = false;

  async function take() {
    const next = db
      .select({ id: sandboxWebhooks.id })
      .from(sandboxWebhooks)
      // What was never sent is due, also when it was noted by a clock that ran ahead.
      .where(
        and(
          isNotNull(sandboxWebhooks.dueAt),
          or(lte(sandboxWebhooks.dueAt, clock.now()), eq(sandboxWebhooks.attempts, 0)),
        ),
      )
      .orderBy(asc(sandboxWebhooks.dueAt))
      .limit(1)
      .for("update", { skipLocked: true });
    const [row] = await db
      .update(sandboxWebhooks)
      .set({ attempts: sql`${sandboxWebhooks.attempts} + 1`, dueAt: after(LEASE_MS) })
      .where(eq(sandboxWebhooks.id, next))
      .returning();
    return row;
  }

  /** The status answered, or why there was none. */
  async function send({ id, body }: WebhookRow, url: string) {
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-razorpay-signature": sign(keys.webhookSecret, body),
          "x-razorpay-event-id": id,
        },
        body,
        redirect: "manual",
        signal: AbortSignal.any([work, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      await response.body?.cancel();
      return response.status;
    } catch {
      return undefined;
    }
  }

  async function deliver(row: WebhookRow, url: string) {
    const status = await send(row, url);
    const about = { event: row.event, id: row.id, attempts: row.attempts, status };
    if (status !== undefined && status >= 200 && status < 300) {
      await update(row, { dueAt: null, deliveredAt: clock.now() });
      log.info(about, "sandbox webhook delivered");
      return;
    }
    const isOver = clock.now().getTime() - row.createdAt.getTime() >= GIVE_UP_AFTER;
    // One that was cut off by the end of this process is due at once: the next start sends it.
    const pause = work.aborted ? 0 : PAUSES[Math.min(row.attempts, PAUSES.length) - 1]!;
    await update(row, { dueAt: isOver ? null : after(pause) });
    log.warn(about, isOver ? "sandbox webhook given up" : "sandbox webhook not taken");
  }

  async function drain(url: string) {
    while (!work.aborted) {
      const row = await take();
      if (!row) return;
      await deliver(row, url);
    }
  }

  /** One event that is slow to be taken does not hold up the others. */
  async function drainInLanes(url: string) {
    const lanes = await Promise.allSettled(Array.from({ length: LANES }, () => drain(url)));
    const broken = lanes.find((lane) => lane.status === "rejected");
    if (broken) throw broken.reason;
  }

  async function untilNextMs() {
    const [row] = await db.select({ dueAt: min(sandboxWebhooks.dueAt) }).from(sandboxWebhooks);
    const wait = row?.dueAt ? row.dueAt.getTime() - clock.now().getTime() : LOOK_EVERY_MS;
    return Math.min(Math.max(wait, 100), LOOK_EVERY_MS);
  }

  async function deliverDue() {
    let wait = LOOK_EVERY_MS;
    try {
      do {
        isAwaited = false;
        const url = shopUrl();
        if (url) await drainInLanes(url);
      } while (isAwaited && !work.aborted);
      wait = await untilNextMs();
    } catch (error) {
      log.warn({ reason: reasonOf(error as Error) }, "sandbox webhooks wait");
    }
    running = undefined;
    if (work.aborted) return;
    timer = setTimeout(wake, isAwaited ? 0 : wait);
  }

  /** Delivers what is due, now. */
  function wake() {
    isAwaited = true;
    if (running || work.aborted) return;
    clearTimeout(timer);
    running = deliverDue();
  }

  return {
    wake,
    start() {
      const controller = new AbortController();
      work = controller.signal;
      stopWork = () => controller.abort();
      wake();
    },
    /** Cuts off what is under way; it is delivered after the next start. */
    async stop() {
      stopWork();
      clearTimeout(timer);
      await running;
    },
  };
}
export type Delivery = ReturnType<typeof createDelivery>;
