import { redirect } from "react-router";
import type { Route } from "../+types/root";

/** The list with the message "Failed to load blog". */
export const FAILED_BLOG = "/blogs?failed=blog";

/**
 * Client middleware: an article that the browser cannot load leads to the list, as on the server. The root has it,
 * because a middleware of the article's own route would delay the article's data until its script has arrived.
 */
export const redirectFailedBlog: Route.ClientMiddlewareFunction = async (_args, next) => {
  const { "blogs/blog-detail": blog } = await next();
  const isMissing = (blog?.result as { status?: number } | undefined)?.status === 404;
  const isRedirect = blog?.result instanceof Response;
  if (blog?.type === "error" && !isMissing && !isRedirect) throw redirect(FAILED_BLOG);
};
