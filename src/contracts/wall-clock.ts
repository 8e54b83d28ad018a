/** Times of the day on a wall clock. Free of zod: the browser imports it too. */
export const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** 630 → `10:30`. Minutes beyond a day wrap around to `00:00`. */
export function toTime(minute: number) {
  const text = (value: number) => String(value).padStart(2, "0");
  return `${text(Math.floor(minute / 60) % 24)}:${text(minute % 60)}`;
}
