import { sql } from "drizzle-orm";
import { bigint, check, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { timestamptz } from "../../platform/database/timestamp-column.ts";

/** What the stand-in for the payment provider remembers of its orders; the shop never reads it. */
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
