import { preload } from "react-dom";
import chart from "./star-chart.svg?url";

/** For a page that opens with it: the style sheet asks for it only when it has arrived itself, which on a slow line is late. */
export const fetchStarChart = () => preload(chart, { as: "image" });
