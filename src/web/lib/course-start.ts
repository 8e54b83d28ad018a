import { startOf } from "../../contracts/catalogue/course-rules.ts";
import { formatDay, formatMoment } from "./dates.ts";

/** `22 Nov 2026, 9:00 am`, or the day when the time is not known. */
export const formatStart = (course: { nextStart: string; startTime?: string | undefined }) =>
  (course.startTime ? formatMoment : formatDay)(startOf(course)).replace(/ (?=[ap]m)/, "\u00a0");
