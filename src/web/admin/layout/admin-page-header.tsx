import type { ReactNode } from "react";
import { site } from "../../../../site.config.ts";

interface AdminPageHeaderProps {
  title: string;
  /** Said beside the title: how many there are, for example. */
  note?: string;
  /** What can be done on this screen. */
  children?: ReactNode;
}

export function AdminPageHeader({ title, note, children }: AdminPageHeaderProps) {
  return (
    <header className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-3">
      <title>{`${title} | Admin | ${site.brand}`}</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-heading">{title}</h1>
      <p aria-live="polite" className="text-ink-soft">
        {note}
      </p>
      {children && <div className="flex flex-wrap gap-2 sm:ml-auto">{children}</div>}
    </header>
  );
}
