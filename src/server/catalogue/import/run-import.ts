import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { getTableColumns, inArray, sql, TransactionRollbackError } from "drizzle-orm";
import type { z } from "zod";
import type { ImportResult } from "../../../contracts/catalogue/csv.ts";
import type { ProductForm } from "../../../contracts/catalogue/product.ts";
import { claimsToLog } from "../../../contracts/claims-rules.ts";
import type { Database, Transaction } from "../../platform/database/database.ts";
import { isUuid } from "../../platform/database/is-uuid.ts";
import { fieldsOf } from "../../platform/http/api-errors.ts";
import { mrpProblem, productResource } from "../product.ts";
import { products } from "../product-table.ts";
import { toColumns } from "../resource.ts";
import type { ResourceDeps } from "../resource-service.ts";
import { lockProducts } from "../stock.ts";
import { editTags } from "../tags.ts";
import {
  type ProductFile,
  type ProductLine,
  type ProductRow,
  parseVariants,
  productColumns,
  type RowProblem,
} from "./product-file.ts";

type Plan =
  | { does: "nothing" }
  | { does: "create"; form: ProductForm }
  | { does: "update"; row: ProductRow }
  | { does: "fail"; problems: RowProblem[] };

/** A product as its form would send it. An offer equal to the price is left empty, so that it follows the price. */
function toFormText(row: ProductRow) {
  const { _id, images, createdAt, version, variants, variantsWas, ...editable } = productColumns;
  const texts = Object.entries(editable).map(([column, cellOf]) => [column, String(cellOf(row))]);
  const offer = row.offerPricePaise === row.pricePaise ? { offerPrice: "" } : {};
  return { ...Object.fromEntries(texts), ...offer, version: "" };
}

/** Merges the row's cells into the current values, so that a file with only ids and prices changes only prices. */
function fieldsFor({ cells }: ProductLine, before: ProductRow | undefined) {
  const { _id, images, createdAt, variants, variantsWas, ...fields } = cells;
  const sent = {
    ...fields,
    ...(variants !== undefined && { variants: parseVariants(variants, before && variantsWas) }),
  };
  if (!before) return { ...sent, version: "", stockWas: "" };
  const current = toFormText(before);
  if (sent.stock === undefined) return { ...current, ...sent, stockWas: current.stockWas };
  return { ...current, stockWas: "", ...sent };
}

const isChanged = (before: ProductRow, columns: object) =>
  Object.entries(columns).some(([name, value]) => !isDeepStrictEqual(before[name as keyof ProductRow], value));

function planRow(line: ProductLine, before: ProductRow | undefined, form: z.ZodType<ProductForm>): Plan {
  const fail = (fields: Record<string, string>): Plan => ({
    does: "fail",
    problems: Object.entries(fields).map(([field, message]) => ({ line: line.line, field, message })),
  });
  if (idIn(line) && !before) return fail({ _id: "There is no product with this id. Leave it empty for a new one." });
  const parsed = form.safeParse(fieldsFor(line, before));
  if (!parsed.success) return fail(fieldsOf(parsed.error.issues));
  const sent = parsed.data;
  const problem = mrpProblem(sent, before);
  if (problem) return fail(problem);
  if (!before) return { does: "create", form: sent };
  const columns = toColumns(productResource, sent, before);
  if (!isChanged(before, columns)) return { does: "nothing" };
  if (sent.version !== undefined && sent.version !== before.version) {
    return fail({ version: `“${before.title}” was changed in the shop since this file was exported.` });
  }
  return { does: "update", row: { ...before, ...columns, version: before.version + 1 } };
}

const idIn = ({ cells }: ProductLine) => cells._id?.trim().toLowerCase() ?? "";

/** Two rows for one product are an error, because it is unclear which one is meant. */
function findDuplicates(lines: ProductLine[]): RowProblem[] {
  const first = new Map<string, number>();
  return lines.flatMap((line) => {
    const id = idIn(line);
    const earlier = first.get(id);
    if (id && earlier === undefined) first.set(id, line.line);
    if (!id || earlier === undefined) return [];
    return [{ line: line.line, field: "_id", message: `Line ${earlier} is about the same product.` }];
  });
}

const BATCH = 250;
const MAX_SHOWN_PROBLEMS = 100;

interface ImportDeps extends ResourceDeps {
  insert(tx: Transaction, records: { form: ProductForm; images: string[]; createdAt: Date }[]): Promise<unknown>;
}

interface ImportOptions {
  isSave: boolean;
  by: string;
  progress(state: { done: number; total: number }): void;
}

const idsIn = (lines: ProductLine[]) => lines.map(idIn).filter(isUuid);

async function currentRows(reader: Database | Transaction, lines: ProductLine[]) {
  const ids = idsIn(lines);
  const rows = ids.length > 0 ? await reader.select().from(products).where(inArray(products.id, ids)) : [];
  return new Map(rows.map((row) => [row.id, row]));
}

// PostgreSQL computes generated columns itself.
const replaced = Object.fromEntries(
  Object.entries(getTableColumns(products)).filter(
    ([name, { generated }]) => !generated && !["id", "images", "createdAt"].includes(name),
  ),
);
const newValues = Object.fromEntries(
  Object.entries(replaced).map(([name, column]) => [name, sql.raw(`excluded."${column.name}"`)]),
);

const plansOf = <D extends Plan["does"]>(plans: Plan[], does: D) =>
  plans.filter((plan): plan is Extract<Plan, { does: D }> => plan.does === does);

export function createProductImport({ db, clock, activity, changes, settings, insert }: ImportDeps) {
  async function write(tx: Transaction, plans: Plan[], claims: string[]) {
    const created = plansOf(plans, "create").map(({ form }) => ({ form, images: [], createdAt: clock.now() }));
    const changed = plansOf(plans, "update").map(({ row }) => row);
    for (const { title, description, published } of [...created.map(({ form }) => form), ...changed]) {
      const { publishedAnyway = [] } = published === false ? {} : claimsToLog([title, description]);
      claims.push(...publishedAnyway.map((claim) => `${title}: ${claim}`));
    }
    if (created.length > 0) await insert(tx, created);
    if (changed.length === 0) return;
    await tx.insert(products).values(changed).onConflictDoUpdate({ target: products.id, set: newValues });
    const ids = changed.map(({ id }) => id);
    await changes.drop(tx, editTags("/products", ids));
  }

  /** Plans the rows of the file in batches. With a transaction it also writes them, until the first problem. */
  async function walk(
    { lines, problems: fileProblems }: ProductFile,
    options: ImportOptions,
    tx?: Transaction,
    claims: string[] = [],
  ): Promise<ImportResult> {
    const form = productResource.formFor(await settings.read());
    const problems: RowProblem[] = [...fileProblems, ...findDuplicates(lines)];
    const counts = { create: 0, update: 0, nothing: 0, fail: 0 };
    for (let done = 0; done < lines.length; done += BATCH) {
      const batch = lines.slice(done, done + BATCH);
      const current = await currentRows(tx ?? db, batch);
      const plans = batch.map((line) => planRow(line, current.get(idIn(line)), form));
      for (const { does } of plans) counts[does] += 1;
      problems.push(...plansOf(plans, "fail").flatMap((plan) => plan.problems));
      if (tx && problems.length === 0) await write(tx, plans, claims);
      options.progress({ done: done + batch.length, total: lines.length });
      await yieldToEventLoop();
    }
    problems.sort((one, other) => one.line - other.line);
    return {
      saved: tx !== undefined && problems.length === 0,
      rows: lines.length,
      creates: counts.create,
      updates: counts.update,
      unchanged: counts.nothing,
      errors: problems.slice(0, MAX_SHOWN_PROBLEMS),
      errorCount: problems.length,
    };
  }

  /** Saves all rows or none. */
  async function save(file: ProductFile, options: ImportOptions) {
    let result: ImportResult | undefined;
    const claims: string[] = [];
    const saving = db.transaction(async (tx) => {
      await lockProducts(tx, { ids: idsIn(file.lines) });
      result = await walk(file, options, tx, claims);
      if (!result.saved) tx.rollback();
      const { creates, updates } = result;
      const entry = {
        title: `${creates} created, ${updates} updated`,
        after: { publishedAnyway: claims.slice(0, MAX_SHOWN_PROBLEMS) },
      };
      if (creates + updates > 0)
        await activity.record(tx, { by: options.by, action: "imported", kind: "product", recordId: null, ...entry });
    });
    await saving.catch((error) => {
      if (!(error instanceof TransactionRollbackError)) throw error;
    });
    return result!;
  }

  return (file: ProductFile, options: ImportOptions) => (options.isSave ? save(file, options) : walk(file, options));
}
