import { sql } from "drizzle-orm";
import { bigint, check, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { timestamptz } from "../../platform/database/timestamp-column.ts";

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
    createdAt: timestamptz("created_at").notNull(),
  },
  (table) => [
    index("sandbox_payments_of_order").on(table.orderId, table.createdAt),
    uniqueIndex("sandbox_payments_paid_once").on(table.orderId).where(sql`${table.status} = 'captured'`),
  ],
);
export type PaymentRow = typeof sandboxPayments.$inferSelect;
