import { integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { timestamptz } from "../platform/database/timestamp-column.ts";

/** The owner's internal notes about customers. Personal data: exported to the person and erased with the account. */
export const customerNotes = pgTable("customer_notes", {
  userId: uuid("user_id").primaryKey(),
  text: text("text").notNull(),
  /** Incremented when they are saved (optimistic locking). */
  version: integer("version").notNull(),
  updatedAt: timestamptz("updated_at").notNull(),
});
