import { Outlet, redirect } from "react-router";
import type { Route } from "./+types/blog-frame";
import { FAILED_BLOG } from "./failed-blog.ts";

/** An article that the browser cannot load leads to the list with the message, as on the server. */
const redirectFailedBlog: Route.ClientMiddlewareFunction = async (_args, next) => {
  const { "blogs/blog-detail": blog } = await next();
  const isMissing = (blog?.result as { status?: number } | undefined)?.status === 404;
  const isRedirect = blog?.result instanceof Response;
  if (blog?.type === "error" && !isMissing && !isRedirect) throw redirect(FAILED_BLOG);
};

export const clientMiddleware = [redirectFailedBlog];

/** Layout route of the blog pages: a middleware of the article alone would delay its data until its script has arrived. */
export default Outlet;
