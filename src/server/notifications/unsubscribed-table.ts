import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { Notice } from "../../contracts/notice-rules.ts";
import { timestamptz } from "../platform/database/timestamp-column.ts";

/** Who wants no more mails of a kind. `address` is a keyed hash of the e-mail, so it outlives the account. */
export const unsubscribed = pgTable(
  "unsubscribed",
  {
    address: text("address").notNull(),
    notice: text("notice").$type<Notice>().notNull(),
    at: timestamptz("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.address, table.notice] })],
);
