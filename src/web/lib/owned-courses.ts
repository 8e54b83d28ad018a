import { useEffect, useState } from "react";
import type { OwnedCourse } from "../../contracts/orders/order.ts";
import { browserApi } from "./browser-api.ts";
import { useLogin } from "./login.ts";

/** The order with which the customer bought a course; undefined for others. Never part of the page as served. */
export function useOrderOfCourse(courseId: string, isWanted = true) {
  const userId = useLogin()?.id;
  const [owned, setOwned] = useState<OwnedCourse[]>([]);
  // Not `useLoad`, which would bring the scripts of appointments to every page.
  useEffect(() => {
    if (!userId || !isWanted) return;
    let isShown = true;
    browserApi.call("GET /api/orders/my/courses", {}).then(
      (courses) => isShown && setOwned(courses),
      () => {},
    );
    return () => {
      isShown = false;
      setOwned([]);
    };
  }, [userId, isWanted]);
  return owned.find((course) => course.courseId === courseId)?.orderId;
}
