import type { ReactNode } from "react";
import { useOrderOfCourse } from "../lib/owned-courses.ts";

/** Renders its children if the customer has the course already. */
export default function OwnedNote({ courseId, children }: { courseId: string; children: ReactNode }) {
  return useOrderOfCourse(courseId) !== undefined && children;
}
