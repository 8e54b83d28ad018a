import { sql } from "drizzle-orm";
import { bigint, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { timestamptz } from "../../platform/database/timestamp-column.ts";
import { sandboxOrders } from "./order-table.ts";

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
