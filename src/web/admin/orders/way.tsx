import type { ReactNode } from "react";
import { Icon, type IconName } from "../../ui/icon.tsx";

interface WayProps {
  href: string;
  icon: IconName;
  /** Opens beside the admin, which stays as it is. */
  isElsewhere?: boolean;
  children: ReactNode;
}

/** A way to reach somebody: it leads out of the shop, to a telephone, a mailbox or WhatsApp. */
export function Way({ href, icon, isElsewhere, children }: WayProps) {
  return (
    <a
      href={href}
      {...(isElsewhere && { target: "_blank", rel: "noreferrer" })}
      className="inline-flex min-h-11 items-center gap-2 rounded-control border border-edge bg-paper px-4 font-semibold hover:border-ink hover:bg-sand"
    >
      <Icon name={icon} size={18} />
      {children}
    </a>
  );
}
