import type { ReactNode } from "react";
import { useOrderOfCourse } from "../lib/owned-courses.ts";
import { BesideButton } from "../ui/in-cart.tsx";

/** For logged-in customers, loaded after the page: a page as served is the same for everybody. */
export default function OwnedCourse({ courseId }: { courseId: string }): ReactNode {
  const orderId = useOrderOfCourse(courseId);
  return orderId && <BesideButton text="You have this course" to={`/orders/${orderId}#course-access`} label="Open" />;
}
