import { integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { type SettingGroup, settingGroupNames } from "../../contracts/settings/settings.ts";
import { enumChecks } from "../platform/database/enum-checks.ts";
import { timestamptz } from "../platform/database/timestamp-column.ts";

type Values = Record<string, unknown>;

/** A group that the owner has changed or previewed. Groups without a row have the defaults of `site.config.ts`. */
export const settingGroupsTable = pgTable(
  "setting_groups",
  {
    group: text("group", { enum: settingGroupNames }).$type<SettingGroup>().primaryKey(),
    version: integer("version").notNull(),
    /** Null until the first publication. */
    values: jsonb("values").$type<Values>(),
    draft: jsonb("draft").$type<Values>(),
  },
  enumChecks,
);

/** Every published state of a group. */
export const settingVersions = pgTable(
  "setting_versions",
  {
    group: text("group", { enum: settingGroupNames }).$type<SettingGroup>().notNull(),
    version: integer("version").notNull(),
    values: jsonb("values").$type<Values>().notNull(),
    at: timestamptz("at").notNull(),
    /** The owner's e-mail address at that time. */
    by: text("by").notNull(),
    userId: uuid("user_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.group, table.version] }), ...enumChecks(table)],
);

/** Pictures of the settings. They are never deleted, because an earlier version may be published again. */
export const settingPictures = pgTable("setting_pictures", {
  id: uuid("id").primaryKey(),
  images: text("images").array().notNull(),
  createdAt: timestamptz("created_at").notNull(),
});
