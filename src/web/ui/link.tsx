import type { ComponentProps } from "react";
import { Link as RouterLink, useLocation } from "react-router";

type RouterProps = Pick<
  ComponentProps<typeof RouterLink>,
  "prefetch" | "preventScrollReset" | "reloadDocument" | "replace"
>;

/** `to` is an absolute path, with or without a query: then the markup needs no router to resolve it. */
type LinkProps = Omit<ComponentProps<"a">, "href"> & RouterProps & { to: string };

/** Only the markup: resolving every link of a page costs a tenth of its rendering. */
function ServerLink({ to, prefetch, preventScrollReset, reloadDocument, replace, ...rest }: LinkProps) {
  return <a {...rest} href={to} />;
}

const BrowserLink = (props: LinkProps) => <RouterLink discover="none" {...props} />;

/** A link within the shop. */
export const Link = import.meta.env.SSR ? ServerLink : BrowserLink;

type NavLinkProps = LinkProps & { end?: boolean; details?: string };

/** A link that carries `aria-current` on its own page and, without `end`, on the pages below it and below `details`. */
export function NavLink({ to, end, details = to, ...rest }: NavLinkProps) {
  const pathname = useLocation().pathname.toLowerCase();
  const isBelow = pathname.startsWith(`${to}/`) || pathname.startsWith(`${details}/`);
  const isCurrent = pathname === to || (!end && isBelow);
  return <Link to={to} aria-current={isCurrent ? "page" : undefined} {...rest} />;
}
