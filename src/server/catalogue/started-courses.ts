import { and, gte, lt } from "drizzle-orm";
import { indianDay } from "../platform/indian-time.ts";
import { courseResource } from "./course.ts";
import { courses } from "./course-table.ts";
import type { ResourceDeps } from "./resource-service.ts";
import { editTags } from "./tags.ts";

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
