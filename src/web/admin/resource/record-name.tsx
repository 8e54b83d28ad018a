import type { ReactNode } from "react";
import { Badge } from "../../ui/badge.tsx";

/** A record's name in a list, with a chip when it is a draft. */
export function RecordName({ published, children }: { published: boolean; children: ReactNode }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      {children}
      {!published && <Badge tone="gold">Draft</Badge>}
    </span>
  );
}
