import { useState } from "react";
import { toast } from "../lib/toast.ts";
import { classes } from "../ui/classes.ts";
import { DAY_TILE } from "./day-strip.tsx";

interface LoadMoreDaysProps {
  onShow: () => Promise<void>;
  /** Looks like a day tile: it is in the strip of days. */
  isTile?: boolean;
}

/** Loads the days after those that are shown. */
export function LoadMoreDays({ onShow, isTile = false }: LoadMoreDaysProps) {
  const [isLoading, setLoading] = useState(false);
  async function show() {
    setLoading(true);
    await onShow().catch(() => toast("Later times could not be loaded. Please try again.", { tone: "bad" }));
    setLoading(false);
  }
  return (
    <button
      type="button"
      aria-disabled={isLoading || undefined}
      onClick={isLoading ? undefined : show}
      className={classes(isTile ? DAY_TILE : "button button-quiet mt-4")}
    >
      <span className="font-semibold">{isLoading ? "Loading..." : isTile ? "Later" : "Look later"}</span>
    </button>
  );
}
