import { matchRoutes, type RouteObject } from "react-router";
import routes from "../../src/web/routes.ts";

const tree = routes as unknown as RouteObject[];

/** The patterns of all routes, with optional segments marked as in `routes.ts`. */
export function allPatterns() {
  const patterns: string[] = [];
  const add = (list: RouteObject[], above: string[]) => {
    for (const { path, index, children } of list) {
      const parts = path ? [...above, path] : above;
      if (children) add(children, parts);
      else if (path || index) patterns.push(`/${parts.join("/")}`);
    }
  };
  add(tree, []);
  return patterns;
}

/** The pattern of the route that shows this path, as `allPatterns` has it. */
export function patternOf(pathname: string) {
  const matches = matchRoutes(tree, pathname) ?? [];
  return `/${matches.flatMap(({ route }) => route.path ?? []).join("/")}`;
}

/** The kind of a page: its pattern without the optional segments that the path does not have. */
export function pageKindOf(pathname: string) {
  const params = matchRoutes(tree, pathname)?.at(-1)?.params ?? {};
  const isGiven = (part: string) => !part.endsWith("?") || params[part.slice(1, -1)] !== undefined;
  return patternOf(pathname).split("/").filter(isGiven).join("/") || "/";
}

/** The kind of a link: that of its page, the names of its query parameters, and whether it leads to a part of the page. */
export function linkKindOf({ pathname, searchParams, hash }: URL) {
  const names = [...new Set(searchParams.keys())].sort().join("&");
  return `${pageKindOf(pathname)}${names && `?${names}`}${hash && "#"}`;
}
