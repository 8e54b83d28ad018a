import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Database } from "../../src/server/platform/database/database.ts";
import { applyMigrations, migrateDatabase, withMigrationLock } from "../../src/server/platform/database/migrate.ts";
import { createEmptyStorage } from "../support/backups.ts";
import { fillOlderShop } from "../support/older-shop.ts";
import { migrations } from "../support/test-postgres.ts";

/** The older orders are of this version, and the outbox of one later. */
const BEFORE_PLACEMENT = 55;
const BEFORE_JOBS = 58;

const upgradeTo = (db: Database, count: number) =>
  withMigrationLock(db, (client) => applyMigrations(client, migrations, count));

const LATER = "2099-01-01T00:00:00.000Z";

/** Work of every kind that waits, and mails that are done. */
async function fillWaiting(db: Database) {
  const rows = async (query: string) => (await db.execute<Record<string, string>>(sql.raw(query))).rows;
  const [first, second] = await rows(
    "select order_id, payment_id from order_payments where method = 'provider' limit 2",
  );
  const ids = { unsent: randomUUID(), sent: randomUUID(), paper: randomUUID(), endpoint: randomUUID() };
  const outbox = (kind: string, key: string, more = "null, null") =>
    rows(`insert into outbox (id, kind, key, payload, attempts, due_at, created_at, problem, done_at)
      values (gen_random_uuid(), '${kind}', '${key}', '{"id": "1"}', 3, '${LATER}', now() - interval '1 hour', ${more})`);
  await outbox("order-notice", "order-notice:1", "'ECONNECTION 421', null");
  await outbox("login-code", "login-code:1");
  await outbox(`webhook:${ids.endpoint}`, "webhook:1");
  await outbox("order-confirmation", "order-confirmation:1", "null, now()");
  await outbox("order-confirmation", "order-confirmation:2", "'expired', now()");
  await outbox("order-confirmation", "order-confirmation:3", "'EMESSAGE 550', now()");
  await rows(`insert into webhook_events (id, body, received_at, attempts, next_attempt_at, handled_at)
    values ('event_1', '{}', now(), 2, '${LATER}', null), ('event_2', '', now(), 0, now(), now())`);
  await rows(`insert into payment_orders (order_id, created_at, check_at, arrived_at) values
    ('${first!.order_id}', now(), '${LATER}', null), ('${second!.order_id}', now() - interval '8 days', now(), null)`);
  for (const [id, provider] of [
    [ids.unsent, "null"],
    [ids.sent, "'rfnd_1'"],
  ])
    await rows(`insert into refunds (id, order_id, payment_id, amount_paise, status, reason, restock, attempts,
      next_attempt_at, created_at, provider_refund_id) values ('${id}', '${first!.order_id}', '${first!.payment_id}', 100,
      'pending', '', false, 0, '${LATER}', now(), ${provider})`);
  await rows(`insert into document_tasks (order_id, since, due_at, problem)
    values ('${first!.order_id}', now(), '${LATER}', 'No class')`);
  const paper = { id: ids.paper, kind: "tax_invoice", series: "A", number: "A/26-27/1", cause: "x", mode: "regular" };
  await rows(`insert into documents select (jsonb_populate_record(d, '${JSON.stringify({ ...paper, pdf_hash: null })}')).*
    from documents d limit 1`);
  return { ...ids, order: first!.order_id };
}

test("an upgrade of a shop with waiting work of every kind loses none of it", async () => {
  const { db } = await createEmptyStorage();
  await upgradeTo(db, BEFORE_PLACEMENT);
  await fillOlderShop(db);
  await upgradeTo(db, BEFORE_JOBS);
  await db.execute("delete from document_tasks");
  const { unsent, sent, paper, endpoint, order } = await fillWaiting(db);
  await migrateDatabase(db, migrations, false);

  const { rows } = await db.execute<{
    key: string;
  }>(sql`select key, queue, kind, lane, payload, priority, state, attempts,
    problem, due_at = ${LATER} as "isLater", ended_at is not null as "isEnded" from jobs where kind <> 'refund-send'
      or payload->>'refundId' = ${unsent}`);
  const mail = { queue: "mail", lane: null, attempts: 3, isLater: true, priority: 0, state: "waiting", isEnded: false };
  const done = { kind: "mail:order-confirmation", state: "done", problem: null, isEnded: true };
  const waiting = {
    lane: null,
    attempts: 0,
    isLater: true,
    priority: 0,
    state: "waiting",
    problem: null,
    isEnded: false,
  };
  const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1);
  expect(rows.sort(byKey)).toEqual(
    [
      { ...mail, key: "order-notice:1", kind: "mail:order-notice", payload: { id: "1" }, problem: "ECONNECTION 421" },
      { ...mail, key: "login-code:1", kind: "mail:login-code", payload: { id: "1" }, priority: -1, problem: null },
      { ...mail, ...done, key: "order-confirmation:1", payload: { id: "1" } },
      { ...mail, ...done, key: "order-confirmation:2", payload: { id: "1" }, state: "cancelled", problem: "expired" },
      { ...mail, ...done, key: "order-confirmation:3", payload: { id: "1" }, state: "failed", problem: "EMESSAGE 550" },
      {
        ...waiting,
        queue: "webhook",
        kind: "webhook",
        key: "webhook:1",
        lane: endpoint,
        payload: { id: "1" },
        attempts: 3,
      },
      {
        ...{ ...waiting, queue: "payment", kind: "payment-event", key: "payment-event:event_1" },
        ...{ payload: { id: "event_1" }, attempts: 2 },
      },
      {
        ...{ ...waiting, queue: "payment", kind: "payment-check", key: `payment-check:${order}` },
        payload: { orderId: order },
      },
      {
        ...{ ...waiting, queue: "refund", kind: "refund-send", key: `refund-send:${unsent}` },
        // The provider is asked first.
        ...{ payload: { refundId: unsent }, attempts: 1 },
      },
      {
        ...{ ...waiting, queue: "refund", kind: "refund-poll", key: `refund-poll:${sent}` },
        ...{ payload: { refundId: sent }, attempts: 1 },
      },
      { ...waiting, queue: "document", kind: "documents", key: `documents:${order}`, payload: { orderId: order } },
      {
        ...{ ...waiting, queue: "document", kind: "pdf", key: `pdf:${paper}` },
        ...{ payload: { documentId: paper }, isLater: false },
      },
    ].sort(byKey),
  );
});
