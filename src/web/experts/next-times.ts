import { INDIA, momentIn } from "../appointments/times.tsx";
import type { Api } from "../lib/api.ts";
import { addDays, indianDate } from "../lib/dates.ts";

/** For loaders: when each expert is next free for so many minutes. Written there, in Indian time. */
export async function loadNextTimes(api: Api, minutes: number) {
  const { today, times } = await api
    .call("GET /api/experts/next-times", { query: { minutes } })
    .catch((error: unknown) => {
      // Optional: pages are shown without it, and then not cached.
      console.error(error instanceof Error ? `The next free times are missing: ${error.message}` : error);
      return { today: "", times: [] };
    });
  const found = new Map(times.map(({ expertId, startsAt }) => [expertId, startsAt]));
  return {
    /** `Next: Wed 18 Nov, 11:00 am IST`; empty without a free time. */
    textOf(expertId: string) {
      const at = found.get(expertId);
      return at ? `Next: ${momentIn(INDIA, at)}` : "";
    },
    /** Whether the next free time is at most so many Indian days away. */
    isFreeWithin(expertId: string, days: number) {
      const at = found.get(expertId);
      return at !== undefined && indianDate(at) <= addDays(today, days);
    },
  };
}
export type KnownTimes = Awaited<ReturnType<typeof loadNextTimes>>;
