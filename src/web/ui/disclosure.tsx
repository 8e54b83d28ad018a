import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

interface DisclosureProps {
  /** What the button says while closed, and while open. */
  labels: readonly [closed: string, open: string];
  /** What it is about, for those who hear the button without its surroundings. */
  about: string;
  /** Of those that share a name, one is open at a time. */
  name?: string;
  children: ReactNode;
}

/** The browser's own disclosure, so it works before scripts arrive; its button stands below what it opens. */
export function Disclosure({ labels: [closed, open], about, name, children }: DisclosureProps) {
  return (
    <details name={name} className="disclosure">
      <summary className="disclosure-button">
        <span className="disclosure-closed">{closed}</span>
        <span className="disclosure-open">{open}</span>
        <span className="sr-only">: {about}</span>
        <Icon name="chevron-down" size={20} className="disclosure-arrow" />
      </summary>
      {children}
    </details>
  );
}
