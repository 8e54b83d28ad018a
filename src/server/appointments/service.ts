import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type { timeForm } from "../../contracts/appointment.ts";
import {
  noSchedule,
  type Schedule,
  type ScheduleState,
  type SlotList,
  type SlotQuery,
  type scheduleForm,
  type Window,
} from "../../contracts/schedule.ts";
import { toTime, weekdays } from "../../contracts/wall-clock.ts";
import type { Activity } from "../activity/service.ts";
import type { Catalogue } from "../catalogue/service.ts";
import type { Notifications } from "../notifications/service.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import type { KeyedHash } from "../platform/keyed-hash.ts";
import type { SettingsService } from "../settings/service.ts";
import { createCalendarEntries } from "./calendar-entries.ts";
import { type CalendarReader, readCalendarFile } from "./calendar-file.ts";
import { changeTime, type Person } from "./change-time.ts";
import { appointmentError } from "./errors.ts";
import { type HoldingOrder, holdTimes, renewTimes, type TimedLine } from "./hold-times.ts";
import { type AppointmentMails, type Caller, createAppointmentMails } from "./mails.ts";
import { appointmentsOf, type By, bookPaid, type CancelledLine, cancelOf, toAppointment } from "./of-orders.ts";
import { findReminders } from "./reminders.ts";
import { expertSchedules } from "./schedule-table.ts";
import type { SoldLine } from "./sessions.ts";
import { dayIn, findSlots } from "./slots.ts";
import { readBookings } from "./take-slot.ts";

const DAY_MS = 24 * 60 * 60_000;

export interface AppointmentDeps {
  db: Database;
  clock: Clock;
  catalogue: Catalogue;
  settings: SettingsService;
  activity: Activity;
  notifications: Notifications;
  keyedHash: KeyedHash;
  /** Who bought the sessions of an order. */
  findCaller(orderId: string): Promise<Caller | undefined>;
  /** The address that mails come from. */
  senderAddress(): Promise<string>;
  /** The shop's origin, for links in mails. */
  publicUrl: string;
}

/** What the functions that change appointments share. */
export interface AppointmentContext extends AppointmentDeps {
  mails: AppointmentMails;
}

type Form = z.output<typeof scheduleForm>;

const toState = (
  row: Pick<typeof expertSchedules.$inferSelect, "schedule" | "version"> | undefined,
): ScheduleState => ({
  ...noSchedule,
  ...row?.schedule,
  version: row?.version ?? 0,
});

const describeWindow = ({ start, minutes }: Window) => `${toTime(start)} to ${toTime(start + minutes)}`;

/** For the activity log. */
const describe = ({ hours, overrides, ...rules }: Schedule) => ({
  ...rules,
  hours: hours.map(({ weekday, ...window }) => `${weekdays[weekday - 1]} ${describeWindow(window)}`),
  overrides: overrides.map(({ date, windows }) => `${date} ${windows.map(describeWindow).join(", ") || "off"}`),
});

/** Past dates are dropped, so that the list never grows without end. */
const withoutPast = (schedule: Schedule, now: Date): Schedule => ({
  ...schedule,
  overrides: schedule.overrides
    .filter(({ date }) => date >= dayIn(schedule.zone, now))
    .sort((one, other) => one.date.localeCompare(other.date)),
});

export function createAppointments(deps: AppointmentDeps) {
  const { db, clock, catalogue, activity } = deps;
  const entries = createCalendarEntries(deps);
  const mails = createAppointmentMails(deps, entries);
  const context: AppointmentContext = { ...deps, mails };

  async function readSchedule(from: Database | Transaction, expertId: string) {
    const [row] = await from.select().from(expertSchedules).where(eq(expertSchedules.expertId, expertId));
    return toState(row);
  }

  return {
    /** For the owner: when an expert takes sessions. */
    async findSchedule(expertId: string) {
      const { _id } = await catalogue.experts.find(expertId, "owner");
      return readSchedule(db, _id);
    },

    async saveSchedule(expertId: string, { version, ...form }: Form, by: string) {
      const { _id, name } = await catalogue.experts.find(expertId, "owner");
      return db.transaction(async (tx) => {
        const now = clock.now();
        const before = await readSchedule(tx, _id);
        const next = { expertId: _id, schedule: withoutPast(form, now), version: version + 1, updatedAt: now };
        // The first save inserts, later ones need the version they were filled from: one statement decides races.
        const { rowCount } =
          version === 0
            ? await tx.insert(expertSchedules).values(next).onConflictDoNothing()
            : await tx
                .update(expertSchedules)
                .set(next)
                .where(and(eq(expertSchedules.expertId, _id), eq(expertSchedules.version, version)));
        if (rowCount === 0)
          throw appointmentError("changed_meanwhile", { data: { current: await readSchedule(tx, _id) } });
        const entry = { by, action: "updated", kind: "expert", recordId: _id, title: name } as const;
        const { version: _, ...old } = before;
        await activity.record(tx, { ...entry, before: describe(old), after: describe(next.schedule) });
        await catalogue.setHasHours(tx, _id, form.hours.length > 0);
        return toState(next);
      });
    },

    /** For visitors: when a session of this length can start. */
    async findOpenSlots(expertId: string, { minutes, from, days }: SlotQuery): Promise<SlotList> {
      const { _id } = await catalogue.experts.find(expertId, "public");
      const schedule = await readSchedule(db, _id);
      const now = clock.now();
      const day = from ?? dayIn(schedule.zone, now);
      const start = new Date(Date.parse(day) - DAY_MS);
      const end = new Date(Date.parse(day) + (days + 2) * DAY_MS);
      const bookings = await readBookings(db, deps, { expertId: _id, from: start, to: end });
      const slots = findSlots({ schedule, bookings, now, minutes, from: day, days });
      return { zone: schedule.zone, slots: slots.map((slot) => ({ startsAt: slot.toISOString() })) };
    },

    async changeTime(id: string, form: z.output<typeof timeForm>, person: Person) {
      const { appointments: policy } = await deps.settings.read();
      return toAppointment(await changeTime(context, id, form, person), policy, true);
    },

    hold: (tx: Transaction, order: HoldingOrder, lines: readonly TimedLine[]) => holdTimes(tx, deps, order, lines),
    renew: (tx: Transaction, order: HoldingOrder) => renewTimes(tx, deps, order),
    bookPaid: (tx: Transaction, order: { id: string; userId: string }, lines: readonly SoldLine[]) =>
      bookPaid(tx, context, order, lines),
    cancelOf: (tx: Transaction, orderId: string, by: By, lines?: readonly CancelledLine[]) =>
      cancelOf(tx, context, orderId, by, lines),
    shownOn: (orderIds: string[]) => appointmentsOf(deps, orderIds),

    /** The calendar file of a session. */
    calendarFile: (id: string, reader: CalendarReader) => readCalendarFile(entries, id, reader),

    /** Reminds callers a day and an hour before. */
    remind: async () => mails.enqueueReminders(await findReminders(deps)),
  };
}
export type { By } from "./of-orders.ts";
export type Appointments = ReturnType<typeof createAppointments>;
