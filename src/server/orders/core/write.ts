import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Transaction } from "../../platform/database/database.ts";
import {
  columnsOf,
  given,
  givenColumns,
  hashedName,
  statement,
  statementsBy,
  valuesIn,
} from "../../platform/database/statement.ts";
import { disputes } from "./dispute-table.ts";
import type { FullOrder, LogRow } from "./order.ts";
import { orderEvents, orderItems, orderPayments, orders } from "./order-table.ts";
import { refundLines, refunds } from "./refund-table.ts";
import { shipmentLines, shipments } from "./shipment-table.ts";

type Row = Record<string, unknown>;

const isSame = (one: unknown, other: unknown) =>
  one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other;

/** The columns that differ. Generated ones are the database's. */
function changedColumns(table: PgTable, before: Row, after: Row): Row {
  const columns = Object.entries(getTableColumns(table)) as [string, PgColumn][];
  const changed = columns.filter(([name, { generated }]) => !generated && !isSame(before[name], after[name]));
  return Object.fromEntries(changed.map(([name]) => [name, after[name]]));
}

/** Writes the rows that are new, differ or are gone. A row that is the same object is the same. */
async function writeRows(tx: Transaction, table: PgTable, keys: PgColumn[], before: Row[], after: Row[]) {
  if (before === after) return;
  const names = Object.entries(getTableColumns(table)).flatMap(([name, column]) =>
    keys.some((key) => key.name === column.name) ? [[name, column] as const] : [],
  );
  const keyOf = (row: Row) => names.map(([name]) => String(row[name])).join(" ");
  const isRow = (row: Row): SQL | undefined => and(...names.map(([name, column]) => eq(column, row[name])));
  const known = new Map(before.map((row) => [keyOf(row), row]));
  const kept = new Set(after.map(keyOf));
  for (const row of before) if (!kept.has(keyOf(row))) await tx.delete(table).where(isRow(row));
  const added = after.filter((row) => !known.has(keyOf(row)));
  if (added.length > 0) await tx.insert(table).values(added);
  for (const row of after) {
    const was = known.get(keyOf(row));
    const set = was && was !== row ? changedColumns(table, was, row) : {};
    if (Object.keys(set).length > 0) await tx.update(table).set(set).where(isRow(row));
  }
}

const linesOf = ({ shipments }: FullOrder) => shipments.flatMap(({ lines }) => lines);

/** Lines of a parcel that is gone go with it, by the foreign key. */
const leftLines = (before: FullOrder, after: FullOrder) => {
  const left = new Set(after.shipments.map(({ id }) => id));
  return linesOf(before).filter(({ shipmentId }) => left.has(shipmentId));
};

/** Everything but the order's own row. */
export async function writeParts(tx: Transaction, before: FullOrder, after: FullOrder) {
  await writeRows(tx, orderItems, [orderItems.orderId, orderItems.lineIndex], before.items, after.items);
  await writeRows(tx, orderPayments, [orderPayments.paymentId], before.payments, after.payments);
  if (before.shipments !== after.shipments) {
    await writeRows(tx, shipments, [shipments.id], before.shipments, after.shipments);
    const keys = [shipmentLines.shipmentId, shipmentLines.lineIndex];
    await writeRows(tx, shipmentLines, keys, leftLines(before, after), linesOf(after));
  }
  await writeRows(tx, refunds, [refunds.id], before.refunds, after.refunds);
  await writeRows(
    tx,
    refundLines,
    [refundLines.refundId, refundLines.lineIndex],
    before.refundLines,
    after.refundLines,
  );
  await writeRows(tx, disputes, [disputes.id], before.disputes, after.disputes);
}

const keyOf = (columns: object) => Object.keys(columns).sort().join(" ");
const updateOf = (db: NodePgDatabase, key: string) =>
  db
    .update(orders)
    .set(givenColumns("order", key.split(" ")))
    .where(eq(orders.id, given("id")));

/** By the columns that it sets. */
const update = statementsBy((key: string) => statement(hashedName("update-order", key), (db) => updateOf(db, key)));

const logColumns = columnsOf(orderEvents);
const givenLog = (count: number) => Array.from({ length: count }, (_, n) => givenColumns(`log${n}`, logColumns));

/** One round trip for the order and its log. */
const move = statementsBy((key: string) =>
  statement(hashedName("move-order", key), (db) => {
    const [count, columns] = key.split(": ") as [string, string];
    const moved = db.$with("moved").as(updateOf(db, columns).returning({ id: orders.id }));
    return db
      .with(moved)
      .insert(orderEvents)
      .values(givenLog(Number(count)));
  }),
);

/** The order's own row, and the new rows of its log. */
export async function writeRow(tx: Transaction, before: FullOrder, after: FullOrder, log: readonly LogRow[]) {
  const set = changedColumns(orders, before.order, after.order);
  const columns = keyOf(set);
  const values = { id: after.order.id, ...valuesIn("order", set) };
  if (columns === "") {
    if (log.length > 0) await tx.insert(orderEvents).values([...log]);
  } else if (log.length === 0) await update(columns)(tx, values);
  else
    await move(`${log.length}: ${columns}`)(
      tx,
      Object.assign(values, ...log.map((row, n) => valuesIn(`log${n}`, row))),
    );
}

/** Cuts off the owner's free text, which follows the colon: of all events, also those that are not read. */
export const cutTexts = (tx: Transaction, orderId: string) =>
  tx
    .update(orderEvents)
    .set({ text: sql`split_part(${orderEvents.text}, ': ', 1)` })
    .where(and(eq(orderEvents.orderId, orderId), eq(orderEvents.isPublic, false)));
