import { sql } from "drizzle-orm";
import { boolean, check, integer, pgTable, text } from "drizzle-orm/pg-core";
import { recordColumns, recordIndexes } from "./record-columns.ts";

export const courses = pgTable(
  "courses",
  {
    ...recordColumns,
    title: text("title").notNull(),
    description: text("description").notNull(),
    shortDescription: text("short_description").notNull(),
    actualPricePaise: integer("actual_price_paise").notNull(),
    offerPricePaise: integer("offer_price_paise").notNull(),
    topSelling: boolean("top_selling").notNull(),
    groupLink: text("group_link").notNull(),
  },
  (table) => [
    ...recordIndexes("courses", table),
    check("courses_price", sql`${table.actualPricePaise} >= 100`),
    check("courses_offer_price", sql`${table.offerPricePaise} between 0 and ${table.actualPricePaise}`),
  ],
);
