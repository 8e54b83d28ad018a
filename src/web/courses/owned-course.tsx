import { type ReactNode, useEffect } from "react";
import { useOrderOfCourse } from "../lib/owned-courses.ts";
import { BesideButton } from "../ui/in-cart.tsx";

/** `isHidden`: the quantity in the cart has its place. */
type OwnedCourseProps = { courseId: string; isHidden: boolean; onFound: (isOwned: boolean) => void };

/** For logged-in customers, loaded after the page: a page as served is the same for everybody. */
export default function OwnedCourse({ courseId, isHidden, onFound }: OwnedCourseProps): ReactNode {
  const orderId = useOrderOfCourse(courseId);
  const isOwned = orderId !== undefined;
  useEffect(() => {
    onFound(isOwned);
    return () => onFound(false);
  }, [isOwned, onFound]);
  return (
    isOwned &&
    !isHidden && <BesideButton text="You have this course" to={`/orders/${orderId}#course-access`} label="Open" />
  );
}
