import type { ReactNode } from "react";
import { preloadStarChart } from "../art/preload-star-chart.ts";
import { classes } from "./classes.ts";

interface BannerProps {
  title?: string;
  lead?: string;
  above?: ReactNode;
  slim?: boolean;
  art?: ReactNode;
  children?: ReactNode;
}

export function Banner({ title, lead, above, slim, art, children }: BannerProps) {
  preloadStarChart("(width >= 48rem)");
  return (
    <div className="banner-sky night-sky on-night text-ivory">
      <div className={classes("shell relative", slim ? "py-0.5 md:py-5" : "py-6 md:py-12")}>
        {art}
        {above}
        {title && <h1 className={classes("text-display", above !== undefined && "md:mt-3")}>{title}</h1>}
        {lead && <p className="mt-2 max-w-[46ch] text-lead text-moon">{lead}</p>}
        {children}
      </div>
    </div>
  );
}
