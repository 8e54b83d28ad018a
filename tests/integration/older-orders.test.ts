import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { checkStock } from "../../src/server/doctor/catalogue.ts";
import type { CheckContext } from "../../src/server/doctor/check.ts";
import { checkCoupons, checkOrders } from "../../src/server/doctor/orders.ts";
import { checkRefunds } from "../../src/server/doctor/payments.ts";
import type { Database } from "../../src/server/platform/database/database.ts";
import { applyMigrations, migrateDatabase, withMigrationLock } from "../../src/server/platform/database/migrate.ts";
import { createEmptyStorage } from "../support/backups.ts";
import { olderId, olderOrders, TAKEN_BACK } from "../support/older-orders.ts";
import { fillOlderShop } from "../support/older-shop.ts";
import { addOwner } from "../support/owner.ts";
import { migrations } from "../support/test-postgres.ts";
import { openSecondShop, test } from "../support/test-shop.ts";

/** The number of migrations before orders have a number, a placement and goods. */
const BEFORE_PLACEMENT = 55;

async function rowsOf<Row extends Record<string, unknown>>(db: Database, query: string) {
  return (await db.execute<Row>(sql.raw(query))).rows;
}

/** What the API told of orders before. */
const readBefore = (db: Database) =>
  rowsOf<{ id: string }>(
    db,
    `select id, status, payment_id as "paymentId", stock_short as "stockShort",
      to_char(paid_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "paidAt",
      shipping_changed_by as "changedBy", to_char(shipping_changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "changedAt",
      to_char(deleted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "archivedAt",
      (select json_agg(json_build_object('status', status, 'by', actor,
        'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by id)
        from order_history where order_id = orders.id) as history
    from orders order by id`,
  );

/** The rows that an update must leave alone, but for the new columns of refunds and those that moved to jobs. */
const KEPT = ["documents", "refunds", "disputes", "products", "activity"];
const readKept = async (db: Database) =>
  Object.fromEntries(
    await Promise.all(
      KEPT.map(async (table) => [
        table,
        await rowsOf(
          db,
          `select (to_jsonb(t) - '{method,part_of,attempts,next_attempt_at}'::text[])::text from ${table} t order by 1`,
        ),
      ]),
    ),
  );

const AT = `to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`;
const readLog = (db: Database, table: string) => rowsOf(db, `select *, ${AT} from ${table}`);

async function findings(db: Database) {
  const context = { db, clock: { now: () => new Date() }, graceMs: 0, isShopRunning: true };
  const found: string[] = [];
  for (const check of [checkOrders, checkCoupons, checkRefunds, checkStock])
    for await (const { message } of check(context as Partial<CheckContext> as CheckContext)) found.push(message);
  return found;
}

test("every order of the version before reads as it did, with its placement, its goods and its money", async ({
  shop,
}) => {
  const { db, url } = await createEmptyStorage();
  await withMigrationLock(db, (client) => applyMigrations(client, migrations, BEFORE_PLACEMENT));
  await fillOlderShop(db);
  const before = await readBefore(db);
  const kept = await readKept(db);
  await db.execute(sql`update order_history set user_id = ${olderId(90)} where actor = 'buyer'`);
  const statuses = await readLog(db, "order_history");
  const sentences = await readLog(db, "order_events");
  await migrateDatabase(db, migrations);

  expect(await readKept(db)).toEqual(kept);
  // One more: the address that was changed before there were events.
  const logged = await readLog(db, "order_events");
  expect(logged).toHaveLength(statuses.length + sentences.length + 1);
  expect(logged).toEqual(
    expect.arrayContaining([
      ...statuses.map((row) => ({ ...row, kind: null, text: "", is_public: true })),
      ...sentences.map((row) => ({ ...row, status: null })),
    ]),
  );
  const early = `select id from (
    select *, lag(at) over (partition by order_id order by id) as before from order_events) as log where at < before`;
  expect(await rowsOf(db, early)).toEqual([]);
  const open = await rowsOf(db, "select conname from pg_constraint where not convalidated");
  expect(open).toEqual([{ conname: "appointments_of_known_expert" }]);
  const axes = await rowsOf<{ id: string }>(
    db,
    `select id, placement, goods, stock, held_by, (select json_agg(json_build_array(amount_paise, at = paid_at, outcome, is_to_check))
      from order_payments where order_id = orders.id and method = 'mark') as mark,
      (select state from coupon_uses where order_id = orders.id) as coupon from orders`,
  );
  const { services } = await openSecondShop({ ...shop, databaseUrl: url });
  for (const [index, { name, becomes, refunded = [0, 0], differs, coupon = null }] of olderOrders.entries()) {
    const id = olderId(index);
    const { changedBy, changedAt, ...was } = before.find((one) => one.id === id) as (typeof before)[0] &
      Record<"changedBy" | "changedAt", string | null>;
    const order = await services.orders.findForMoney(id);
    const { status, paymentId, stockShort, paidAt, archivedAt, shippingChange, history, items } = order;
    const shown = { status, paymentId, stockShort, paidAt, archivedAt, shippingChange, history };
    const change = changedAt ? { at: changedAt, by: changedBy } : null;
    const nulled = Object.fromEntries(Object.entries(shown).map(([key, value]) => [key, value ?? null]));
    const { events, ...others } = differs ?? {};
    const wanted = { ...was, shippingChange: change, ...others };
    expect({ id, ...nulled }, name).toEqual(
      Object.fromEntries(Object.entries(wanted).map(([key, value]) => [key, value ?? null])),
    );
    if (events) expect(order.events, name).toEqual(events);
    expect(
      items.map(({ refundedQty = 0 }) => refundedQty),
      name,
    ).toEqual(refunded);
    const [placement, goods, stock, mark] = becomes;
    const isConfirmed = placement === "open" && stock === "sold" && coupon === "reserved";
    expect(
      axes.find((one) => one.id === id),
      name,
    ).toEqual({
      id,
      placement,
      goods,
      stock,
      held_by: stock === "reserved" && coupon ? "net" : null,
      mark: mark ? [[mark, true, "settled", false]] : null,
      coupon: isConfirmed ? "confirmed" : coupon,
    });
  }

  const taken = olderId(olderOrders.findIndex(({ name }) => name === TAKEN_BACK));
  expect(await findings(db)).toEqual([
    expect.stringMatching(new RegExp(`^Orders that an earlier version took for paid .*taken back: ${taken}\\. `)),
  ]);
  // The owner says that it was not paid.
  await addOwner(db);
  const [owner] = await rowsOf<{ id: string }>(db, "select id from users");
  await services.orders.changeStatus(taken, { status: "pending" }, { id: owner!.id, role: "owner" });
  expect(await findings(db)).toEqual([]);
});
