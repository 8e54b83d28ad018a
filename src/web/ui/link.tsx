import { type LinkProps, Link as RouterLink, useLocation } from "react-router";

const isWhole = (to: LinkProps["to"]): to is string => typeof to === "string" && to.startsWith("/");

/** Looks to a browser like the router's own, which takes it over when the scripts arrive. */
function ServedLink(props: LinkProps) {
  const { to, prefetch, preventScrollReset, reloadDocument, replace, state, onClick, ...rest } = props;
  return isWhole(to) ? <a {...rest} href={to} data-discover="true" /> : <RouterLink {...props} />;
}

/** On the server nobody clicks: a whole address needs no router to find out where it leads, which takes as long as all the rest of the link. */
export const Link = import.meta.env.SSR ? ServedLink : RouterLink;

/** Says of itself when it leads to where the visitor is; `end`: and not to somewhere above it. */
export function NavLink({ to, end, ...rest }: Omit<LinkProps, "to"> & { to: string; end?: boolean }) {
  const here = useLocation().pathname.toLowerCase();
  const isHere = here === to || (!end && here.startsWith(`${to}/`));
  return <Link to={to} aria-current={isHere ? "page" : undefined} {...rest} />;
}
