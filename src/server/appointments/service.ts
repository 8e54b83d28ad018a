import { and, eq, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { formatTime, weekdays } from "../../contracts/appointments/appointment-rules.ts";
import type { Schedule, scheduleForm, Window } from "../../contracts/appointments/schedule.ts";
import type { ChosenTime } from "../orders/core/commands.ts";
import type { FullOrder } from "../orders/core/order.ts";
import type { Transaction } from "../platform/database/database.ts";
import { appointments, isToArrange } from "./appointment-table.ts";
import { appointmentsOf, showAppointment } from "./appointment-view.ts";
import { createCalendarEntries, readCalendarFile } from "./calendar-entries.ts";
import { cancelAppointment } from "./cancel.ts";
import { changeTime } from "./change-time.ts";
import { addDemoAppointments, type DemoExpert } from "./demo.ts";
import type { AppointmentDeps } from "./deps.ts";
import { readDesk, requireOwnExpert } from "./desk.ts";
import { appointmentError } from "./errors.ts";
import { createFeeds } from "./feed.ts";
import type { Person } from "./find-for.ts";
import { refuseBooked } from "./follow.ts";
import { chosenTimes, type HoldingOrder, moveHolds } from "./hold-times.ts";
import { createIntakes } from "./intakes.ts";
import { readJoinPage } from "./join.ts";
import { linksByAccount } from "./limits.ts";
import { appointmentFigures, listAppointments, listHours, readHistory } from "./list.ts";
import { composeAppointmentMails } from "./mails.ts";
import { findNextTimes } from "./next-times.ts";
import { type CartAppointment, findBookable, findOpenSlots, readSchedule, toState } from "./open-slots.ts";
import { findReminders } from "./reminders.ts";
import { expertSchedules } from "./schedule-table.ts";
import { dayIn } from "./slots.ts";
import { bookByPhone, keepTime, reassign, recordOutcome } from "./staff-changes.ts";
import { TIMES_TAG } from "./tags.ts";
import { giveLink, mailNewRoom } from "./video-links.ts";

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
  const entries = createCalendarEntries(deps);
  composeAppointmentMails(deps, entries);
  const thenShow =
    <Form>(change: (deps: AppointmentDeps, id: string, form: Form, person: Person) => Promise<void>) =>
    async (id: string, form: Form, person: Person) => {
      await change(deps, id, form, person);
      return showAppointment(deps, id);
    };

  return {
    async findSchedule(expertId: string) {
      const { _id } = await catalogue.experts.find(expertId, "owner");
      return readSchedule(db, _id);
    },

    async saveSchedule(expertId: string, { version, ...form }: z.output<typeof scheduleForm>, by: string) {
      const { _id, name } = await catalogue.experts.find(expertId, "owner");
      if ((await readSchedule(db, _id)).roomUrl !== form.roomUrl) await deps.limiter.take(linksByAccount, by);
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
        await mailNewRoom(tx, deps, { expertId: _id, before, after: toState(next) });
        await deps.changes.drop(tx, [TIMES_TAG]);
        return toState(next);
      });
    },

    findOpenSlots: findOpenSlots.bind(null, deps),
    findNextTimes: findNextTimes.bind(null, deps),
    /** The cart lines whose time can be chosen online, and whether their chosen times are still free. */
    findBookable: (lines: readonly CartAppointment[], userId?: string) => findBookable(deps, lines, userId),

    bookByPhone: bookByPhone.bind(null, deps),
    changeTime: thenShow(changeTime),
    cancel: thenShow(cancelAppointment),
    recordOutcome: thenShow(recordOutcome),
    reassign: thenShow(reassign),
    giveLink: thenShow(giveLink),
    keep: thenShow(keepTime),

    refuseBooked: (tx: Transaction, orderIds: string[]) => refuseBooked(tx, deps, orderIds),
    moveHolds: (tx: Transaction, order: HoldingOrder, times: readonly ChosenTime[]) =>
      moveHolds(tx, deps, order, times),
    chosenTimes: (tx: Transaction, orderIds: string[], isHeld: ReadonlySet<string>) =>
      chosenTimes(tx, deps, orderIds, isHeld),
    intakes: createIntakes(deps),
    readFor: async (orders: FullOrder[]) => entries.addLinks(await appointmentsOf(deps, orders)),

    addDemoAppointments: (tx: Transaction, experts: DemoExpert[]) => addDemoAppointments(tx, deps, experts),
    calendarFile: readCalendarFile.bind(null, deps, entries),
    list: listAppointments.bind(null, deps),
    listHours: listHours.bind(null, deps),
    figures: appointmentFigures.bind(null, deps),
    history: readHistory.bind(null, deps),
    joinUrl: deps.joinLinks.joinUrl,
    joinPage: readJoinPage.bind(null, deps),
    feeds: createFeeds(deps),
    desk: readDesk.bind(null, deps),
    requireOwnExpert: requireOwnExpert.bind(null, deps),
    remind: async () => deps.mails.enqueueReminders(await findReminders(deps)),
  };
}
export type Appointments = ReturnType<typeof createAppointments>;

/** Whether an order has an appointment without a time, as part of a statement. */
export const hasToArrange = (orderId: AnyPgColumn) =>
  sql`exists (select from ${appointments} where ${appointments.orderId} = ${orderId} and ${isToArrange})`;
