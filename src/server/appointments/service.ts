import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type { Role } from "../../contracts/accounts/account-rules.ts";
import { formatTime, weekdays } from "../../contracts/appointments/appointment-rules.ts";
import type { Schedule, scheduleForm, Window } from "../../contracts/appointments/schedule.ts";
import type { Activity } from "../activity/service.ts";
import type { Catalogue } from "../catalogue/service.ts";
import type { Notifications } from "../notifications/service.ts";
import type { FullOrder, OrderRecords } from "../orders/order-records.ts";
import type { ChosenTime } from "../orders/process.ts";
import type { Transaction } from "../platform/database/database.ts";
import type { Platform } from "../platform/platform.ts";
import type { SecretBox } from "../platform/secrets.ts";
import type { Refunds } from "../refunds/service.ts";
import type { SettingsService } from "../settings/service.ts";
import { appointmentsOf, showAppointment } from "./appointment-view.ts";
import { appointmentParticipant } from "./booking.ts";
import { readCalendarFile } from "./calendar.ts";
import { createCalendarEntries } from "./calendar-entries.ts";
import { cancelAppointment } from "./cancel.ts";
import { changeTime } from "./change-time.ts";
import { addDemoAppointments, type DemoExpert } from "./demo.ts";
import { readDesk, requireOwnExpert } from "./desk.ts";
import { appointmentError } from "./errors.ts";
import { createFeeds } from "./feed.ts";
import type { Person } from "./find-for.ts";
import { chosenTimes, type HoldingOrder, moveHolds } from "./hold-times.ts";
import { createIntakes } from "./intakes.ts";
import { createJoinLinks, type JoinLinks, readJoinPage } from "./join.ts";
import { appointmentFigures, listAppointments, listHours, readHistory } from "./list.ts";
import { type AppointmentMails, createAppointmentMails } from "./mails.ts";
import { findNextTimes } from "./next-times.ts";
import { type CartAppointment, findBookable, findOpenSlots, readSchedule, toState } from "./open-slots.ts";
import { findReminders } from "./reminders.ts";
import { expertSchedules } from "./schedule-table.ts";
import { dayIn } from "./slots.ts";
import { bookByPhone, keepTime, reassign, recordOutcome } from "./staff-changes.ts";
import { TIMES_TAG } from "./tags.ts";

export interface AppointmentDeps
  extends Pick<Platform, "db" | "clock" | "limiter" | "keyedHash" | "changes" | "publicUrl"> {
  catalogue: Catalogue;
  settings: SettingsService;
  activity: Activity;
  notifications: Notifications;
  /** Encrypts the intake forms. */
  intakeBox: SecretBox;
  findExpertOf(userId: string): Promise<string | null>;
  /** Locks the account: its access cannot end before the transaction does. */
  lockAccess(tx: Transaction, userId: string): Promise<{ role: Role; expertId: string | null } | undefined>;
  /** The account of an expert, for mails; undefined without one. */
  findExpertAccount(expertId: string): Promise<{ name: string; email: string } | undefined>;
  orders: OrderRecords;
  refunds: Refunds;
  senderAddress(): Promise<string>;
}

export interface AppointmentContext extends AppointmentDeps {
  mails: AppointmentMails;
  joinLinks: JoinLinks;
}

const describeWindow = ({ start, minutes }: Window) => `${formatTime(start)} to ${formatTime(start + minutes)}`;

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
  const joinLinks = createJoinLinks(deps);
  const entries = createCalendarEntries(deps, joinLinks);
  const mails = createAppointmentMails(deps, entries);
  const context: AppointmentContext = { ...deps, mails, joinLinks };
  const thenShow =
    <Form>(change: (context: AppointmentContext, id: string, form: Form, person: Person) => Promise<void>) =>
    async (id: string, form: Form, person: Person) => {
      await change(context, id, form, person);
      return showAppointment(deps, id);
    };

  return {
    async findSchedule(expertId: string) {
      const { _id } = await catalogue.experts.find(expertId, "owner");
      return readSchedule(db, _id);
    },

    async saveSchedule(expertId: string, { version, ...form }: z.output<typeof scheduleForm>, by: string) {
      const { _id, name } = await catalogue.experts.find(expertId, "owner");
      return db.transaction(async (tx) => {
        const now = clock.now();
        const before = await readSchedule(tx, _id);
        const next = { expertId: _id, schedule: withoutPast(form, now), version: version + 1, updatedAt: now };
        // Optimistic locking in one statement: the first save inserts, later saves must match the version.
        const { rowCount } =
          version === 0
            ? await tx
                .insert(expertSchedules)
                .values(next)
                // A booking or a feed may have created the row with version 0.
                .onConflictDoUpdate({
                  target: expertSchedules.expertId,
                  set: next,
                  setWhere: eq(expertSchedules.version, 0),
                })
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
        await deps.changes.drop(tx, [TIMES_TAG]);
        return toState(next);
      });
    },

    findOpenSlots: findOpenSlots.bind(null, deps),
    findNextTimes: findNextTimes.bind(null, deps),
    /** The cart lines whose time can be chosen online, and whether their chosen times are still free. */
    findBookable: (lines: readonly CartAppointment[], userId?: string) => findBookable(deps, lines, userId),

    bookByPhone: bookByPhone.bind(null, context),
    changeTime: thenShow(changeTime),
    cancel: thenShow(cancelAppointment),
    recordOutcome: thenShow(recordOutcome),
    reassign: thenShow(reassign),
    keep: thenShow(keepTime),

    participant: appointmentParticipant(context),
    moveHolds: (tx: Transaction, order: HoldingOrder, times: readonly ChosenTime[]) =>
      moveHolds(tx, deps, order, times),
    chosenTimes: (tx: Transaction, orderIds: string[], isHeld: ReadonlySet<string>) =>
      chosenTimes(tx, deps, orderIds, isHeld),
    intakes: createIntakes(deps),
    readFor: async (orders: FullOrder[]) => entries.addLinks(await appointmentsOf(deps, orders)),

    addDemoAppointments: (tx: Transaction, experts: DemoExpert[]) => addDemoAppointments(tx, deps, experts),
    calendarFile: readCalendarFile.bind(null, deps, entries),
    list: listAppointments.bind(null, context),
    listHours: listHours.bind(null, context),
    figures: appointmentFigures.bind(null, context),
    history: readHistory.bind(null, context),
    joinUrl: joinLinks.joinUrl,
    joinPage: readJoinPage.bind(null, context),
    feeds: createFeeds(deps),
    desk: readDesk.bind(null, context),
    requireOwnExpert: requireOwnExpert.bind(null, deps),
    remind: async () => mails.enqueueReminders(await findReminders(deps)),
  };
}
export type Appointments = ReturnType<typeof createAppointments>;
