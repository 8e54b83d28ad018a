import { sql } from "drizzle-orm";
import { bigint, check, index, pgTable, text } from "drizzle-orm/pg-core";
import { disputeStatuses } from "../../../contracts/refunds/refund-rules.ts";
import { enumChecks } from "../../platform/database/enum-checks.ts";
import { timestamptz } from "../../platform/database/timestamp-column.ts";
import { ofOrder, orderPayments } from "./order-table.ts";

/** Disputes as the provider reports them. */
export const disputes = pgTable(
  "disputes",
  {
    /** The provider's id of the dispute. */
    id: text("id").primaryKey(),
    paymentId: text("payment_id")
      .notNull()
      .references(() => orderPayments.paymentId),
    orderId: ofOrder().notNull(),
    amountPaise: bigint("amount_paise", { mode: "number" }).notNull(),
    status: text("status", { enum: disputeStatuses }).notNull(),
    phase: text("phase").notNull(),
    reasonCode: text("reason_code").notNull(),
    respondBy: timestamptz("respond_by"),
    createdAt: timestamptz("created_at").notNull(),
    updatedAt: timestamptz("updated_at").notNull(),
    /** The time of the newest applied event. Older events that arrive later are ignored. */
    eventAt: timestamptz("event_at").notNull(),
  },
  (table) => [
    ...enumChecks(table),
    check("disputes_amount", sql`${table.amountPaise} >= 0`),
    index("disputes_of_order").on(table.orderId),
    index("disputes_of_payment").on(table.paymentId),
    index("disputes_open")
      .on(table.respondBy)
      .where(sql`${table.status} in ('open', 'under_review', 'action_required')`),
  ],
);
export type DisputeRow = typeof disputes.$inferSelect;
