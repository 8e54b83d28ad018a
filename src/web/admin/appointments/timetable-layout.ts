const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
/** A shorter session is drawn as if it took this long, so that it can be read and pressed. */
const LEAST_MINUTES = 25;
/** The hours of a day that has neither hours nor sessions. */
const USUAL = { first: 10, last: 18 };

export interface Time {
  startsAt: string;
  endsAt: string;
}

/** Minutes since midnight of an Indian day. */
export interface Span {
  start: number;
  end: number;
}

export const midnightOf = (day: string) => Date.parse(`${day}T00:00:00+05:30`);

/** Minutes since midnight in India; times of other days are cut off. */
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

/** The whole hours that hold all of these. */
export function hoursOf(spans: readonly Span[]) {
  if (spans.length === 0) return USUAL;
  return {
    first: Math.floor(Math.min(...spans.map(({ start }) => start)) / 60),
    last: Math.ceil(Math.max(...spans.map(({ end }) => end)) / 60),
  };
}
export type Hours = ReturnType<typeof hoursOf>;

/** Where a span is in the drawn hours, in percent. */
export function placeIn({ first, last }: Hours, { start, end }: Span) {
  const minutes = (last - first) * 60;
  return { top: `${((start - first * 60) / minutes) * 100}%`, height: `${((end - start) / minutes) * 100}%` };
}

export interface Lane {
  lane: number;
  lanes: number;
}

/** Sessions of several experts may be at the same time: those stand side by side. Spans come with the earliest first. */
export function lanesOf(spans: readonly Span[]): Lane[] {
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
