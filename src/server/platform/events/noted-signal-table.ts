import { sql } from "drizzle-orm";
import { customType, index, pgTable, text } from "drizzle-orm/pg-core";
import { timestamptz } from "../database/timestamp-column.ts";

const xid8 = customType<{ data: string }>({ dataType: () => "xid8" });

/** EventChannel that wait to be read by the other processes, written down by the very statement they tell of. */
export const notedSignals = pgTable(
  "noted_signals",
  {
    /** Who wrote it, in PostgreSQL's own count: a snapshot tells which of them have committed. */
    writer: xid8("writer").notNull().default(sql`pg_current_xact_id()`),
    message: text("message").notNull(),
    at: timestamptz("at").notNull().default(sql`now()`),
  },
  (table) => [index("noted_signals_writer").on(table.writer)],
);
