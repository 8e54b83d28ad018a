import { Link, type LinkProps, useLocation } from "react-router";

export { Link };

/** A link that carries `aria-current` on its own page and, without `end`, on the pages below it. */
export function NavLink({ to, end, ...rest }: Omit<LinkProps, "to"> & { to: string; end?: boolean }) {
  const pathname = useLocation().pathname.toLowerCase();
  const isCurrent = pathname === to || (!end && pathname.startsWith(`${to}/`));
  return <Link to={to} aria-current={isCurrent ? "page" : undefined} {...rest} />;
}
