import { APPOINTMENT_MINUTES } from "../../contracts/appointments/consultation-rules.ts";
import { INDIA, momentIn } from "../appointments/times.tsx";
import type { Api } from "../lib/api.ts";
import { addDays, indianDate } from "../lib/dates.ts";

/** For loaders: when each expert is next free. Optional: without it a page is shown, but not cached. */
export async function loadNextTimes(api: Api, minutes: number = APPOINTMENT_MINUTES[0]) {
  const { today, times } = await api
    .call("GET /api/experts/next-times", { query: { minutes } })
    .catch(() => ({ today: "", times: [] }));
  const at = (id: string) => times.find(({ expertId }) => expertId === id)?.startsAt;
  return {
    at,
    /** `Next: Wed 18 Nov, 11:00 am IST`; empty without a free time. */
    textOf(expertId: string) {
      const time = at(expertId);
      return time ? `Next: ${momentIn(INDIA, time)}` : "";
    },
    /** Whether the next free time is at most so many Indian days away. */
    isFreeWithin(expertId: string, days: number) {
      const time = at(expertId);
      return time !== undefined && indianDate(time) <= addDays(today, days);
    },
  };
}
export type NextTimes = Awaited<ReturnType<typeof loadNextTimes>>;
