import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  type DocumentLine,
  documentKinds,
  documentRules,
  type Party,
  sellerModes,
} from "../../contracts/documents/document-rules.ts";
import type { IndianState } from "../../contracts/orders/state-rules.ts";
import { ofOrder } from "../orders/core/order-table.ts";
import { enumChecks } from "../platform/database/enum-checks.ts";
import { timestamptz } from "../platform/database/timestamp-column.ts";

/**
 * Receipts, invoices and credit notes. A trigger refuses changes of what they say; only the PDF, the cancellation and
 * the erased buyer of a receipt may change.
 */
export const documents = pgTable(
  "documents",
  {
    id: uuid("id").primaryKey(),
    orderId: ofOrder().notNull(),
    kind: text("kind", { enum: documentKinds }).notNull(),
    /** Letters of the series, with the owner's prefix; the financial year, such as `26-27`; and the number in both. */
    series: text("series").notNull(),
    year: text("year").notNull(),
    serial: integer("serial").notNull(),
    number: text("number").notNull(),
    issuedAt: timestamptz("issued_at").notNull(),
    /** The date on the document, in Indian time. */
    day: date("day", { mode: "string" }).notNull(),
    /** Why it was issued. A cause has one document that is not cancelled. */
    cause: text("cause").notNull(),
    /** Of a credit note: the document that it corrects. */
    originalId: uuid("original_id").references((): AnyPgColumn => documents.id),
    mode: text("mode", { enum: sellerModes }).notNull(),
    seller: jsonb("seller").$type<Party & { signatory: string }>().notNull(),
    buyer: jsonb("buyer").$type<Party>().notNull(),
    placeOfSupply: text("place_of_supply").$type<IndianState | "">().notNull(),
    lines: jsonb("lines").$type<DocumentLine[]>().notNull(),
    /** Sums of the lines. */
    valuePaise: bigint("value_paise", { mode: "number" }).notNull(),
    taxablePaise: bigint("taxable_paise", { mode: "number" }).notNull(),
    cgstPaise: bigint("cgst_paise", { mode: "number" }).notNull(),
    sgstPaise: bigint("sgst_paise", { mode: "number" }).notNull(),
    igstPaise: bigint("igst_paise", { mode: "number" }).notNull(),
    cancelledAt: timestamptz("cancelled_at"),
    /** SHA-256 of the stored PDF, in hexadecimal. Null until it is made. The file is named by it. */
    pdfHash: text("pdf_hash"),
  },
  (table) => [
    uniqueIndex("documents_number").on(table.number),
    uniqueIndex("documents_serial").on(table.series, table.year, table.serial),
    uniqueIndex("documents_cause").on(table.orderId, table.cause).where(sql`${table.cancelledAt} is null`),
    index("documents_of_order").on(table.orderId, table.id),
    index("documents_of_day").on(table.day, table.id),
    index("documents_original").on(table.originalId),
    ...enumChecks(table),
    check("documents_number_form", sql`${table.number} ~ '^[A-Za-z0-9/-]{1,16}$'`),
    check(
      "documents_value",
      sql`${table.valuePaise} = ${table.taxablePaise} + ${table.cgstPaise} + ${table.sgstPaise} + ${table.igstPaise}`,
    ),
  ],
);
export type DocumentRow = typeof documents.$inferSelect;

/** The last number of each series in a financial year. Raised in the issuing transaction: a rollback leaves no gap. */
export const documentCounters = pgTable(
  "document_counters",
  { series: text("series").notNull(), year: text("year").notNull(), last: integer("last").notNull() },
  (table) => [primaryKey({ columns: [table.series, table.year] })],
);

/** Orders that have changed since their papers were issued. Issuing locks the order. */
export const documentTasks = pgTable("document_tasks", {
  orderId: ofOrder().primaryKey(),
  /** When it happened: a paper that is made within a day has this date. */
  since: timestamptz("since").notNull(),
  /** Why no paper could be issued, in words for the owner. */
  problem: text("problem").notNull().default(""),
});

/** Receipts of a shop that is not registered get their PDF when somebody asks. */
export const hasOwnPdf = ({ mode }: Pick<DocumentRow, "mode">) => mode !== "unregistered";

export const isInvoice = ({ kind }: Pick<DocumentRow, "kind">) => documentRules[kind].isInvoice;
