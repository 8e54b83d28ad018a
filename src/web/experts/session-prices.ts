import type { Rate } from "./expert-view.ts";

/** Computed in paise to avoid rounding errors. */
export const sessionPrice = ({ rupees }: Rate, minutes: number) => (Math.round(rupees * 100) * minutes) / 100;
