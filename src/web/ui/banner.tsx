import type { ReactNode } from "react";
import { fetchStarChart } from "../art/fetch-star-chart.ts";
import { classes } from "./classes.ts";

interface BannerProps {
  title?: string;
  lead?: string;
  /** Above the title: breadcrumbs. */
  above?: ReactNode;
  slim?: boolean;
  /** Below the lead: badges. */
  children?: ReactNode;
}

/** The strip of night sky that opens every page but home. */
export function Banner({ title, lead, above, slim, children }: BannerProps) {
  fetchStarChart();
  return (
    <div className={classes("banner-sky night-sky on-night text-ivory", slim && "banner-sky-slim")}>
      <div className={classes("shell", slim ? "py-0.5 md:py-5" : "py-6 md:py-12")}>
        {above}
        {title && <h1 className={classes("text-display", above !== undefined && "md:mt-3")}>{title}</h1>}
        {lead && <p className="mt-2 max-w-[46ch] text-lead text-moon">{lead}</p>}
        {children}
      </div>
    </div>
  );
}
