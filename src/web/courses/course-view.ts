import type { Course } from "../../contracts/catalogue/course.ts";
import { textDetails } from "../../contracts/catalogue/course-rules.ts";
import type { Expert } from "../../contracts/catalogue/expert.ts";
import { toExpertSummary } from "../experts/expert-view.ts";
import type { Api } from "../lib/api.ts";
import { formatDay, indianToday } from "../lib/dates.ts";

const weeksText = (weeks: number) => `${weeks} ${weeks === 1 ? "week" : "weeks"}`;

/** The details that are known, as names and values. */
function keyFacts({ weeks, nextStart, ...course }: Course) {
  const texts = textDetails.map(({ name, label }) => ({ label, value: course[name] }));
  return [
    { label: "Next start", value: nextStart ? formatDay(nextStart) : "" },
    { label: "Length", value: weeks === null ? "" : weeksText(weeks) },
    ...texts,
  ].filter(({ value }) => value);
}

function toTeacher(expert: Expert) {
  const { _id, name, image, isOnline, exp, domains } = toExpertSummary(expert);
  return { _id, name, image, isOnline, exp, domains };
}
export type Teacher = ReturnType<typeof toTeacher>;

/** The data of a course's page. Leaves out a start in the past and an unpublished teacher. */
export async function loadCourseView(api: Api, { teacherId, ...course }: Course) {
  const nextStart = course.nextStart && course.nextStart >= indianToday() ? course.nextStart : null;
  // The page is shown without the teacher's card if it cannot be loaded.
  const [expert] = teacherId ? await api.call("GET /api/experts", { query: { ids: teacherId } }).catch(() => []) : [];
  const shown = { ...course, teacherId, nextStart };
  return { course: shown, glance: keyFacts(shown), teacher: expert?.published ? toTeacher(expert) : undefined };
}
export type CourseView = Awaited<ReturnType<typeof loadCourseView>>;
