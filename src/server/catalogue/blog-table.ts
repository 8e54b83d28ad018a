import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { timestamptz } from "../platform/database/timestamp-column.ts";
import { titleIn } from "./search.ts";

export const blogs = pgTable(
  "blogs",
  {
    id: uuid("id").primaryKey(),
    title: text("title").notNull(),
    content: text("content").notNull(),
    images: text("images").array().notNull(),
    searchText: text("search_text").notNull(),
    /** Raised by each update of the owner, never by an order. */
    version: integer("version").notNull().default(1),
    createdAt: timestamptz("created_at").notNull(),
  },
  (table) => [
    index("blogs_newest").on(table.createdAt, table.id),
    index("blogs_search").using("gin", sql`${table.searchText} gin_trgm_ops`),
    index("blogs_title_search").using("gin", sql`${titleIn(table.searchText)} gin_trgm_ops`),
  ],
);
