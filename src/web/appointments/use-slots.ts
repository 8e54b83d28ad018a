import { flushSync } from "react-dom";
import { browserApi } from "../lib/browser-api.ts";
import { useLoad } from "../lib/use-load.ts";

/** The longest span that one request may ask for. */
const DAYS = 31;

interface Wanted {
  expertId: string;
  minutes: number;
  /** An appointment that is about to move: its own time is free. */
  except?: string | undefined;
}

async function fetchSlots({ expertId, minutes, except = "" }: Wanted, from = "") {
  const query = { minutes, days: DAYS, from, except };
  const { slots, nextFrom } = await browserApi.call("GET /api/experts/:id/slots", { params: { id: expertId }, query });
  return { slots: slots.map(({ startsAt }) => startsAt), nextFrom };
}

interface Found {
  slots: string[];
  /** Where the next days begin; null at the end of the expert's horizon. */
  nextFrom: string | null;
}

/** The free times of an expert; `found` is `undefined` while they load. */
export function useSlots({ expertId, minutes, except }: Wanted) {
  const load = (): Promise<Found> => fetchSlots({ expertId, minutes, except });
  const { found, setFound, hasFailed, retry } = useLoad(load, `${expertId} ${minutes} ${except}`);

  return {
    found,
    hasFailed,
    retry,
    /** Shows fresh times at once. They reach two weeks ahead, so all are loaded again behind them. */
    replace(slots: string[]) {
      setFound({ slots, nextFrom: null });
      retry();
    },
    /** Adds the days after those that are shown. */
    async loadLater() {
      if (!found?.nextFrom) return;
      const later = await fetchSlots({ expertId, minutes, except }, found.nextFrom);
      flushSync(() => setFound({ slots: [...found.slots, ...later.slots], nextFrom: later.nextFrom }));
    },
  };
}
export type Slots = ReturnType<typeof useSlots>;
