import type { QuotedLine, WantedLine } from "../../contracts/orders/quote.ts";
import { MAX_TIMES } from "./hold-times.ts";
import { readSchedule } from "./read-schedule.ts";
import type { AppointmentDeps } from "./service.ts";
import { appointmentsOfLines } from "./sessions.ts";
import type { Booking } from "./slots.ts";
import { isOffered, readBookings, timeColumns } from "./take-slot.ts";

const DAY_MS = 24 * 60 * 60_000;

/** A line of a cart that can be bought. */
export type CartAppointment = Pick<WantedLine, "itemId" | "itemType" | "startsAt"> & { title: string };

interface WantedTime {
  expertId: string;
  minutes: number;
  startsAt: Date;
}

/** Checks the times of one cart. The time of an earlier line counts as taken for later lines. */
function createCheck(deps: AppointmentDeps, holder: string | undefined) {
  const chosen = new Map<string, Booking[]>();
  let count = 0;
  return async ({ expertId, minutes, startsAt }: WantedTime) => {
    count += 1;
    if (count > MAX_TIMES) return false;
    const schedule = await readSchedule(deps.db, expertId);
    const [from, to] = [new Date(startsAt.getTime() - DAY_MS), new Date(startsAt.getTime() + DAY_MS)];
    const own = chosen.get(expertId) ?? [];
    const bookings = [...(await readBookings(deps.db, deps, { expertId, from, to, holder })), ...own];
    if (!isOffered(startsAt, { schedule, bookings, now: deps.clock.now(), minutes })) return false;
    chosen.set(expertId, [...own, timeColumns(startsAt, minutes, schedule)]);
    return true;
  };
}

/** The lines whose time can be chosen online. Does not hold any time. */
export async function findBookable<Line extends CartAppointment>(
  deps: AppointmentDeps,
  lines: readonly Line[],
  holder: string | undefined,
) {
  const found = new Map<Line, NonNullable<QuotedLine["session"]>>();
  const sessions = await appointmentsOfLines(
    deps,
    lines.map((line, lineIndex) => ({ ...line, lineIndex, qty: 1 })),
    deps.db,
  );
  if (sessions.length === 0) return found;
  const ids = sessions.flatMap(({ expertId }) => expertId ?? []);
  const experts = await deps.catalogue.experts.findMany([...new Set(ids)], "checkout");
  const check = createCheck(deps, holder);
  for (const { expertId, minutes, lineIndex } of sessions) {
    if (!expertId || !experts.get(expertId)?.hasHours) continue;
    const line = lines[lineIndex]!;
    const startsAt = line.startsAt && new Date(line.startsAt);
    const isOpen = startsAt && (await check({ expertId, minutes, startsAt }));
    found.set(line, { expertId, minutes, ...(typeof isOpen === "boolean" && { isOpen }) });
  }
  return found;
}
