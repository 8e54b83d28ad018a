import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import { Link } from "./link.tsx";

interface BackLinkProps {
  to: string;
  className?: string;
  children: string;
}

export const BackLink = ({ to, className, children }: BackLinkProps) => (
  <Link to={to} className={classes("inline-flex min-h-11 items-center gap-2 font-semibold", className)}>
    <Icon name="arrow-left" size={20} />
    {children}
  </Link>
);
