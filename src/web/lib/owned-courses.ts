import { browserApi } from "./browser-api.ts";
import { useLogin } from "./login.ts";
import { useLoad } from "./use-load.ts";

/** The order with which the customer bought a course; undefined for others. Never part of the page as served. */
export function useOrderOfCourse(courseId: string, isWanted = true) {
  const userId = useLogin()?.id;
  const load = async () => ({ userId, courses: await browserApi.call("GET /api/orders/my/courses", {}) });
  const { data } = useLoad(load, `${userId}`, isWanted && userId !== undefined);
  // After a logout or another login, what was loaded belongs to somebody else.
  return data?.userId === userId ? data?.courses.find((owned) => owned.courseId === courseId)?.orderId : undefined;
}
