import { MINUTE_MS } from "../../lib/dates.ts";

const DAY_MINUTES = 24 * 60;
/** A shorter session is drawn as if it took this long, so that it can be read and pressed. */
const LEAST_MINUTES = 25;
/** Hours to draw when there are neither opening hours nor sessions. */
const USUAL = { first: 10, last: 18 };

export interface Time {
  startsAt: string;
  endsAt: string;
}

/** Minutes since midnight of an Indian day. */
interface Span {
  start: number;
  end: number;
}

const midnightOf = (day: string) => Date.parse(`${day}T00:00:00+05:30`);

/** Minutes since midnight in India, clamped to the day. */
export const minuteOn = (day: string, instant: string) =>
  Math.min(DAY_MINUTES, Math.max(0, (Date.parse(instant) - midnightOf(day)) / MINUTE_MS));

export const spanOn = (day: string, { startsAt, endsAt }: Time): Span => ({
  start: minuteOn(day, startsAt),
  end: minuteOn(day, endsAt),
});

export const isOn = (day: string, time: Time) => {
  const { start, end } = spanOn(day, time);
  return end > start;
};

/** The range of whole hours that contains all spans. */
export function hoursOf(spans: readonly Span[]) {
  if (spans.length === 0) return USUAL;
  return {
    first: Math.floor(Math.min(...spans.map(({ start }) => start)) / 60),
    last: Math.ceil(Math.max(...spans.map(({ end }) => end)) / 60),
  };
}
export type Hours = ReturnType<typeof hoursOf>;

/** Position and height of a span within the drawn hours, in percent. */
export function placeIn({ first, last }: Hours, { start, end }: Span) {
  const minutes = (last - first) * 60;
  return { top: `${((start - first * 60) / minutes) * 100}%`, height: `${((end - start) / minutes) * 100}%` };
}

interface Lane {
  lane: number;
  lanes: number;
}

/** Places overlapping sessions side by side in lanes. Expects spans sorted by start. */
export function assignLanes(spans: readonly Span[]): Lane[] {
  const placed: Lane[] = [];
  let ends: number[] = [];
  let firstOfGroup = 0;
  const closeGroup = () => {
    for (const one of placed.slice(firstOfGroup)) one.lanes = ends.length;
    firstOfGroup = placed.length;
    ends = [];
  };
  for (const { start, end } of spans) {
    if (ends.every((busyUntil) => busyUntil <= start)) closeGroup();
    const free = ends.findIndex((busyUntil) => busyUntil <= start);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = Math.max(end, start + LEAST_MINUTES);
    placed.push({ lane, lanes: 1 });
  }
  closeGroup();
  return placed;
}
