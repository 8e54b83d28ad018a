import type { Rate } from "./expert-view.ts";

export const DURATIONS = [30, 60, 90] as const;

export const kindNames = { audio: "Audio", video: "Video" } as const;

/** Counted in paise, so that a rate with paise has no crumbs. */
export const sessionPrice = ({ rupees }: Rate, minutes: number) => (Math.round(rupees * 100) * minutes) / 100;
