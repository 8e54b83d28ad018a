import { type ReactNode, useState } from "react";
import { Icon } from "./icon.tsx";

interface DisclosureProps {
  /** The button's text while closed and while open. */
  labels: readonly [closed: string, open: string];
  /** Added to the button's accessible name. */
  about: string;
  /** Only one of the disclosures with the same name is open at a time. */
  name?: string;
  children: ReactNode;
}

/**
 * A native `<details>`, so it works without scripts; the button is placed below the content.
 * The explicit role is for screen readers that do not announce `<summary>` as a button.
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
