import { and, gte, lt } from "drizzle-orm";
import { type Course, type CourseForm, course, courseForm } from "../../contracts/catalogue/course.ts";
import { noCourseDetails } from "../../contracts/catalogue/course-rules.ts";
import { MAX_IMAGES } from "../../contracts/catalogue/image-rules.ts";
import { type SearchQuery, searchQuery } from "../../contracts/list.ts";
import { toPaise, toRupees } from "../../contracts/money.ts";
import { indianDay } from "../platform/indian-time.ts";
import { courses } from "./course-table.ts";
import { keepAbsent, type Resource, toRecord } from "./resource.ts";
import type { ResourceDeps } from "./resource-service.ts";
import { searchTextOf } from "./search-text.ts";
import { editTags } from "./tags.ts";

export const courseResource: Resource<typeof courses, Course, SearchQuery, CourseForm> = {
  name: "course",
  path: "/courses",
  imageField: "image",
  maxImages: MAX_IMAGES.course,
  table: courses,
  item: course,
  query: searchQuery,
  formFor: courseForm,
  columns: ({ title, description, shortDescription, topSelling, groupLink, ...form }, before) => ({
    title,
    description,
    shortDescription,
    actualPricePaise: toPaise(form.actualPrice),
    offerPricePaise: toPaise(form.offerPrice),
    topSelling,
    groupLink,
    ...keepAbsent({ ...noCourseDetails, taxClass: "" }, form, before),
    searchText: searchTextOf(title, description),
  }),
  toItem: ({ groupLink, taxClass, actualPricePaise, offerPricePaise, images, ...row }, viewer) => ({
    ...toRecord(row),
    actualPrice: toRupees(actualPricePaise),
    offerPrice: toRupees(offerPricePaise),
    image: images[0] ?? null,
    ...(viewer !== "public" && { groupLink }),
    ...(viewer === "owner" && taxClass && { taxClass }),
  }),
  titleOf: ({ title }) => title,
};

/**
 * A page shows the next start of a course until that day is over. No edit invalidates the page then, so this drops the
 * cached pages after midnight in India. Runs in each process.
 */
export function createStartedCourses({ db, changes, clock }: Pick<ResourceDeps, "db" | "changes" | "clock">) {
  let day = indianDay(clock.now());
  return async () => {
    const today = indianDay(clock.now());
    if (today === day) return;
    const started = await db
      .select({ id: courses.id })
      .from(courses)
      .where(and(gte(courses.nextStart, day), lt(courses.nextStart, today)));
    const ids = started.map(({ id }) => id);
    if (ids.length > 0) await changes.drop(db, editTags(courseResource.path, ids));
    day = today;
  };
}
