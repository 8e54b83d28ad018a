import { pgTable, text } from "drizzle-orm/pg-core";
import { recordColumns, recordIndexes } from "./record-columns.ts";

export const blogs = pgTable(
  "blogs",
  {
    ...recordColumns,
    title: text("title").notNull(),
    content: text("content").notNull(),
  },
  (table) => recordIndexes("blogs", table),
);
