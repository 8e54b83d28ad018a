import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { Changes } from "../../contracts/activity/activity.ts";
import { activityActions, activityKinds } from "../../contracts/activity/activity-rules.ts";
import { enumChecks } from "../platform/database/enum-checks.ts";
import { timestamptz } from "../platform/database/timestamp-column.ts";

/** Audit log of the owners. Copies titles and e-mail addresses, so that entries outlive records and accounts. */
export const activities = pgTable(
  "activity",
  {
    id: uuid("id").primaryKey(),
    at: timestamptz("at").notNull(),
    userId: uuid("user_id").notNull(),
    actor: text("actor").notNull(),
    action: text("action", { enum: activityActions }).notNull(),
    kind: text("kind", { enum: activityKinds }).notNull(),
    recordId: uuid("record_id"),
    title: text("title").notNull(),
    changes: jsonb("changes").$type<Changes>().notNull(),
  },
  (table) => [
    index("activity_newest").on(table.at, table.id),
    index("activity_newest_of_kind").on(table.kind, table.at, table.id),
    ...enumChecks(table),
  ],
);
