import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { timestamptz } from "../platform/database/timestamp-column.ts";
import { titleIn } from "./search.ts";

export const courses = pgTable(
  "courses",
  {
    id: uuid("id").primaryKey(),
    title: text("title").notNull(),
    description: text("description").notNull(),
    shortDescription: text("short_description").notNull(),
    actualPricePaise: integer("actual_price_paise").notNull(),
    offerPricePaise: integer("offer_price_paise").notNull(),
    topSelling: boolean("top_selling").notNull(),
    groupLink: text("group_link").notNull(),
    images: text("images").array().notNull(),
    searchText: text("search_text").notNull(),
    /** Raised by each update of the owner, never by an order. */
    version: integer("version").notNull().default(1),
    createdAt: timestamptz("created_at").notNull(),
  },
  (table) => [
    index("courses_newest").on(table.createdAt, table.id),
    index("courses_search").using("gin", sql`${table.searchText} gin_trgm_ops`),
    index("courses_title_search").using("gin", sql`${titleIn(table.searchText)} gin_trgm_ops`),
    check("courses_price", sql`${table.actualPricePaise} >= 100`),
    check("courses_offer_price", sql`${table.offerPricePaise} between 0 and ${table.actualPricePaise}`),
  ],
);
