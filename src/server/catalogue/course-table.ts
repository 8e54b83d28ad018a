import { sql } from "drizzle-orm";
import { boolean, check, date, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { SyllabusPart } from "../../contracts/catalogue/course-rules.ts";
import { ratingColumns, recordColumns, recordIndexes } from "./record-columns.ts";

export const courses = pgTable(
  "courses",
  {
    ...recordColumns,
    ...ratingColumns,
    title: text("title").notNull(),
    description: text("description").notNull(),
    shortDescription: text("short_description").notNull(),
    actualPricePaise: integer("actual_price_paise").notNull(),
    offerPricePaise: integer("offer_price_paise").notNull(),
    topSelling: boolean("top_selling").notNull(),
    groupLink: text("group_link").notNull(),
    weeks: integer("weeks"),
    days: text("days").notNull().default(""),
    language: text("language").notNull().default(""),
    recordings: text("recordings").notNull().default(""),
    nextStart: date("next_start", { mode: "string" }),
    startTime: text("start_time").notNull().default(""),
    /** No foreign key: a course stays when its teacher is deleted. Pages then show no teacher card. */
    teacherId: uuid("teacher_id"),
    /** The id of a tax class. Empty: that of all courses. */
    taxClass: text("tax_class").notNull().default(""),
    syllabus: jsonb("syllabus").$type<SyllabusPart[]>().notNull().default([]),
  },
  (table) => [
    ...recordIndexes("courses", table),
    check("courses_price", sql`${table.actualPricePaise} >= 100`),
    check("courses_offer_price", sql`${table.offerPricePaise} between 0 and ${table.actualPricePaise}`),
  ],
);
