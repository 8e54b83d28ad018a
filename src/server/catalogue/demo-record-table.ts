import { pgTable, uuid } from "drizzle-orm/pg-core";

/** The records that the demo data inserted, of every kind. A record of these is still demo data while its version is 1. */
export const demoRecords = pgTable("demo_records", { id: uuid("id").primaryKey() });
