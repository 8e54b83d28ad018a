import { pgTable, uuid } from "drizzle-orm/pg-core";

/** Ids of all records that the demo data inserted. A record counts as demo data while its version is 1. */
export const demoRecords = pgTable("demo_records", { id: uuid("id").primaryKey() });
