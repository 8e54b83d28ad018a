import { Outlet, redirect } from "react-router";
import type { Route } from "./+types/blog-frame";

/** The list with the message "Failed to load blog". */
export const FAILED_BLOG = "/blogs?failed=blog";

/** If the browser cannot load an article, redirects to the list with the error message, as the server does. */
const redirectFailedBlog: Route.ClientMiddlewareFunction = async (_args, next) => {
  const { "blogs/blog-detail": blog } = await next();
  const isMissing = (blog?.result as { status?: number } | undefined)?.status === 404;
  const isRedirect = blog?.result instanceof Response;
  if (blog?.type === "error" && !isMissing && !isRedirect) throw redirect(FAILED_BLOG);
};

export const clientMiddleware = [redirectFailedBlog];

/** Layout route of the blog pages. On the article's route, the middleware would delay its data until its script loads. */
export default Outlet;
