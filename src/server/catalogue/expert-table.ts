import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { expertStatuses } from "../../contracts/expert.ts";
import { timestamptz } from "../platform/database/timestamp-column.ts";
import { titleIn } from "./search.ts";

export const experts = pgTable(
  "experts",
  {
    id: uuid("id").primaryKey(),
    name: text("name").notNull(),
    languages: text("languages").notNull(),
    domain: text("domain").notNull(),
    pricePaise: integer("price_paise"),
    audioPricePaise: integer("audio_price_paise"),
    videoPricePaise: integer("video_price_paise"),
    experienceYears: integer("experience_years"),
    description: text("description").notNull(),
    status: text("status", { enum: expertStatuses }).notNull(),
    images: text("images").array().notNull(),
    searchText: text("search_text").notNull(),
    /** Raised by each update of the owner, never by an order. */
    version: integer("version").notNull().default(1),
    createdAt: timestamptz("created_at").notNull(),
  },
  (table) => [
    index("experts_newest").on(table.createdAt, table.id),
    index("experts_search").using("gin", sql`${table.searchText} gin_trgm_ops`),
    index("experts_title_search").using("gin", sql`${titleIn(table.searchText)} gin_trgm_ops`),
  ],
);
