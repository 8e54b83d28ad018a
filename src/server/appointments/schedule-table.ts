import { integer, jsonb, pgTable, uuid } from "drizzle-orm/pg-core";
import type { Schedule } from "../../contracts/schedule.ts";
import { timestamptz } from "../platform/database/timestamp-column.ts";

/** When an expert takes sessions. Read and written whole, so it is one value; its row is also the expert's lock. */
export const expertSchedules = pgTable("expert_schedules", {
  expertId: uuid("expert_id").primaryKey(),
  schedule: jsonb("schedule").$type<Schedule>().notNull(),
  version: integer("version").notNull(),
  updatedAt: timestamptz("updated_at").notNull(),
});
