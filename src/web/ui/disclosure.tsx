import { type ReactNode, useState } from "react";
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

/**
 * The browser's own disclosure, so it works before scripts arrive; its button stands below what it opens.
 * Not every reader knows a summary for the button it is, so it is named one.
 */
export function Disclosure({ labels: [closed, open], about, name, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details name={name} onToggle={(event) => setOpen(event.currentTarget.open)} className="disclosure">
      {/* biome-ignore lint/a11y/useSemanticElements: a button would not open it without scripts. */}
      <summary role="button" aria-expanded={isOpen} className="disclosure-button">
        <span className="disclosure-closed">{closed}</span>
        <span className="disclosure-open">{open}</span>
        <span className="sr-only">: {about}</span>
        <Icon name="chevron-down" size={20} className="disclosure-arrow" />
      </summary>
      {children}
    </details>
  );
}
