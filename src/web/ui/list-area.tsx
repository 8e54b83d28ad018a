import type { ReactNode } from "react";
import { useNavigation } from "react-router";
import { classes } from "./classes.ts";

/** The part of a list page that changes; dimmed while another view of the list at `path` loads. */
export function ListArea({ path, children }: { path: string; children: ReactNode }) {
  const next = useNavigation().location?.pathname;
  const isChanging = next === path || next?.startsWith(`${path}/`) === true;
  return (
    <div aria-busy={isChanging} className={classes("mt-6 transition-opacity md:mt-8", isChanging && "opacity-50")}>
      {children}
    </div>
  );
}
