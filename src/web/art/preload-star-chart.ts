import { preload } from "react-dom";
import chart from "./star-chart.svg?url";

/** The style sheet would request it only after it has loaded itself. */
export const preloadStarChart = (media?: string) => preload(chart, { as: "image", fetchPriority: "high", media });
