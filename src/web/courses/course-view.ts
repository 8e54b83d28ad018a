import type { Course } from "../../contracts/catalogue/course.ts";
import { startOf, textDetails } from "../../contracts/catalogue/course-rules.ts";
import { type ExpertSummary, toExpertSummary } from "../experts/expert-view.ts";
import type { Api } from "../lib/api.ts";
import { formatStart } from "../lib/course-start.ts";
import { indianToday } from "../lib/dates.ts";
import { shorten } from "../lib/page-meta.ts";

const weeksText = (weeks: number) => `${weeks} ${weeks === 1 ? "week" : "weeks"}`;

function keyFacts({ weeks, nextStart, startTime, ...course }: Course) {
  const texts = textDetails.map(({ name, label }) => ({ label, value: course[name] }));
  return [
    { label: "Next start", value: nextStart ? formatStart({ nextStart, startTime }) : "" },
    { label: "Length", value: weeks === null ? "" : weeksText(weeks) },
    ...texts,
  ].filter(({ value }) => value);
}

/** The data of a course's page. Leaves out a start in the past and an unpublished teacher. */
export async function loadCourseView(api: Api, { teacherId, ...course }: Course) {
  const nextStart = course.nextStart && course.nextStart >= indianToday() ? course.nextStart : null;
  // The page is shown without the teacher's card if it cannot be loaded.
  const [expert] = teacherId ? await api.call("GET /api/experts", { query: { ids: teacherId } }).catch(() => []) : [];
  const shown = { ...course, teacherId, nextStart };
  return { course: shown, glance: keyFacts(shown), teacher: expert?.published ? toExpertSummary(expert) : undefined };
}
export type CourseView = Awaited<ReturnType<typeof loadCourseView>>;

function instanceOf(origin: string, { nextStart, startTime, weeks }: Course, teacher?: ExpertSummary) {
  if (!nextStart && !weeks && !teacher) return undefined;
  return {
    "@type": "CourseInstance",
    startDate: nextStart ? (startTime ? startOf({ nextStart, startTime }) : nextStart) : undefined,
    courseSchedule: weeks ? { "@type": "Schedule", repeatFrequency: "Weekly", repeatCount: weeks } : undefined,
    instructor: teacher && { "@type": "Person", name: teacher.name, url: `${origin}/experts/${teacher._id}` },
  };
}

export const courseData = (origin: string, brand: string, { course, teacher }: CourseView) => ({
  "@context": "https://schema.org",
  "@type": "Course",
  name: course.title,
  description: shorten(course.shortDescription || course.description || course.title),
  url: `${origin}/course/${course._id}`,
  image: course.image ? `${origin}${course.image}` : undefined,
  provider: { "@type": "Organization", name: brand, url: origin },
  offers: { "@type": "Offer", category: "Paid", priceCurrency: "INR", price: course.offerPrice },
  inLanguage: course.language || undefined,
  hasCourseInstance: instanceOf(origin, course, teacher),
  syllabusSections:
    course.syllabus.length > 0
      ? course.syllabus.map(({ title, text }) => ({ "@type": "Syllabus", name: title, description: text || undefined }))
      : undefined,
});
