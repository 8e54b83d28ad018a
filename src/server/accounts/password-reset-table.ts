import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { timestamptz } from "../platform/database/timestamp-column.ts";
import { users } from "./user-table.ts";

/** Reset links that were mailed and not used yet; of the token in a link only the hash is known here. */
export const passwordResets = pgTable(
  "password_resets",
  {
    tokenHash: text("token_hash").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    expiresAt: timestamptz("expires_at").notNull(),
  },
  (table) => [index("password_resets_user").on(table.userId), index("password_resets_expires_at").on(table.expiresAt)],
);
