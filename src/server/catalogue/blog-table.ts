import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { recordColumns, recordIndexes } from "./record-columns.ts";

export const blogs = pgTable(
  "blogs",
  {
    ...recordColumns,
    title: text("title").notNull(),
    content: text("content").notNull(),
    mentionedProducts: uuid("mentioned_products").array().notNull().default([]),
    mentionedCourses: uuid("mentioned_courses").array().notNull().default([]),
  },
  (table) => recordIndexes("blogs", table),
);
