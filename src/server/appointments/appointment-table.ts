import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { actors } from "../../contracts/activity/activity-rules.ts";
import { appointmentStates, cancelReasons } from "../../contracts/appointments/appointment-rules.ts";
import { consultationModes } from "../../contracts/appointments/consultation-rules.ts";
import { orderItems } from "../orders/core/order-table.ts";
import { enumChecks } from "../platform/database/enum-checks.ts";
import { timestamptz } from "../platform/database/timestamp-column.ts";

/**
 * One row per appointment, also after it is cancelled or over. Migrations add two constraints that Drizzle cannot express.
 * `appointments_no_overlap`: held or confirmed appointments of an expert never overlap.
 * `appointments_of_known_expert`: an expert with appointments is archived, not deleted.
 */
export const appointments = pgTable(
  "appointments",
  {
    id: uuid("id").primaryKey(),
    /** Null when the owner books for a buyer on the phone. */
    orderId: uuid("order_id"),
    /** `lineIndex` is the index of the order's line, `unit` the index of the appointment within that line. */
    lineIndex: integer("line_index"),
    unit: integer("unit"),
    userId: uuid("user_id"),
    /** Null until the owner assigns an expert, for example for a package without a named expert. */
    expertId: uuid("expert_id"),
    title: text("title").notNull(),
    mode: text("mode", { enum: consultationModes }).notNull(),
    minutes: integer("minutes").notNull(),
    state: text("state", { enum: appointmentStates }).notNull(),
    /** Stays set when a hold expires: a late payment tries to book this time again. */
    startsAt: timestamptz("starts_at"),
    endsAt: timestamptz("ends_at"),
    /** `endsAt` plus the gap that the schedule required when the appointment was booked. */
    blockedUntil: timestamptz("blocked_until"),
    heldUntil: timestamptz("held_until"),
    /** The buyer's time zone. */
    zone: text("zone").notNull(),
    /** The link of this hour by video, instead of the expert's room. */
    roomUrl: text("room_url"),
    /** Optimistic locking: a form based on an older version is refused. */
    version: integer("version").notNull().default(1),
    /** SEQUENCE of the iCalendar entry: calendar programs keep the entry with the highest number. */
    sequence: integer("sequence").notNull().default(0),
    /** How often the buyer moved it. */
    moves: integer("moves").notNull().default(0),
    cancelReason: text("cancel_reason", { enum: cancelReasons }),
    /** Contact data of a buyer on the phone, who has no order. Erased together with the intake form. */
    callerName: text("caller_name"),
    callerPhone: text("caller_phone"),
    callerEmail: text("caller_email"),
    createdAt: timestamptz("created_at").notNull(),
  },
  (table) => [
    unique("appointments_of_line").on(table.orderId, table.lineIndex, table.unit),
    foreignKey({
      name: "appointments_order_item",
      columns: [table.orderId, table.lineIndex],
      foreignColumns: [orderItems.orderId, orderItems.lineIndex],
    }),
    ...enumChecks(table),
    index("appointments_of_expert").on(table.expertId, table.startsAt),
    index("appointments_of_user").on(table.userId, table.startsAt),
    index("appointments_by_time").on(table.startsAt),
    index("appointments_open").on(table.endsAt).where(sql`${table.state} in ('to_schedule', 'confirmed')`),
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

/** Paid, and without a time. An expired hold has the same state and keeps `startsAt`. */
export const isToArrange = sql`(${appointments.state} = 'to_schedule' and ${appointments.startsAt} is null)`;

/** One row per change of an appointment: new state, actor and time. */
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
  (table) => [index("appointment_history_of").on(table.appointmentId, table.id), ...enumChecks(table)],
);
