import { setImmediate as otherWork } from "node:timers/promises";
import { getTableColumns, inArray, sql } from "drizzle-orm";
import type { ImportResult } from "../../../contracts/csv.ts";
import type { ProductForm } from "../../../contracts/product.ts";
import type { Activity } from "../../activity/service.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Transaction } from "../../platform/database/database.ts";
import { isUuid } from "../../platform/database/is-uuid.ts";
import type { Changes } from "../../platform/events/change-events.ts";
import { products } from "../product-table.ts";
import { tagsOfChange } from "../tags.ts";
import type { ProductRow } from "./columns.ts";
import { idIn, namedTwice, type Plan, planLine } from "./plan-row.ts";
import type { ProductFile, ProductLine, RowProblem } from "./read-file.ts";

const BATCH = 250;
const SHOWN_PROBLEMS = 100;
interface ImportDeps {
  db: Database;
  clock: Clock;
  activity: Activity;
  changes: Changes;
  insert(tx: Transaction, records: { form: ProductForm; images: string[]; createdAt: Date }[]): Promise<unknown>;
}

export interface ImportWish {
  isSave: boolean;
  /** The id of the owner who imports. */
  by: string;
  progress(news: { done: number; total: number }): void;
}

/** Ends the transaction of an import that has errors, with what there is to tell. */
class Refused extends Error {
  readonly result: ImportResult;

  constructor(result: ImportResult) {
    super("The import has errors.");
    this.result = result;
  }
}

const idsIn = (lines: ProductLine[]) => lines.map(idIn).filter(isUuid);

/** Sooner or later every row is asked for; in the order of their ids, as orders take them, nobody waits in a circle. */
async function lockAll(tx: Transaction, lines: ProductLine[]) {
  const ids = idsIn(lines);
  if (ids.length === 0) return;
  await tx
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, ids))
    .orderBy(products.id)
    .for("update");
}

async function currentRows(reader: Database | Transaction, lines: ProductLine[]) {
  const ids = idsIn(lines);
  const rows = ids.length > 0 ? await reader.select().from(products).where(inArray(products.id, ids)) : [];
  return new Map(rows.map((row) => [row.id, row]));
}

const { id: _id, images: _images, createdAt: _createdAt, ...replaced } = getTableColumns(products);
const asTold = Object.fromEntries(
  Object.entries(replaced).map(([name, column]) => [name, sql.raw(`excluded."${column.name}"`)]),
);

/** Rows that are locked and known to exist, written in one statement. */
const replaceRows = (tx: Transaction, rows: ProductRow[]) =>
  tx.insert(products).values(rows).onConflictDoUpdate({ target: products.id, set: asTold });

const only = <D extends Plan["does"]>(plans: Plan[], does: D) =>
  plans.filter((plan): plan is Extract<Plan, { does: D }> => plan.does === does);

export function createProductImport({ db, clock, activity, changes, insert }: ImportDeps) {
  async function write(tx: Transaction, plans: Plan[]) {
    const made = only(plans, "create").map(({ form }) => ({ form, images: [], createdAt: clock.now() }));
    const changed = only(plans, "update").map(({ row }) => row);
    if (made.length > 0) await insert(tx, made);
    if (changed.length === 0) return;
    await replaceRows(tx, changed);
    await changes.tell(
      tx,
      tagsOfChange(
        "/products",
        changed.map(({ id }) => id),
      ),
    );
  }

  /** Goes through the file once, a batch at a time; with a transaction at hand it writes for as long as nothing is wrong. */
  async function walk(
    { lines, problems: found }: ProductFile,
    wish: ImportWish,
    tx?: Transaction,
  ): Promise<ImportResult> {
    const problems: RowProblem[] = [...found, ...namedTwice(lines)];
    const counts = { create: 0, update: 0, nothing: 0, fail: 0 };
    for (let done = 0; done < lines.length; done += BATCH) {
      const batch = lines.slice(done, done + BATCH);
      const current = await currentRows(tx ?? db, batch);
      const plans = batch.map((line) => planLine(line, current.get(idIn(line))));
      for (const { does } of plans) counts[does] += 1;
      problems.push(...only(plans, "fail").flatMap((plan) => plan.problems));
      if (tx && problems.length === 0) await write(tx, plans);
      wish.progress({ done: done + batch.length, total: lines.length });
      await otherWork();
    }
    problems.sort((one, other) => one.line - other.line);
    return {
      saved: tx !== undefined && problems.length === 0,
      rows: lines.length,
      creates: counts.create,
      updates: counts.update,
      unchanged: counts.nothing,
      errors: problems.slice(0, SHOWN_PROBLEMS),
      errorCount: problems.length,
    };
  }

  async function save(file: ProductFile, wish: ImportWish) {
    return db.transaction(async (tx) => {
      await lockAll(tx, file.lines);
      const result = await walk(file, wish, tx);
      if (!result.saved) throw new Refused(result);
      const { creates, updates } = result;
      const title = `${creates} created, ${updates} updated`;
      if (creates + updates > 0)
        await activity.record(tx, { by: wish.by, action: "imported", kind: "product", recordId: null, title });
      return result;
    });
  }

  /** All of a file or nothing of it; a preview tells what a save would do and does nothing. */
  return async (file: ProductFile, wish: ImportWish) => {
    if (!wish.isSave) return walk(file, wish);
    try {
      return await save(file, wish);
    } catch (error) {
      if (error instanceof Refused) return error.result;
      throw error;
    }
  };
}
