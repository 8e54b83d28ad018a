import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { timestamptz } from "../platform/database/timestamp-column.ts";
import { appointments } from "./appointment-table.ts";

/** The buyer's intake form, encrypted. A copy of the database alone does not reveal it. */
export const appointmentIntakes = pgTable("appointment_intakes", {
  appointmentId: uuid("appointment_id")
    .primaryKey()
    .references(() => appointments.id, { onDelete: "cascade" }),
  sealed: text("sealed").notNull(),
  consentedAt: timestamptz("consented_at").notNull(),
  /** When a parent consented to the data of a child; null for adults. */
  guardianConsentedAt: timestamptz("guardian_consented_at"),
  updatedAt: timestamptz("updated_at").notNull(),
});
