import { flushSync } from "react-dom";
import { browserApi } from "../lib/browser-api.ts";
import { useLoad } from "../lib/use-load.ts";

/** The most days that the API allows per request. */
const DAYS = 31;

export interface Wanted {
  expertId: string;
  minutes: number;
  /** The appointment to be moved: its own time counts as free. */
  except?: string | undefined;
}

/** `nextFrom` is the date from which to load more; null at the end of the expert's booking horizon. */
export async function fetchSlots({ expertId, minutes, except = "" }: Wanted, from = "") {
  const query = { minutes, days: DAYS, from, except };
  const reply = await browserApi.call("GET /api/experts/:id/slots", { params: { id: expertId }, query });
  const { slots, nextFrom, calls } = reply;
  return { slots: slots.map(({ startsAt }) => startsAt), nextFrom, calls };
}

/** The free times of an expert; `data` is `undefined` while they load. */
export function useSlots({ expertId, minutes, except }: Wanted) {
  const loaded = useLoad(() => fetchSlots({ expertId, minutes, except }), `${expertId} ${minutes} ${except}`);
  const { data, setData, retry } = loaded;

  return {
    ...loaded,
    /** Shows the given times at once. They cover only two weeks, so all times are reloaded in the background. */
    replace(slots: string[]) {
      if (data) setData({ ...data, slots, nextFrom: null });
      retry();
    },
    /** Adds the days after those that are shown. */
    async loadLater() {
      if (!data?.nextFrom) return;
      const later = await fetchSlots({ expertId, minutes, except }, data.nextFrom);
      flushSync(() => setData({ ...later, slots: [...data.slots, ...later.slots] }));
    },
  };
}
export type Slots = ReturnType<typeof useSlots>;
export type Found = NonNullable<Slots["data"]>;
