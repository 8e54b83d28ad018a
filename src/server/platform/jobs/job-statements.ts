import { and, eq, type SQL, sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { Database, Transaction } from "../database/database.ts";
import { given, givenColumns, statement, statementsBy } from "../database/statement.ts";
import { type JobRow, jobs } from "./job-table.ts";

export const newColumns = [
  "id",
  "queue",
  "kind",
  "key",
  "lane",
  "payload",
  "priority",
  "dueAt",
  "expiresAt",
  "createdAt",
] as const;
export type NewJob = Pick<JobRow, (typeof newColumns)[number]>;

/** A job whose key is known is not inserted again. */
export const insertJobs = statementsBy((count: number) =>
  statement(`insert-jobs-of-${count}`, (db) =>
    db
      .insert(jobs)
      .values(Array.from({ length: count }, (_, n) => givenColumns(`${n}`, newColumns)))
      .onConflictDoNothing({ target: jobs.key }),
  ),
);

const isWaiting = eq(jobs.state, "waiting");
export const isRunning = (now: unknown) => sql`(${jobs.leaseId} is not null and ${jobs.dueAt} > ${now})`;

/** A job that has ended starts anew, one that runs runs once more, and one that waits is due at the sooner time. */
export function repeatingInsert(db: NodePgDatabase, prefix: string) {
  const ifEnded = (ended: SQL, column: SQL | (typeof jobs)[keyof JobRow]) =>
    sql`case when ${jobs.state} <> 'waiting' then ${ended} else ${column} end`;
  const running = isRunning(sql`excluded.created_at`);
  return db
    .insert(jobs)
    .values(givenColumns(prefix, newColumns))
    .onConflictDoUpdate({
      target: jobs.key,
      set: {
        state: "waiting",
        again: sql`${jobs.state} = 'waiting' and ${running}`,
        dueAt: ifEnded(
          sql`excluded.due_at`,
          sql`case when ${running} then ${jobs.dueAt} else least(${jobs.dueAt}, excluded.due_at) end`,
        ),
        payload: sql`excluded.payload`,
        attempts: ifEnded(sql`0`, jobs.attempts),
        problem: ifEnded(sql`null`, jobs.problem),
        createdAt: ifEnded(sql`excluded.created_at`, jobs.createdAt),
        endedAt: null,
      },
    });
}

export const repeatJob = statement("repeat-job", (db) => repeatingInsert(db, "job"));

/** A wrong clock may have set `dueAt` in the future: what was due when it was enqueued and was never tried is due. */
const isDue = sql`(${jobs.dueAt} <= ${given("now")} or (${jobs.attempts} = 0 and ${jobs.dueAt} <= ${jobs.createdAt}))`;

const lease = (db: NodePgDatabase, ids: SQL) =>
  db
    .update(jobs)
    .set({ attempts: sql`${jobs.attempts} + 1`, leaseId: sql`${given("lease")}`, dueAt: sql`${given("until")}` })
    // An array is computed once. PostgreSQL may run a subquery of `in` again for each row, and lock more than the limit.
    .where(sql`${jobs.id} = any(array(${ids}))`)
    .returning();

const nextDue = (db: NodePgDatabase, also?: SQL) =>
  db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.queue, given("queue")), isWaiting, isDue, also))
    .orderBy(jobs.priority, jobs.dueAt, jobs.id)
    .limit(given("limit"))
    .for("update", { skipLocked: true })
    .getSQL();

export const leaseDue = statement("lease-jobs", (db) => lease(db, nextDue(db)));

const leaseDueOfFreeLane = statement("lease-job-of-free-lane", (db) =>
  lease(
    db,
    nextDue(
      db,
      sql`not exists (select from jobs busy where busy.queue = ${jobs.queue} and busy.lane = ${jobs.lane}
        and busy.state = 'waiting' and busy.lease_id is not null and busy.due_at > ${given("now")})`,
    ),
  ),
);

const LANE_LOCK = 4_201_100;
/** Two statements: the lock comes first, because a statement's snapshot is older than a lock it takes. */
export const leaseOneOfFreeLane = (db: Database, values: Record<string, unknown>) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LANE_LOCK}, hashtext(${values.queue}))`);
    return leaseDueOfFreeLane(tx, { ...values, limit: 1 });
  });

export const leaseByKey = statement("lease-job-by-key", (db) =>
  lease(
    db,
    db
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(eq(jobs.key, given("key")), isWaiting, isDue))
      .for("update", { skipLocked: true })
      .getSQL(),
  ),
);

/** The jobs of a lease whose reply was lost. */
export const leaseAgain = (db: Database, { lease: id, until }: { lease: string; until: Date }) =>
  db
    .update(jobs)
    .set({ dueAt: until })
    .where(and(eq(jobs.leaseId, id), isWaiting))
    .returning();

/** False once the lease has expired and another process has the job, or it was cancelled. */
const isStillLeased = and(eq(jobs.id, given("id")), eq(jobs.leaseId, given("lease")), isWaiting);

/** A job that failed keeps its payload, to be tried again by hand; not what was soon to be forgotten. */
export const endJob = statement("end-job", (db) => {
  const unlessAgain = (column: (typeof jobs)[keyof JobRow] | SQL, value: unknown) =>
    sql`case when ${jobs.again} then ${column} else ${value} end`;
  const kept = sql`case when ${given("state")} = 'failed' and ${jobs.expiresAt} is null then ${jobs.payload} else '{}' end`;
  return db
    .update(jobs)
    .set({
      state: unlessAgain(jobs.state, given("state")),
      endedAt: unlessAgain(jobs.endedAt, given("now")),
      payload: unlessAgain(jobs.payload, kept),
      dueAt: sql`case when ${jobs.again} then ${given("now")} else ${jobs.dueAt} end`,
      attempts: unlessAgain(sql`0`, jobs.attempts),
      problem: sql`${given("problem")}`,
      leaseId: null,
      again: false,
    })
    .where(isStillLeased);
});

export const postponeJob = statement("postpone-job", (db) =>
  db
    .update(jobs)
    .set({
      dueAt: sql`case when ${jobs.again} then ${given("now")}::timestamptz else ${given("dueAt")} end`,
      attempts: sql`${given("attempts")}`,
      problem: sql`${given("problem")}`,
      leaseId: null,
      again: false,
    })
    .where(isStillLeased),
);

/** For each queue, whether something is due, and when the next of the others will be. */
export const readDue = statement("read-due-jobs", (db) =>
  db
    .select({
      queue: jobs.queue,
      isDue: sql<boolean>`bool_or(${isDue})`,
      nextAt: sql<Date | null>`min(${jobs.dueAt}) filter (where ${jobs.dueAt} > ${given("now")})`.mapWith(jobs.dueAt),
    })
    .from(jobs)
    .where(isWaiting)
    .groupBy(jobs.queue),
);

export async function deleteEnded(db: Database | Transaction, before: { others: Date; failed: Date }) {
  await db.delete(jobs).where(
    sql`${jobs.state} <> 'waiting' and ${jobs.endedAt} < case ${jobs.state} when 'failed' then
      ${before.failed.toISOString()}::timestamptz else ${before.others.toISOString()}::timestamptz end`,
  );
}
