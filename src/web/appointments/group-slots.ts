import { dayIn, hourIn } from "./times.ts";

export interface DayOfSlots {
  day: string;
  slots: string[];
}

/** `Map.groupBy` is missing in browsers that the shop supports. */
function group<Key>(slots: readonly string[], keyOf: (slot: string) => Key) {
  const groups = new Map<Key, string[]>();
  for (const slot of slots) groups.set(keyOf(slot), [...(groups.get(keyOf(slot)) ?? []), slot]);
  return [...groups];
}

/** Groups instants, sorted by time, by their date in `zone`. */
export const groupByDay = (slots: readonly string[], zone: string): DayOfSlots[] =>
  group(slots, (slot) => dayIn(zone, slot)).map(([day, ofDay]) => ({ day, slots: ofDay }));

const NOON = 12;
const EVENING = 17;

function partOf(hour: number) {
  if (hour < NOON) return "Morning";
  return hour < EVENING ? "Afternoon" : "Evening";
}

/** Groups the times of one day by part of the day. Parts without times are left out. */
export const groupByPart = (slots: readonly string[], zone: string) =>
  group(slots, (slot) => partOf(hourIn(zone, slot)));
