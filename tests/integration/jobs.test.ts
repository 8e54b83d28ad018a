import { eq, sql } from "drizzle-orm";
import { expect, onTestFinished } from "vitest";
import { backoff, type Job, type KindPolicy, type QueuePolicy } from "../../src/server/platform/jobs/job-kind.ts";
import { createJobRunner } from "../../src/server/platform/jobs/job-runner.ts";
import { jobs } from "../../src/server/platform/jobs/job-table.ts";
import { unique } from "../support/forms.ts";
import { openSecondShop, type TestShop, test } from "../support/test-shop.ts";
import { until } from "../support/until.ts";

const MINUTE_MS = 60_000;
const LEASE_MS = 10_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

interface Numbered {
  n: number;
}
type Process = Pick<TestShop, "db" | "clock" | "log">;

/** A worker with a queue of its own name, so that tests do not meet, and one kind of job. */
function openWorker(process: Process, queue: string, given: Partial<QueuePolicy & KindPolicy> = {}) {
  const { concurrency = 3, leaseMs = LEASE_MS, retryMs = backoff(1_000, MINUTE_MS), isLaned, isDown, ...kind } = given;
  const policy = { concurrency, leaseMs, ...(isLaned && { isLaned }), ...(isDown && { isDown }) };
  const runner = createJobRunner(process, { [queue]: policy });
  const job = runner.define<Numbered>(queue, { queue, retryMs, ...kind });
  const enqueue = (n: number, more: object = {}) =>
    job.enqueue(process.db, { key: `${queue}:${n}`, payload: { n }, ...more });
  onTestFinished(runner.stop);
  return { runner, job, enqueue, handle: job.handle, runDue: () => runner.runDue() };
}

async function twoWorkers(shop: TestShop, given: Partial<QueuePolicy & KindPolicy> = {}) {
  const queue = unique("queue");
  const second = { ...(await openSecondShop(shop)), clock: shop.clock };
  return [openWorker(shop, queue, given), openWorker(second, queue, given), queue] as const;
}

const rowsOf = ({ db }: Pick<TestShop, "db">, queue: string) =>
  db.select().from(jobs).where(eq(jobs.queue, queue)).orderBy(jobs.id);

test("a job runs if its transaction commits, once for each key", async ({ shop }) => {
  const queue = unique("queue");
  const { job, enqueue, handle, runDue } = openWorker(shop, queue);
  const done: number[] = [];
  handle(async ({ payload }) => void done.push(payload.n));
  const undone = shop.db.transaction(async (tx) => {
    await job.enqueue(tx, { key: `${queue}:1`, payload: { n: 1 } });
    throw new Error("changed its mind");
  });
  await expect(undone).rejects.toThrow("changed its mind");
  for (const n of [2, 2, 3]) await enqueue(n);
  await runDue();
  await enqueue(2);
  await runDue();
  expect(done.sort()).toEqual([2, 3]);
  expect(await rowsOf(shop, queue)).toMatchObject([2, 3].map(() => ({ state: "done", attempts: 1, payload: {} })));
});

test("two processes run each job once", async ({ shop }) => {
  const [one, two] = await twoWorkers(shop);
  const done: number[] = [];
  for (const { handle } of [one, two]) handle(async ({ payload }) => void done.push(payload.n));
  const all = Array.from({ length: 40 }, (_, n) => n);
  for (const n of all) await one.enqueue(n);
  await Promise.all([one, two, one, two].map(({ runDue }) => runDue()));
  expect(done.sort((a, b) => a - b)).toEqual(all);
});

test("a job of a process that died runs again after its lease, and a late end of it counts for nothing", async ({
  shop,
}) => {
  const [dying, other, queue] = await twoWorkers(shop);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  dying.handle(async () => {
    reach();
    await released;
    throw new Error("too late");
  });
  let runs = 0;
  other.handle(async () => void runs++);
  await dying.enqueue(1);
  const hanging = dying.runDue();
  await reached;
  await other.runDue();
  expect(runs).toBe(0);
  shop.clock.advance(LEASE_MS);
  await other.runDue();
  expect(runs).toBe(1);
  release();
  await hanging;
  expect(await rowsOf(shop, queue)).toMatchObject([{ state: "done", attempts: 2, problem: null }]);
});

test("jobs of one lane run one after the other in all processes, those of other lanes meanwhile", async ({ shop }) => {
  const [one, two] = await twoWorkers(shop, { isLaned: true });
  const running = new Map<number, number>();
  let [mostInLane, mostInAll] = [0, 0];
  async function work({ payload: { n } }: Job<Numbered>) {
    const lane = n % 3;
    running.set(lane, (running.get(lane) ?? 0) + 1);
    mostInLane = Math.max(mostInLane, ...running.values());
    mostInAll = Math.max(
      mostInAll,
      [...running.values()].reduce((sum, count) => sum + count),
    );
    await new Promise((resolve) => setTimeout(resolve, 5));
    running.set(lane, running.get(lane)! - 1);
  }
  for (const { handle } of [one, two]) handle(work);
  for (let n = 0; n < 24; n++) await one.enqueue(n, { lane: `${n % 3}` });
  await Promise.all([one.runDue(), two.runDue()]);
  await one.runDue();
  expect(mostInLane).toBe(1);
  expect(mostInAll).toBeGreaterThan(1);
});

test("asked for again: while it runs it runs once more, after its end anew, while it waits once, at the sooner time", async ({
  shop,
}) => {
  const queue = unique("queue");
  const { job, handle, runDue } = openWorker(shop, queue);
  const repeat = (n: number, dueAt?: Date) =>
    job.enqueueOrRepeat(shop.db, { key: queue, payload: { n }, ...(dueAt && { dueAt }) });
  const runs: number[] = [];
  handle(async ({ payload: { n } }) => {
    runs.push(n);
    if (n === 1) for (const again of [2, 3]) await repeat(again);
  });
  await repeat(1);
  await runDue();
  expect(runs).toEqual([1, 3]);
  const inAMinute = new Date(shop.clock.now().getTime() + MINUTE_MS);
  await repeat(4, inAMinute);
  await runDue();
  expect(runs).toEqual([1, 3]);
  await repeat(5);
  await repeat(6, inAMinute);
  await runDue();
  expect(runs).toEqual([1, 3, 6]);
});

test("an urgent job goes before ten thousand that wait", async ({ shop }) => {
  const queue = unique("queue");
  const { runner, handle } = openWorker(shop, queue, { concurrency: 1 });
  const urgent = runner.define<Numbered>(`${queue}-urgent`, { queue, retryMs: () => 0, priority: -1 });
  await shop.db.execute(sql`insert into jobs (id, queue, kind, key, payload, due_at, created_at)
    select gen_random_uuid(), ${queue}, ${queue}, ${queue} || n, '{"n": 1}', ${shop.clock.now().toISOString()}::timestamptz,
      ${shop.clock.now().toISOString()}::timestamptz from generate_series(1, 10000) n`);
  const order: string[] = [];
  const { promise: seen, resolve: see } = Promise.withResolvers<void>();
  handle(async () => void order.push("other"));
  urgent.handle(async () => {
    order.push("urgent");
    see();
  });
  await urgent.enqueue(shop.db, { key: `${queue}:urgent`, payload: { n: 1 } });
  runner.start();
  await seen;
  await runner.stop();
  expect(order[0]).toBe("urgent");
  await shop.db.delete(jobs).where(eq(jobs.queue, queue));
});

test("retries back off, a job is given up after its time, and only the payload of one that expires is forgotten", async ({
  shop,
}) => {
  const queue = unique("queue");
  const { enqueue, handle, runDue } = openWorker(shop, queue, { giveUpAfterMs: DAY_MS });
  const lasts: boolean[] = [];
  handle(async ({ isLast }) => {
    lasts.push(isLast);
    throw Object.assign(new Error("no mail for asha@example.com"), { code: "EENVELOPE", responseCode: 550 });
  });
  const start = shop.clock.now().getTime();
  await enqueue(1);
  await enqueue(2, { expiresAt: new Date(start + 2 * DAY_MS) });
  const waits: number[] = [];
  for (;;) {
    await runDue();
    const [row] = await rowsOf(shop, queue);
    if (row!.state !== "waiting") break;
    waits.push((row!.dueAt.getTime() - shop.clock.now().getTime()) / 1_000);
    shop.clock.advance(row!.dueAt.getTime() - shop.clock.now().getTime());
    if (waits.length === 10) shop.clock.advance(DAY_MS - 10 * MINUTE_MS);
  }
  expect(waits.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  expect(shop.clock.now().getTime() - start).toBeGreaterThanOrEqual(DAY_MS);
  expect(lasts.filter(Boolean)).toHaveLength(2);
  const failed = { state: "failed", problem: "EENVELOPE 550" };
  expect(await rowsOf(shop, queue)).toMatchObject([
    { ...failed, payload: { n: 1 } },
    { ...failed, payload: {} },
  ]);
});

test("a job that came too late, or was cancelled while it ran, ends as cancelled", async ({ shop }) => {
  const queue = unique("queue");
  const { runner, enqueue, handle, runDue } = openWorker(shop, queue);
  handle(() => runner.cancel(shop.db, eq(jobs.queue, queue), "withdrawn"));
  await enqueue(1, { expiresAt: shop.clock.now() });
  await runDue();
  await enqueue(2);
  await runDue();
  expect(await rowsOf(shop, queue)).toMatchObject([
    { state: "cancelled", problem: "expired", payload: {} },
    { state: "cancelled", problem: "withdrawn", payload: {} },
  ]);
});

test("a kind of a newer version waits a minute and its try does not count", async ({ shop }) => {
  const [older, newer, queue] = await twoWorkers(shop);
  newer.handle(async () => {});
  await older.enqueue(1);
  await older.runDue();
  const dueAt = new Date(shop.clock.now().getTime() + MINUTE_MS);
  expect(await rowsOf(shop, queue)).toMatchObject([{ state: "waiting", attempts: 0, dueAt }]);
  shop.clock.advance(MINUTE_MS);
  await newer.runDue();
  expect(await rowsOf(shop, queue)).toMatchObject([{ state: "done", attempts: 1 }]);
});

test("a job says when it runs again, and was due at once under a wrong clock", async ({ shop }) => {
  const queue = unique("queue");
  const { enqueue, handle, runDue } = openWorker(shop, queue);
  let runs = 0;
  handle(async ({ createdAt }) => (++runs < 3 ? new Date(createdAt.getTime() + runs * MINUTE_MS) : undefined));
  shop.clock.advance(DAY_MS);
  await enqueue(1);
  shop.clock.advance(-DAY_MS);
  await runDue();
  expect(runs).toBe(1);
  shop.clock.advance(DAY_MS);
  await runDue();
  expect(runs).toBe(1);
  shop.clock.advance(MINUTE_MS);
  await runDue();
  expect(runs).toBe(2);
  expect(await rowsOf(shop, queue)).toMatchObject([{ state: "waiting", attempts: 0 }]);
  shop.clock.advance(MINUTE_MS);
  await runDue();
  expect(await rowsOf(shop, queue)).toMatchObject([{ state: "done" }]);
});

test("a queue pauses while the other side is down, and its other jobs are not tried in vain", async ({ shop }) => {
  const queue = unique("queue");
  const isDown = ({ message }: Error) => message === "down";
  const { enqueue, handle, runDue } = openWorker(shop, queue, { concurrency: 1, isDown });
  handle(async () => {
    throw new Error("down");
  });
  for (const n of [1, 2, 3]) await enqueue(n);
  await runDue();
  expect((await rowsOf(shop, queue)).map(({ attempts }) => attempts)).toEqual([1, 0, 0]);
});

test("a job that somebody waits for runs at once, also when the queue is full", async ({ shop }) => {
  const queue = unique("queue");
  const { runner, enqueue, handle } = openWorker(shop, queue, { concurrency: 1 });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const done: number[] = [];
  handle(async ({ payload: { n } }) => {
    if (n === 1) await released;
    done.push(n);
  });
  runner.start();
  await enqueue(1);
  await until(async () => (await rowsOf(shop, queue))[0]?.attempts === 1);
  await enqueue(2);
  await runner.runNow(queue, `${queue}:2`, 5_000);
  expect(done).toEqual([2]);
  await runner.runNow(queue, `${queue}:1`, 10);
  let isStopped = false;
  const stopping = runner.stop().then(() => {
    isStopped = true;
  });
  await rowsOf(shop, queue);
  expect(isStopped).toBe(false);
  release();
  await stopping;
  expect(done).toEqual([2, 1]);
});

test("what ended is deleted after thirty days, and what failed after ninety", async ({ shop }) => {
  const queue = unique("queue");
  const { runner, enqueue, handle, runDue } = openWorker(shop, queue, { giveUpAfterMs: 0 });
  handle(async ({ payload: { n } }) => {
    if (n === 2) throw new Error("no");
  });
  for (const n of [1, 2]) await enqueue(n);
  await runDue();
  for (const [days, states] of [
    [30, ["done", "failed"]],
    [1, ["failed"]],
    [60, []],
  ] as const) {
    shop.clock.advance(days * DAY_MS);
    await runner.deleteEnded();
    expect((await rowsOf(shop, queue)).map(({ state }) => state)).toEqual(states);
  }
});
