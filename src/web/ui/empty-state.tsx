import type { ReactNode } from "react";
import { ConstellationArt } from "../art/constellation-art.tsx";

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
      <ConstellationArt className="h-24 text-gold md:h-28" />
      <Heading className="mt-6 text-heading">{title}</Heading>
      <p className="mt-2 text-lead text-balance text-ink-soft">{text}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">{children}</div>
    </div>
  );
}
