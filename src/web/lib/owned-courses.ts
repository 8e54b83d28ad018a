import { useEffect, useState } from "react";
import { browserApi } from "./browser-api.ts";

/** The order with which the logged-in customer bought a course. Undefined for others, and when it cannot be loaded. */
export function useOrderOfCourse(courseId: string) {
  const [orderId, setOrderId] = useState<string>();
  useEffect(() => {
    let isShown = true;
    browserApi.call("GET /api/orders/my/courses", {}).then(
      (owned) => isShown && setOrderId(owned.find((course) => course.courseId === courseId)?.orderId),
      () => {},
    );
    return () => {
      isShown = false;
    };
  }, [courseId]);
  return orderId;
}
