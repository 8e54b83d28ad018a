import { sql } from "drizzle-orm";
import { bigint, check, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { disputeStatuses, refundStatuses } from "../../../contracts/refunds/refund-rules.ts";
import { timestamptz } from "../../platform/database/timestamp-column.ts";

/** `timeout`: the refund is made, but the response comes too late. `fails_later`: processed first, then failed. */
export const refundOutcomes = ["ok", "insufficient_balance", "timeout", "fails_later"] as const;
export type RefundOutcome = (typeof refundOutcomes)[number];

/** The sandbox's own records. The shop never reads them. */
export const sandboxOrders = pgTable(
  "sandbox_orders",
  {
    id: text("id").primaryKey(),
    amount: bigint("amount", { mode: "number" }).notNull(),
    amountPaid: bigint("amount_paid", { mode: "number" }).notNull(),
    currency: text("currency").notNull(),
    receipt: text("receipt"),
    status: text("status", { enum: ["created", "attempted", "paid"] }).notNull(),
    attempts: integer("attempts").notNull(),
    capture: text("capture", { enum: ["automatic", "manual"] }).notNull(),
    notes: jsonb("notes").$type<Record<string, string>>().notNull(),
    createdAt: timestamptz("created_at").notNull(),
  },
  (table) => [
    index("sandbox_orders_receipt").on(table.receipt),
    check(
      "sandbox_orders_paid",
      sql`${table.amountPaid} = case ${table.status} when 'paid' then ${table.amount} else 0 end`,
    ),
  ],
);
export type OrderRow = typeof sandboxOrders.$inferSelect;

export const sandboxPayments = pgTable(
  "sandbox_payments",
  {
    id: text("id").primaryKey(),
    orderId: text("order_id")
      .notNull()
      .references(() => sandboxOrders.id),
    amount: bigint("amount", { mode: "number" }).notNull(),
    currency: text("currency").notNull(),
    status: text("status", { enum: ["authorized", "captured", "failed"] }).notNull(),
    amountRefunded: bigint("amount_refunded", { mode: "number" }).notNull().default(0),
    /** The outcome of the next refund, set by the control call. Stored, because several processes may run. */
    nextRefund: text("next_refund", { enum: refundOutcomes }).notNull().default("ok"),
    createdAt: timestamptz("created_at").notNull(),
  },
  (table) => [
    check("sandbox_payments_refunded", sql`${table.amountRefunded} between 0 and ${table.amount}`),
    index("sandbox_payments_of_order").on(table.orderId, table.createdAt),
    uniqueIndex("sandbox_payments_paid_once").on(table.orderId).where(sql`${table.status} = 'captured'`),
  ],
);
export type PaymentRow = typeof sandboxPayments.$inferSelect;

export const sandboxRefunds = pgTable(
  "sandbox_refunds",
  {
    id: text("id").primaryKey(),
    paymentId: text("payment_id")
      .notNull()
      .references(() => sandboxPayments.id),
    amount: bigint("amount", { mode: "number" }).notNull(),
    currency: text("currency").notNull(),
    status: text("status", { enum: refundStatuses }).notNull(),
    receipt: text("receipt"),
    notes: jsonb("notes").$type<Record<string, string>>().notNull(),
    arn: text("arn"),
    /** The request's idempotency key. `requestHash` is the SHA-256 of its body. */
    idempotencyKey: text("idempotency_key").unique(),
    requestHash: text("request_hash").notNull(),
    createdAt: timestamptz("created_at").notNull(),
  },
  (table) => [index("sandbox_refunds_of_payment").on(table.paymentId, table.createdAt)],
);
export type SandboxRefundRow = typeof sandboxRefunds.$inferSelect;

/** At most one dispute for each payment. */
export const sandboxDisputes = pgTable("sandbox_disputes", {
  paymentId: text("payment_id")
    .primaryKey()
    .references(() => sandboxPayments.id),
  id: text("id").notNull(),
  amount: bigint("amount", { mode: "number" }).notNull(),
  status: text("status", { enum: disputeStatuses }).notNull(),
  respondBy: timestamptz("respond_by").notNull(),
  /** How often the control call has moved it. */
  moves: integer("moves").notNull(),
  createdAt: timestamptz("created_at").notNull(),
});
export type SandboxDisputeRow = typeof sandboxDisputes.$inferSelect;
