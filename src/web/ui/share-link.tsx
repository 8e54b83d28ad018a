import type { MouseEvent } from "react";
import { useOrigin } from "../lib/site.ts";
import { Icon } from "./icon.tsx";

/** Opens the device's own sheet where there is one, otherwise WhatsApp. */
export function ShareLink({ title, path }: { title: string; path: string }) {
  const url = `${useOrigin()}${path}`;
  const share = (event: MouseEvent) => {
    if (!navigator.share) return;
    event.preventDefault();
    // Rejects when the visitor closes the sheet.
    navigator.share({ title, url }).catch(() => {});
  };
  return (
    <a
      href={`https://wa.me/?text=${encodeURIComponent(`${title} ${url}`)}`}
      target="_blank"
      rel="noopener"
      onClick={share}
      className="inline-flex min-h-11 items-center gap-2.5 justify-self-start font-semibold underline-gold"
    >
      <Icon name="share-2" size={20} />
      Share
    </a>
  );
}
