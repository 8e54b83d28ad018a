import type { ReactNode } from "react";
import constellation from "../art/constellation.svg?url";

interface EmptyStateProps {
  title: string;
  text: string;
  children: ReactNode;
  /** `h1` where it is the whole page. */
  heading?: "h1" | "h2";
}

export function EmptyState({ title, text, children, heading: Heading = "h2" }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center py-12 text-center md:py-16">
      <svg viewBox="0 0 216 108" aria-hidden className="h-24 text-gold md:h-28">
        <use href={`${constellation}#stars`} />
      </svg>
      <Heading className="mt-6 text-heading">{title}</Heading>
      <p className="mt-2 text-lead text-balance text-ink-soft">{text}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">{children}</div>
    </div>
  );
}
