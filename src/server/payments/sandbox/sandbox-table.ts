import { sql } from "drizzle-orm";
import { bigint, check, index, integer, jsonb, pgSchema, text, uniqueIndex } from "drizzle-orm/pg-core";
import { disputeStatuses, refundStatuses } from "../../../contracts/refunds/refund-rules.ts";
import { timestamptz } from "../../platform/database/timestamp-column.ts";

/** `timeout`: the refund is made, but the response comes too late. `fails_later`: processed first, then failed. */
export const refundOutcomes = ["ok", "insufficient_balance", "timeout", "fails_later"] as const;

const paise = () => bigint({ mode: "number" }).notNull();
const notes = () => jsonb().$type<Record<string, string>>().notNull();

/** Apart from the shop's own tables, which have some of these names. */
export const sandbox = pgSchema("sandbox");

/** The sandbox's own records, with Razorpay's field names. The shop never reads them. */
export const orders = sandbox.table(
  "orders",
  {
    id: text().primaryKey(),
    amount: paise(),
    amount_paid: paise(),
    currency: text().notNull(),
    receipt: text(),
    status: text({ enum: ["created", "attempted", "paid"] }).notNull(),
    attempts: integer().notNull(),
    capture: text({ enum: ["automatic", "manual"] }).notNull(),
    notes: notes(),
    created_at: timestamptz("created_at").notNull(),
  },
  (table) => [
    index("orders_receipt").on(table.receipt),
    check("orders_paid", sql`${table.amount_paid} = case ${table.status} when 'paid' then ${table.amount} else 0 end`),
  ],
);
export type OrderRow = typeof orders.$inferSelect;

export const payments = sandbox.table(
  "payments",
  {
    id: text().primaryKey(),
    order_id: text()
      .notNull()
      .references(() => orders.id),
    amount: paise(),
    currency: text().notNull(),
    status: text({ enum: ["authorized", "captured", "failed"] }).notNull(),
    amount_refunded: paise().default(0),
    /** The outcome of the next refund, set by the control call. Stored, because several processes may run. */
    next_refund: text({ enum: refundOutcomes }).notNull().default("ok"),
    created_at: timestamptz("created_at").notNull(),
  },
  (table) => [
    check("payments_refunded", sql`${table.amount_refunded} between 0 and ${table.amount}`),
    index("payments_of_order").on(table.order_id, table.created_at),
    uniqueIndex("payments_paid_once").on(table.order_id).where(sql`${table.status} = 'captured'`),
  ],
);
export type PaymentRow = typeof payments.$inferSelect;

export const refunds = sandbox.table(
  "refunds",
  {
    id: text().primaryKey(),
    payment_id: text()
      .notNull()
      .references(() => payments.id),
    amount: paise(),
    currency: text().notNull(),
    status: text({ enum: refundStatuses }).notNull(),
    receipt: text(),
    notes: notes(),
    arn: text(),
    /** The request's idempotency key. `request_hash` is the SHA-256 of its body. */
    idempotency_key: text().unique(),
    request_hash: text().notNull(),
    created_at: timestamptz("created_at").notNull(),
  },
  (table) => [index("refunds_of_payment").on(table.payment_id, table.created_at)],
);
export type RefundRow = typeof refunds.$inferSelect;

/** At most one dispute for each payment. */
export const disputes = sandbox.table("disputes", {
  payment_id: text()
    .primaryKey()
    .references(() => payments.id),
  id: text().notNull(),
  amount: paise(),
  status: text({ enum: disputeStatuses }).notNull(),
  respond_by: timestamptz("respond_by").notNull(),
  /** How often the control call has moved it. */
  moves: integer().notNull(),
  created_at: timestamptz("created_at").notNull(),
});
export type DisputeRow = typeof disputes.$inferSelect;
