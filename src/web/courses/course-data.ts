import type { Course } from "../../contracts/catalogue/course.ts";

/** Undefined when start, duration and teacher are unknown. */
function instanceOf(origin: string, { nextStart, weeks }: Course, teacher?: { _id: string; name: string }) {
  if (!nextStart && !weeks && !teacher) return undefined;
  return {
    "@type": "CourseInstance",
    startDate: nextStart ?? undefined,
    courseSchedule: weeks ? { "@type": "Schedule", repeatFrequency: "Weekly", repeatCount: weeks } : undefined,
    instructor: teacher && { "@type": "Person", name: teacher.name, url: `${origin}/experts/${teacher._id}` },
  };
}

/** The course as schema.org data. */
export const courseData = (
  origin: string,
  course: Course,
  description: string,
  brand: string,
  teacher?: { _id: string; name: string },
) => ({
  "@context": "https://schema.org",
  "@type": "Course",
  name: course.title,
  description,
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
