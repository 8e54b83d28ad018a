import { sql } from "drizzle-orm";
import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { timestamptz } from "../platform/database/timestamp-column.ts";

export const enquiries = pgTable(
  "enquiries",
  {
    id: uuid("id").primaryKey(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    phone: text("phone").notNull(),
    message: text("message").notNull(),
    /** The page it was sent from. */
    page: text("page").notNull(),
    readAt: timestamptz("read_at"),
    createdAt: timestamptz("created_at").notNull(),
  },
  (table) => [
    index("enquiries_newest").on(table.createdAt, table.id),
    index("enquiries_unread").on(table.createdAt, table.id).where(sql`${table.readAt} is null`),
  ],
);
