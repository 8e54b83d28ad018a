import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { recordedMethods } from "../../../contracts/payments/payment-rules.ts";
import { refundStatuses } from "../../../contracts/refunds/refund-rules.ts";
import { enumChecks } from "../../platform/database/enum-checks.ts";
import { timestamptz } from "../../platform/database/timestamp-column.ts";
import { ofOrder, orderItems, orderPayments } from "./order-table.ts";

/** The ledger of refunds. A row is committed before the provider is called and matches one refund there. */
const returnMethods = ["provider", ...recordedMethods] as const;

export const refunds = pgTable(
  "refunds",
  {
    /** Also the receipt and idempotency key at the provider, so that every attempt uses the same key. */
    id: uuid("id").primaryKey(),
    orderId: ofOrder().notNull(),
    paymentId: text("payment_id")
      .notNull()
      .references(() => orderPayments.paymentId),
    amountPaise: bigint("amount_paise", { mode: "number" }).notNull(),
    status: text("status", { enum: refundStatuses }).notNull(),
    /** Empty for a refund that was made in the provider's dashboard. */
    reason: text("reason").notNull(),
    /** Whether it put pieces back on the shelf. */
    restock: boolean("restock").notNull(),
    /** The request's idempotency key, and SHA-256 of the request. Null without a request. */
    key: text("key"),
    requestHash: text("request_hash"),
    /** Other than the provider: the owner has returned it. */
    method: text("method", { enum: returnMethods }).notNull().default("provider"),
    /** The first row of a refund that was taken from several payments. */
    partOf: uuid("part_of").references((): AnyPgColumn => refunds.id),
    /** Null until the provider has confirmed the refund. */
    providerRefundId: text("provider_refund_id").unique(),
    /** Why it failed, in words for the owner. */
    failure: text("failure").notNull().default(""),
    /** The bank's reference; the owner's, of money that the owner returned. */
    arn: text("arn"),
    /** The failed refund that this row retries. Unique, so that a failed refund is retried once. */
    retryOf: uuid("retry_of")
      .unique()
      .references((): AnyPgColumn => refunds.id),
    /** When the owner settled this failed refund outside the shop. */
    dealtWithAt: timestamptz("dealt_with_at"),
    dealtWithBy: uuid("dealt_with_by"),
    dealtWithNote: text("dealt_with_note").notNull().default(""),
    /** The owner, or the person who cancelled the appointment. Null for a refund made in the provider's dashboard. */
    createdBy: uuid("created_by"),
    createdAt: timestamptz("created_at").notNull(),
    endedAt: timestamptz("ended_at"),
  },
  (table) => [
    uniqueIndex("refunds_key").on(table.orderId, table.key),
    index("refunds_of_order").on(table.orderId, table.createdAt),
    uniqueIndex("refunds_order_and_id").on(table.orderId, table.id),
    index("refunds_of_payment").on(table.paymentId),
    index("refunds_newest").on(table.createdAt),
    index("refunds_failed").on(table.endedAt).where(sql`${table.status} = 'failed'`),
    ...enumChecks(table),
    check("refunds_amount", sql`${table.amountPaise} > 0`),
  ],
);
export type RefundRow = typeof refunds.$inferSelect;

/** How the owner returned it; undefined when it is the provider's. */
export const returnMethodOf = ({ method }: Pick<RefundRow, "method">) => (method === "provider" ? undefined : method);

/** The refund that a row is a part of. */
export const refundIdOf = ({ id, partOf }: Pick<RefundRow, "id" | "partOf">) => partOf ?? id;

/** The lines of a refund: pieces of the order's line at `lineIndex`. A refund by amount has no rows. */
export const refundLines = pgTable(
  "refund_lines",
  {
    refundId: uuid("refund_id").notNull(),
    orderId: uuid("order_id").notNull(),
    lineIndex: integer("line_index").notNull(),
    qty: integer("qty").notNull(),
    amountPaise: bigint("amount_paise", { mode: "number" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.refundId, table.lineIndex] }),
    foreignKey({
      name: "refund_lines_refund",
      columns: [table.orderId, table.refundId],
      foreignColumns: [refunds.orderId, refunds.id],
    }),
    foreignKey({
      name: "refund_lines_order_item",
      columns: [table.orderId, table.lineIndex],
      foreignColumns: [orderItems.orderId, orderItems.lineIndex],
    }),
    check("refund_lines_qty", sql`${table.qty} > 0`),
    check("refund_lines_amount", sql`${table.amountPaise} >= 0`),
  ],
);
export type RefundLineRow = typeof refundLines.$inferSelect;
