import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { timestamptz } from "../platform/database/timestamp-column.ts";
import { ofUser } from "./user-table.ts";

/** One row per issued token that has not ended. Device and network are stored in words, without the full address. */
export const logins = pgTable(
  "login_sessions",
  {
    id: uuid("id").primaryKey(),
    userId: ofUser().notNull(),
    device: text("device").notNull(),
    network: text("network").notNull(),
    createdAt: timestamptz("created_at").notNull(),
    lastSeenAt: timestamptz("last_seen_at").notNull(),
  },
  (table) => [index("login_sessions_user").on(table.userId), index("login_sessions_created_at").on(table.createdAt)],
);
