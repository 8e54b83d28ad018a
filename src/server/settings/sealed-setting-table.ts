import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { sealedGroups } from "../../contracts/settings/settings-rules.ts";
import { enumChecks } from "../platform/database/enum-checks.ts";
import { timestamptz } from "../platform/database/timestamp-column.ts";

/** Keys and passwords that the owner typed, encrypted with `DATA_DIR/settings.key`. They have no history. */
export const sealedSettings = pgTable(
  "sealed_settings",
  {
    group: text("group", { enum: sealedGroups }).primaryKey(),
    version: integer("version").notNull(),
    sealed: text("sealed").notNull(),
    updatedAt: timestamptz("updated_at").notNull(),
    /** The owner's e-mail address at that time. */
    updatedBy: text("updated_by").notNull(),
  },
  enumChecks,
);
