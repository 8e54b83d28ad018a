import { eq, gte, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "../../platform/database/database.ts";
import { unknownId } from "./errors.ts";
import type { OrderSearch, RefundSearch, SettlementSearch } from "./requests.ts";
import type { DisputeRow, OrderRow, PaymentRow, RefundRow } from "./sandbox-table.ts";
import { disputes, orders, payments, refunds } from "./sandbox-table.ts";

const RETENTION_MS = 30 * 24 * 60 * 60_000;

/** Malformed ids are unknown too: PostgreSQL refuses text with U+0000. */
function checkId(prefix: "order" | "pay" | "rfnd", id: string) {
  if (!new RegExp(`^${prefix}_[A-Za-z0-9]{14}$`).test(id)) throw unknownId();
  return id;
}

function requireKnown<T>([row]: T[]) {
  if (!row) throw unknownId();
  return row;
}

const newestFirst = sql`created_at desc, id desc`;

/** A payment whose row is locked until the end of the transaction, with its refunds and dispute. */
const lockedPayment = (tx: Transaction, payment: PaymentRow) => ({
  payment,
  update: (values: Partial<PaymentRow>) => tx.update(payments).set(values).where(eq(payments.id, payment.id)),
  refundByKey: async (key: string) => (await tx.select().from(refunds).where(eq(refunds.idempotency_key, key)))[0],
  insertRefund: (refund: RefundRow) => tx.insert(refunds).values(refund),
  dispute: async () => (await tx.select().from(disputes).where(eq(disputes.payment_id, payment.id)))[0],
  saveDispute: (dispute: DisputeRow) =>
    tx.insert(disputes).values(dispute).onConflictDoUpdate({ target: disputes.payment_id, set: dispute }),
});

/** All SQL of the sandbox. */
export function createStore(db: Database) {
  const refundsWhere = (isWanted: SQL) => db.select().from(refunds).where(isWanted).orderBy(newestFirst);

  async function findOrder(id: string) {
    const isThis = eq(orders.id, checkId("order", id));
    return requireKnown(await db.select().from(orders).where(isThis));
  }
  async function findPayment(id: string) {
    const isThis = eq(payments.id, checkId("pay", id));
    return requireKnown(await db.select().from(payments).where(isThis));
  }

  return {
    findOrder,
    findPayment,
    findRefund: async (id: string) => requireKnown(await refundsWhere(eq(refunds.id, checkId("rfnd", id)))),
    insertOrder: (row: OrderRow) => db.insert(orders).values(row),

    listOrders({ receipt, count, skip }: OrderSearch) {
      const isWanted = receipt === undefined ? undefined : eq(orders.receipt, receipt);
      return db.select().from(orders).where(isWanted).orderBy(newestFirst).limit(count).offset(skip);
    },
    async listPayments(orderId: string) {
      const { id } = await findOrder(orderId);
      return db.select().from(payments).where(eq(payments.order_id, id)).orderBy(newestFirst);
    },
    async refundsOf(paymentId: string) {
      const { id } = await findPayment(paymentId);
      return refundsWhere(eq(refunds.payment_id, id));
    },
    listRefunds: ({ from, count }: RefundSearch) =>
      refundsWhere(gte(refunds.created_at, new Date(from * 1000))).limit(count),

    /** Payments and refunds in Razorpay's shape, settled a day later. The fees are those of `toPayment`. */
    async listSettled({ year, month, count, skip }: SettlementSearch, now: Date) {
      const { rows } = await db.execute(sql`
        select id as entity_id, type, amount, order_id, fee, tax, true as settled, extract(epoch from at)::int as settled_at,
          case type when 'payment' then amount - fee else 0 end as credit,
          case type when 'refund' then amount else 0 end as debit,
          to_char(at at time zone 'Asia/Kolkata', '"setl_Sandbox"YYYYMMDD') as settlement_id,
          to_char(at at time zone 'Asia/Kolkata', '"SANDBOX"YYYYMMDD') as settlement_utr
        from (
          select id, 'payment' as type, amount::float8, order_id, created_at + interval '1 day' as at,
            (round(amount * 0.02) + round(round(amount * 0.02) * 0.18))::float8 as fee,
            round(round(amount * 0.02) * 0.18)::float8 as tax
          from ${payments} where status = 'captured'
          union all
          select made.id, 'refund', made.amount::float8, order_id, made.created_at + interval '1 day', 0, 0
          from ${refunds} as made join ${payments} as paid on paid.id = payment_id where made.status = 'processed'
        ) as items
        where at <= ${now} and date_trunc('month', at at time zone 'Asia/Kolkata') = make_date(${year}, ${month}, 1)
        order by at, id limit ${count} offset ${skip}`);
      return rows;
    },

    /** Saves a new or captured payment with its order. Optimistic locking: false if another attempt was faster. */
    async saveAttempt(before: OrderRow, after: OrderRow, payment: PaymentRow) {
      const { rowCount } = await db.execute(sql`
        with attempted as (
          update ${orders}
          set attempts = ${after.attempts}, status = ${after.status}, amount_paid = ${after.amount_paid}
          where id = ${before.id} and attempts = ${before.attempts} and status = ${before.status} returning id
        )
        insert into ${payments} (id, order_id, amount, currency, status, created_at)
        select ${payment.id}, id, ${payment.amount}, ${payment.currency}, ${payment.status}, ${payment.created_at}
        from attempted
        on conflict (id) do update set status = excluded.status`);
      return rowCount === 1;
    },

    /** The row lock makes a repeated request wait for the first. */
    withPayment: <T>(id: string, work: (locked: ReturnType<typeof lockedPayment>) => Promise<T>) =>
      db.transaction(async (tx) => {
        const isThis = eq(payments.id, checkId("pay", id));
        const payment = requireKnown(await tx.select().from(payments).where(isThis).for("update"));
        return work(lockedPayment(tx, payment));
      }),
  };
}
export type Store = ReturnType<typeof createStore>;

export async function deleteExpiredSandbox(db: Database, now: Date) {
  const before = new Date(now.getTime() - RETENTION_MS);
  await db.execute(sql`
    with old as (select id from ${orders} where created_at < ${before}),
    old_payments as (delete from ${payments} where order_id in (select id from old) returning id),
    old_refunds as (delete from ${refunds} where payment_id in (select id from old_payments)),
    old_disputes as (delete from ${disputes} where payment_id in (select id from old_payments))
    delete from ${orders} where id in (select id from old)`);
}
