import { boolean, integer, pgTable, text } from "drizzle-orm/pg-core";
import { expertStatuses } from "../../contracts/catalogue/expert.ts";
import { enumChecks } from "../platform/database/enum-checks.ts";
import { ratingColumns, recordColumns, recordIndexes } from "./record-columns.ts";

export const experts = pgTable(
  "experts",
  {
    ...recordColumns,
    ...ratingColumns,
    name: text("name").notNull(),
    languages: text("languages").notNull(),
    domain: text("domain").notNull(),
    pricePaise: integer("price_paise"),
    audioPricePaise: integer("audio_price_paise"),
    videoPricePaise: integer("video_price_paise"),
    experienceYears: integer("experience_years"),
    description: text("description").notNull(),
    status: text("status", { enum: expertStatuses }).notNull(),
    topics: text("topics").array().notNull().default([]),
    sampleQuestions: text("sample_questions").array().notNull().default([]),
    /** Denormalised from the hours, which are stored with the appointments. */
    hasHours: boolean("has_hours").notNull().default(false),
    /** Soft delete: the record stays, because appointments refer to it. */
    archived: boolean("archived").notNull().default(false),
  },
  (table) => [...recordIndexes("experts", table), ...enumChecks(table)],
);
