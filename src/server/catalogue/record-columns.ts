import { sql } from "drizzle-orm";
import { type AnyPgColumn, boolean, index, integer, text, uuid } from "drizzle-orm/pg-core";
import { timestamptz } from "../platform/database/timestamp-column.ts";

/** The columns that every table of the catalogue has. */
export const recordColumns = {
  id: uuid("id").primaryKey(),
  images: text("images").array().notNull(),
  /** See search-text.ts. */
  searchText: text("search_text").notNull(),
  searchTitle: text("search_title").notNull().generatedAlwaysAs(sql`split_part(search_text, E'\\n', 1)`),
  /** Optimistic locking: incremented by each edit, not by orders. */
  version: integer("version").notNull().default(1),
  /** Drafts are not published; see `visibleTo` in resource.ts. */
  published: boolean("published").notNull().default(true),
  createdAt: timestamptz("created_at").notNull(),
};

/** The published reviews of a record: the sum of their stars and their number. Written by `changeRating` only. */
export const ratingColumns = {
  ratingSum: integer("rating_sum").notNull().default(0),
  ratingCount: integer("rating_count").notNull().default(0),
};

/** For lists, newest first, and for search. `published` and title are indexed, so that counting is index-only. */
export const recordIndexes = (
  name: string,
  table: Record<"id" | "searchText" | "searchTitle" | "published" | "createdAt", AnyPgColumn>,
) => [
  index(`${name}_newest`).on(table.createdAt, table.id, table.published, table.searchTitle),
  index(`${name}_search`).using("gin", sql`${table.searchText} gin_trgm_ops`),
  index(`${name}_title_search`).using("gin", sql`${table.searchTitle} gin_trgm_ops`),
];
