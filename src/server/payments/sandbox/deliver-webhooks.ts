import { eq, min, sql } from "drizzle-orm";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { fromJson } from "../../platform/database/json-rows.ts";
import { prepared, withoutWaitingForDisk } from "../../platform/database/prepared.ts";
import { errorMessage } from "../../platform/error-message.ts";
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
const BATCH = 8;

/** What was never sent is due, also when it was noted by a clock that ran ahead. */
const take = prepared<{ row: Record<string, unknown> }>(
  "sandbox-events-due",
  sql`with next as materialized (
      select id from ${sandboxWebhooks} where due_at is not null and (due_at <= ${sql.placeholder("now")} or attempts = 0)
      order by due_at limit ${BATCH} for update skip locked
    )
    update ${sandboxWebhooks} taken set attempts = attempts + 1, due_at = ${sql.placeholder("until")}
    from next where taken.id = next.id
    returning row_to_json(taken) as row, ${withoutWaitingForDisk}`,
);

const markReceived = prepared(
  "sandbox-events-received",
  sql`with received as (
      update ${sandboxWebhooks} set due_at = null, delivered_at = ${sql.placeholder("now")}
      where id = any(${sql.placeholder("ids")}::text[])
    )
    select ${withoutWaitingForDisk}`,
);

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

  /** Answers whether the shop took it; what it did not take is put back for later. */
  async function deliver(row: WebhookRow, url: string) {
    const status = await send(row, url);
    const about = { event: row.event, id: row.id, attempts: row.attempts, status };
    if (status !== undefined && status >= 200 && status < 300) {
      log.info(about, "sandbox webhook delivered");
      return true;
    }
    const isOver = clock.now().getTime() - row.createdAt.getTime() >= GIVE_UP_AFTER;
    // One that was cut off by the end of this process is due at once: the next start sends it.
    const pause = work.aborted ? 0 : PAUSES[Math.min(row.attempts, PAUSES.length) - 1]!;
    await update(row, { dueAt: isOver ? null : after(pause) });
    log.warn(about, isOver ? "sandbox webhook given up" : "sandbox webhook not taken");
    return false;
  }

  async function deliverAll(rows: WebhookRow[], url: string) {
    const taken = await Promise.all(rows.map((row) => deliver(row, url)));
    const ids = rows.filter((_, nth) => taken[nth]).map(({ id }) => id);
    if (ids.length > 0) await markReceived(db, { ids, now: clock.now() });
  }

  /** Whoever finds something to do lets another look for more, so that one slow event does not hold up the others. */
  async function drainInLanes(url: string) {
    const lanes: Promise<void>[] = [];
    let problem: unknown;
    async function drain() {
      while (!work.aborted) {
        const found = await take(db, { now: clock.now(), until: after(LEASE_MS) });
        if (found.length === 0) return;
        if (lanes.length < LANES) lanes.push(drain().catch(noteProblem));
        await deliverAll(
          found.map(({ row }) => fromJson(sandboxWebhooks, row)),
          url,
        );
      }
    }
    const noteProblem = (error: unknown) => {
      problem ??= error;
    };
    lanes.push(drain().catch(noteProblem));
    for (const lane of lanes) await lane;
    if (problem) throw problem;
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
      log.warn({ reason: errorMessage(error as Error) }, "sandbox webhooks wait");
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
