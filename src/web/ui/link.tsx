import type { ComponentProps } from "react";
import { useLocation } from "react-router";
import { classes } from "./classes.ts";

interface LinkProps extends Omit<ComponentProps<"a">, "href"> {
  /** An absolute path, with or without a query. */
  to: string;
  replace?: boolean | undefined;
  keepScroll?: boolean;
}

/** A link within the shop: plain markup. `layout/navigation.tsx` follows it without loading a new document. */
export function Link({ to, replace, keepScroll, ...rest }: LinkProps) {
  return <a {...rest} href={to} data-replace={replace || undefined} data-keep-scroll={keepScroll || undefined} />;
}

/** The look of a link or button in the text. */
export const textLink =
  "inline-flex min-h-11 items-center font-semibold text-saffron-deep underline-offset-4 hover:underline";

export const TextLink = ({ className, ...rest }: LinkProps) => (
  <Link {...rest} className={classes(textLink, className)} />
);

type NavLinkProps = LinkProps & { end?: boolean; details?: string };

/** A link that carries `aria-current` on its own page and, without `end`, on the pages below it and below `details`. */
export function NavLink({ to, end, details = to, ...rest }: NavLinkProps) {
  const pathname = useLocation().pathname.toLowerCase();
  const isBelow = pathname.startsWith(`${to}/`) || pathname.startsWith(`${details}/`);
  const isCurrent = pathname === to || (!end && isBelow);
  return <Link to={to} aria-current={isCurrent ? "page" : undefined} {...rest} />;
}
