import { boolean, date, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { searchScripts } from "../../contracts/catalogue/search.ts";
import { enumChecks } from "../platform/database/enum-checks.ts";

/** How often something was searched on a day, in Indian time. No personal data: see search-counts.ts. */
export const searches = pgTable(
  "searches",
  {
    day: date("day", { mode: "string" }).notNull(),
    term: text("term").notNull(),
    script: text("script", { enum: searchScripts }).notNull(),
    found: boolean("found").notNull(),
    count: integer("count").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.term, table.found] }),
    index("searches_unfound").on(table.found, table.day),
    ...enumChecks(table),
  ],
);
