import { and, asc, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { Appointment, AppointmentDetails } from "../../contracts/appointments/appointment.ts";
import { stateRules } from "../../contracts/appointments/appointment-rules.ts";
import { callOf } from "../../contracts/appointments/call-rules.ts";
import { noSchedule, type Schedule } from "../../contracts/appointments/schedule.ts";
import { toRupees } from "../../contracts/money.ts";
import type { FullOrder } from "../orders/core/order.ts";
import { type AppointmentRow, appointmentHistory, appointments } from "./appointment-table.ts";
import type { AppointmentDeps } from "./deps.ts";
import { changeDeadline, isRefunded, type Policy } from "./policy.ts";
import { expertSchedules } from "./schedule-table.ts";
import { createHoursCheck } from "./slots.ts";

/** An expired hold of an unpaid order keeps `startsAt`. Only a payment can book its time. */
const isHoldExpired = ({ state, startsAt }: AppointmentRow) => state === "to_schedule" && startsAt !== null;

/** The refund for one appointment by order and line; null when the owner decides. */
type RefundPlans = Map<string, Map<number, number | null>>;

const refundOf = ({ orderId, lineIndex }: AppointmentRow, plans: RefundPlans) =>
  orderId ? (plans.get(orderId)?.get(lineIndex!) ?? null) : 0;

interface Context {
  policy: Policy;
  plans: RefundPlans;
  names: Map<string, string>;
}

function toAppointment(
  { row, schedule }: { row: AppointmentRow; schedule: Schedule | null },
  { policy, plans, names }: Context,
): Appointment {
  const refundPaise = refundOf(row, plans);
  return {
    _id: row.id,
    title: row.title,
    mode: row.mode,
    minutes: row.minutes,
    expertId: row.expertId,
    expertName: (row.expertId && names.get(row.expertId)) || "",
    callWay: callOf(row, schedule ?? noSchedule).callWay,
    state: row.state,
    startsAt: row.startsAt?.toISOString() ?? null,
    endsAt: row.endsAt?.toISOString() ?? null,
    zone: row.zone,
    canChoose: Boolean(schedule?.hours.length) && stateRules[row.state].canChange && !isHoldExpired(row),
    movesLeft: Math.max(0, policy.maxMoves - row.moves),
    changeUntil: row.state === "confirmed" ? changeDeadline(row.startsAt!, policy).toISOString() : null,
    refund: refundPaise !== null && isRefunded(row, policy) ? toRupees(refundPaise) : null,
    version: row.version,
  };
}

export interface PlacedAppointment {
  lineIndex: number;
  roomUrl: string;
  appointment: Appointment;
}

/** The payment came after the held time was lost, and nothing has changed since. Derived from the history. */
const isTimeTaken = sql<boolean>`${appointments.state} = 'to_schedule' and ${appointments.startsAt} is null
  and exists (select from ${appointmentHistory} where ${appointmentHistory.appointmentId} = ${appointments.id}
    and ${appointmentHistory.state} = 'held')
  and (select ${appointmentHistory.state} = 'to_schedule' from ${appointmentHistory}
    where ${appointmentHistory.appointmentId} = ${appointments.id} order by ${appointmentHistory.id} desc limit 1)`;

async function planRefunds({ orders, refunds }: AppointmentDeps, orderIds: (string | null)[]) {
  const found = await orders.read([...new Set(orderIds.flatMap((id) => id ?? []))]);
  return new Map(found.map((order) => [order.order.id, refunds.planLines(order)]));
}

const selectWithHours = ({ db }: AppointmentDeps) =>
  db
    .select({ row: appointments, schedule: expertSchedules.schedule, isTimeTaken })
    .from(appointments)
    .leftJoin(expertSchedules, eq(expertSchedules.expertId, appointments.expertId));

const namesOf = ({ catalogue }: AppointmentDeps, found: readonly { row: AppointmentRow }[]) =>
  catalogue.expertNames(found.flatMap(({ row }) => row.expertId ?? []));

export async function showAppointment(deps: AppointmentDeps, id: string): Promise<Appointment> {
  const [found] = await selectWithHours(deps).where(eq(appointments.id, id));
  const { appointments: policy } = await deps.settings.read();
  const plans = await planRefunds(deps, [found!.row.orderId]);
  return toAppointment(found!, { policy, plans, names: await namesOf(deps, [found!]) });
}

export async function appointmentsOf(deps: AppointmentDeps, orders: FullOrder[]) {
  const booked = orders.filter(({ items }) => items.some(({ itemType }) => itemType === "consultancy"));
  if (booked.length === 0) return new Map<string, PlacedAppointment[]>();
  const plans = new Map(booked.map((order) => [order.order.id, deps.refunds.planLines(order)]));
  const { appointments: policy } = await deps.settings.read();
  const rows = await selectWithHours(deps)
    .where(inArray(appointments.orderId, [...plans.keys()]))
    .orderBy(appointments.lineIndex, appointments.unit);
  const names = await namesOf(deps, rows);
  const byOrder = Map.groupBy(rows, ({ row }) => row.orderId!);
  return new Map(
    [...byOrder].map(([id, found]) => [
      id,
      found.map((one) => ({
        lineIndex: one.row.lineIndex!,
        roomUrl: callOf(one.row, one.schedule ?? noSchedule).roomUrl,
        appointment: {
          ...toAppointment(one, { policy, plans, names }),
          ...(one.isTimeTaken && { isTimeTaken: true as const }),
        },
      })),
    ]),
  );
}

/** Whether the owner or the expert confirmed this time and expert after the last change of the hours. */
export const isConfirmedByStaff = sql<boolean>`exists (select from ${appointmentHistory} where ${and(
  eq(appointmentHistory.appointmentId, appointments.id),
  inArray(appointmentHistory.actor, ["owner", "expert"]),
  eq(appointmentHistory.state, "confirmed"),
  eq(appointmentHistory.startsAt, appointments.startsAt),
  eq(appointmentHistory.expertId, appointments.expertId),
  gt(appointmentHistory.at, expertSchedules.updatedAt),
)})`;

interface Part {
  limit?: number;
  offset?: number;
}

function readRows({ db }: AppointmentDeps, where: SQL | undefined, { limit, offset }: Part) {
  const query = db
    .select({ row: appointments, schedule: expertSchedules.schedule, isConfirmedByStaff })
    .from(appointments)
    .leftJoin(expertSchedules, eq(expertSchedules.expertId, appointments.expertId))
    .where(where)
    .orderBy(asc(appointments.startsAt), asc(appointments.id))
    .$dynamic();
  if (limit !== undefined) query.limit(limit);
  if (offset !== undefined) query.offset(offset);
  return query;
}

export interface Buyer {
  name: string;
  email: string;
  phone: string;
}

/** The buyer of a booking without an order; null once the contact data is erased. */
export const phoneBuyer = ({ callerName, callerPhone, callerEmail }: AppointmentRow): Buyer | null =>
  callerName === null ? null : { name: callerName, phone: callerPhone ?? "", email: callerEmail ?? "" };

/** Appointments as their expert and the owner see them, the earliest first. */
export async function readDetails(
  deps: AppointmentDeps,
  where: SQL | undefined,
  part: Part = {},
): Promise<AppointmentDetails[]> {
  const { settings, clock, joinLinks, orders } = deps;
  const found = await readRows(deps, where, part);
  const [{ appointments: policy }, names, buyers, plans] = await Promise.all([
    settings.read(),
    namesOf(deps, found),
    orders.findBuyers(found.flatMap(({ row }) => row.orderId ?? [])),
    planRefunds(
      deps,
      found.map(({ row }) => row.orderId),
    ),
  ]);
  const now = clock.now();
  const checks = new Map<string, ReturnType<typeof createHoursCheck>>();

  function isOutside({
    row: { expertId, state, startsAt, endsAt },
    schedule,
    isConfirmedByStaff,
  }: (typeof found)[number]) {
    if (state !== "confirmed" || startsAt! <= now || isConfirmedByStaff || !schedule) return false;
    const check = checks.get(expertId!) ?? createHoursCheck({ ...noSchedule, ...schedule });
    checks.set(expertId!, check);
    return check({ startsAt: startsAt!, endsAt: endsAt! });
  }

  return found.map((one) => {
    const { row } = one;
    return {
      ...toAppointment(one, { policy, plans, names }),
      orderId: row.orderId,
      caller: row.orderId ? (buyers.get(row.orderId) ?? null) : phoneBuyer(row),
      isOutsideHours: isOutside(one),
      joinUrl: joinLinks.joinUrl(row.id),
      roomUrl: callOf(row, one.schedule ?? noSchedule).roomUrl,
    };
  });
}
