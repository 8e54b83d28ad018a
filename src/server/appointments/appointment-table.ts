import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { actors } from "../../contracts/actors.ts";
import { appointmentStates, cancelReasons } from "../../contracts/appointment-states.ts";
import { consultationModes } from "../../contracts/consultation-items.ts";
import { timestamptz } from "../platform/database/timestamp-column.ts";

/**
 * One row for each session that was bought, whatever happens to it. The migration adds `appointments_no_overlap`, an
 * exclusion constraint that Drizzle cannot write: two sessions of an expert that are held or confirmed never overlap.
 * Another one adds `appointments_of_known_expert`: an expert with sessions is archived, not deleted.
 */
export const appointments = pgTable(
  "appointments",
  {
    id: uuid("id").primaryKey(),
    /** Null when the owner books for a caller on the phone. */
    orderId: uuid("order_id"),
    /** The line of the order, and which of its pieces. */
    place: integer("place"),
    unit: integer("unit"),
    userId: uuid("user_id"),
    /** Null while nobody is assigned: a package without a named expert. */
    expertId: uuid("expert_id"),
    title: text("title").notNull(),
    mode: text("mode", { enum: consultationModes }).notNull(),
    minutes: integer("minutes").notNull(),
    state: text("state", { enum: appointmentStates }).notNull(),
    /** Kept when a hold ends: a late payment tries this time again. */
    startsAt: timestamptz("starts_at"),
    endsAt: timestamptz("ends_at"),
    /** The end and the gap after it, as they were when it was booked. */
    blockedUntil: timestamptz("blocked_until"),
    heldUntil: timestamptz("held_until"),
    /** The caller's time zone. */
    zone: text("zone").notNull(),
    /** Optimistic locking: an old link cannot move it again. */
    version: integer("version").notNull().default(1),
    /** Of its calendar entry: the highest wins. */
    sequence: integer("sequence").notNull().default(0),
    /** How often the caller moved it. */
    moves: integer("moves").notNull().default(0),
    cancelReason: text("cancel_reason", { enum: cancelReasons }),
    /** Of a caller on the phone, who has no order. Erased with the intake. */
    callerName: text("caller_name"),
    callerPhone: text("caller_phone"),
    callerEmail: text("caller_email"),
    createdAt: timestamptz("created_at").notNull(),
  },
  (table) => [
    unique("appointments_of_line").on(table.orderId, table.place, table.unit),
    index("appointments_of_expert").on(table.expertId, table.startsAt),
    index("appointments_of_user").on(table.userId, table.startsAt),
    index("appointments_by_time").on(table.startsAt),
    check(
      "appointments_times",
      sql`${table.startsAt} is null or (${table.endsAt} > ${table.startsAt} and ${table.blockedUntil} >= ${table.endsAt})`,
    ),
    check(
      "appointments_filled",
      sql`${table.state} not in ('held', 'confirmed') or (${table.startsAt} is not null and ${table.expertId} is not null)`,
    ),
  ],
);
export type AppointmentRow = typeof appointments.$inferSelect;

/** Who did what, and when. */
export const appointmentHistory = pgTable(
  "appointment_history",
  {
    id: uuid("id").primaryKey(),
    appointmentId: uuid("appointment_id")
      .notNull()
      .references(() => appointments.id),
    state: text("state", { enum: appointmentStates }).notNull(),
    startsAt: timestamptz("starts_at"),
    expertId: uuid("expert_id"),
    actor: text("actor", { enum: actors }).notNull(),
    userId: uuid("user_id"),
    at: timestamptz("at").notNull(),
  },
  (table) => [index("appointment_history_of").on(table.appointmentId, table.id)],
);
