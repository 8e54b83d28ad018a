import { randomUUIDv7 } from "node:crypto";
import { desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Coupon, CouponForm, CouponQuery } from "../../contracts/coupons/coupon.ts";
import { toLimitOffset } from "../../contracts/list.ts";
import { toPaise, toRupees } from "../../contracts/money.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import type { CsvColumns } from "../platform/files/csv.ts";
import { badInput } from "../platform/http/errors.ts";
import { type CouponRow, coupons } from "./coupon-table.ts";
import { couponUses } from "./coupon-use-table.ts";
import type { CouponDeps } from "./deps.ts";
import { couponError } from "./errors.ts";
import { countUses, lockCoupon } from "./uses.ts";

type Report = Coupon["report"];
const NO_USES: Report = { uses: 0, reserved: 0, late: 0, discount: 0, revenue: 0 };
const EXPORT_BATCH = 500;

const orNull = (paise: number | null) => (paise === null ? null : toRupees(paise));
const orNoPaise = (rupees: number | undefined) => (rupees === undefined ? null : toPaise(rupees));

const toColumns = (form: CouponForm, before?: CouponRow) => ({
  code: form.code,
  kind: form.kind,
  valueHundredths: form.kind === "free_delivery" ? null : orNoPaise(form.value),
  minTotalPaise: orNoPaise(form.minTotal),
  fromDay: form.from ?? null,
  untilDay: form.until ?? null,
  totalUses: form.totalUses ?? null,
  usesPerCustomer: form.usesPerCustomer ?? null,
  firstOrderOnly: form.firstOrderOnly,
  scope: form.scope,
  categories: form.categories ?? [],
  products: form.products ?? [],
  courses: form.courses ?? [],
  active: form.active ?? before?.active ?? true,
});

const toCoupon = (row: CouponRow, report: Report = NO_USES): Coupon => ({
  _id: row.id,
  code: row.code,
  kind: row.kind,
  value: orNull(row.valueHundredths),
  minTotal: orNull(row.minTotalPaise),
  from: row.fromDay,
  until: row.untilDay,
  totalUses: row.totalUses,
  usesPerCustomer: row.usesPerCustomer,
  firstOrderOnly: row.firstOrderOnly,
  scope: row.scope,
  categories: row.categories,
  products: row.products,
  courses: row.courses,
  active: row.active,
  report,
  createdAt: row.createdAt.toISOString(),
  version: row.version,
});

const csvColumns: CsvColumns<Coupon> = {
  code: ({ code }) => code,
  active: ({ active }) => active,
  kind: ({ kind }) => kind,
  value: ({ value }) => value,
  minTotal: ({ minTotal }) => minTotal,
  from: ({ from }) => from,
  until: ({ until }) => until,
  totalUses: ({ totalUses }) => totalUses,
  usesPerCustomer: ({ usesPerCustomer }) => usesPerCustomer,
  firstOrderOnly: ({ firstOrderOnly }) => firstOrderOnly,
  scope: ({ scope }) => scope,
  uses: ({ report }) => report.uses,
  reserved: ({ report }) => report.reserved,
  late: ({ report }) => report.late,
  discount: ({ report }) => report.discount,
  revenue: ({ report }) => report.revenue,
  createdAt: ({ createdAt }) => createdAt,
};

async function readReports(executor: Database | Transaction, ids: string[]) {
  if (ids.length === 0) return new Map<string, Report>();
  const isIn = (state: string) => sql`${couponUses.state} = ${state}`;
  const isPaid = sql`${couponUses.state} in ('confirmed', 'late')`;
  const count = (state: string) => sql`count(*) filter (where ${isIn(state)})`.mapWith(Number);
  const rows = await executor
    .select({
      couponId: couponUses.couponId,
      uses: count("confirmed"),
      reserved: count("reserved"),
      late: count("late"),
      discount: sql`coalesce(sum(${couponUses.discountPaise}) filter (where ${isPaid}), 0)`.mapWith(Number),
      revenue: sql`coalesce(sum(${couponUses.totalPaise}) filter (where ${isPaid}), 0)`.mapWith(Number),
    })
    .from(couponUses)
    .where(inArray(couponUses.couponId, ids))
    .groupBy(couponUses.couponId);
  return new Map(
    rows.map(({ couponId, discount, revenue, ...counts }) => [
      couponId,
      { ...counts, discount: toRupees(discount), revenue: toRupees(revenue) },
    ]),
  );
}

async function toCoupons(executor: Database | Transaction, rows: CouponRow[]) {
  const reports = await readReports(
    executor,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toCoupon(row, reports.get(row.id)));
}

export function createCouponRecords({ db, clock, activity }: CouponDeps) {
  const notFound = () => couponError("coupon_not_found");

  async function lock(tx: Transaction, id: string) {
    const row = isUuid(id) ? await lockCoupon(tx, { id }) : undefined;
    if (!row) throw notFound();
    return row;
  }

  async function record(tx: Transaction, by: string, states: { before?: CouponRow; after?: CouponRow }) {
    const { id, code } = (states.after ?? states.before)!;
    const shown = (row: CouponRow | undefined) => {
      if (!row) return undefined;
      const { report, version, createdAt, ...fields } = toCoupon(row);
      return fields;
    };
    const action = !states.before ? "created" : states.after ? "updated" : "deleted";
    const change = { before: shown(states.before), after: shown(states.after) };
    await activity.record(tx, { by, action, kind: "coupon", recordId: id, title: code, ...change });
  }

  /** Converts a violation of the unique index into an error at the field `code`. */
  async function write(tx: Transaction, work: (savepoint: Transaction) => Promise<CouponRow[]>) {
    try {
      const [row] = await tx.transaction(work);
      return row!;
    } catch (error) {
      const { cause } = error as { cause?: { code?: string; constraint?: string } };
      if (cause?.constraint !== "coupons_code_unique") throw error;
      throw badInput({ code: "Another coupon has this code." });
    }
  }

  async function checkLimit(tx: Transaction, { id }: CouponRow, { totalUses }: CouponForm) {
    if (totalUses === undefined) return;
    const { total } = await countUses(tx, id, undefined);
    if (totalUses < total)
      throw badInput({
        totalUses: `This coupon has ${total} ${total === 1 ? "use" : "uses"} already. To end it, switch it off.`,
      });
  }

  const readPage = (where: SQL | undefined, limit: number, offset: number) =>
    db
      .select()
      .from(coupons)
      .where(where)
      .orderBy(desc(coupons.createdAt), desc(coupons.id))
      .limit(limit)
      .offset(offset);

  async function* readAll() {
    for (let offset = 0; ; offset += EXPORT_BATCH) {
      const rows = await readPage(undefined, EXPORT_BATCH, offset);
      yield* await toCoupons(db, rows);
      if (rows.length < EXPORT_BATCH) return;
    }
  }

  return {
    async list({ q, ...query }: CouponQuery) {
      const { limit, offset } = toLimitOffset(query);
      const where = q?.trim() ? sql`strpos(${coupons.code}, ${q.trim().toUpperCase()}) > 0` : undefined;
      const [rows, total] = await Promise.all([readPage(where, limit, offset), db.$count(coupons, where)]);
      return { items: await toCoupons(db, rows), total };
    },

    async find(id: string) {
      const rows = isUuid(id) ? await db.select().from(coupons).where(eq(coupons.id, id)) : [];
      const [found] = await toCoupons(db, rows);
      if (!found) throw notFound();
      return found;
    },

    create: (form: CouponForm, by: string) =>
      db.transaction(async (tx) => {
        const row = { ...toColumns(form), id: randomUUIDv7(), createdAt: clock.now() };
        const after = await write(tx, (savepoint) => savepoint.insert(coupons).values(row).returning());
        await record(tx, by, { after });
        return toCoupon(after);
      }),

    /** Does not change existing orders. */
    update: (id: string, form: CouponForm, by: string) =>
      db.transaction(async (tx) => {
        const before = await lock(tx, id);
        if (form.version !== undefined && form.version !== before.version) {
          const [current] = await toCoupons(tx, [before]);
          throw couponError("changed_meanwhile", { data: { current } });
        }
        await checkLimit(tx, before, form);
        const columns = { ...toColumns(form, before), version: before.version + 1 };
        const after = await write(tx, (savepoint) =>
          savepoint.update(coupons).set(columns).where(eq(coupons.id, before.id)).returning(),
        );
        await record(tx, by, { before, after });
        const [saved] = await toCoupons(tx, [after]);
        return saved!;
      }),

    /** Refuses to delete a coupon that orders were placed with, because its report needs it. */
    remove: (id: string, by: string) =>
      db.transaction(async (tx) => {
        const before = await lock(tx, id);
        if ((await tx.$count(couponUses, eq(couponUses.couponId, before.id))) > 0) throw couponError("coupon_used");
        await tx.delete(coupons).where(eq(coupons.id, before.id));
        await record(tx, by, { before });
      }),

    exportCsv: () => ({ columns: csvColumns, records: readAll() }),
  };
}
