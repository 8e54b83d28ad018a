import { toPaise, toRupees } from "../money.ts";

export const consultationModes = ["audio", "video"] as const;
export type ConsultationMode = (typeof consultationModes)[number];

export const modeNames = { audio: "Audio", video: "Video" } as const satisfies Record<ConsultationMode, string>;

export const APPOINTMENT_MINUTES = [30, 60, 90] as const;
export type AppointmentMinutes = (typeof APPOINTMENT_MINUTES)[number];

/** In rupees, from the expert's rate per minute. The browser shows it, the order charges it. */
export const consultationPrice = (rate: number, minutes: number) => toRupees(toPaise(rate) * minutes);

export const expertItemTitle = (expertName: string, mode: ConsultationMode, minutes: number) =>
  `${expertName} (${modeNames[mode]}, ${minutes} min)`;

export const packageItemTitle = (packageTitle: string, mode: ConsultationMode) =>
  `${packageTitle} (${modeNames[mode]})`;
