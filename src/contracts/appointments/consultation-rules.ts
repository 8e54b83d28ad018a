import { toPaise, toRupees } from "../money.ts";

export const consultationModes = ["audio", "video"] as const;
export type ConsultationMode = (typeof consultationModes)[number];

export const modeNames = { audio: "Audio", video: "Video" } as const satisfies Record<ConsultationMode, string>;

export const APPOINTMENT_MINUTES = [30, 60, 90] as const;
export type AppointmentMinutes = (typeof APPOINTMENT_MINUTES)[number];

export interface ExpertItem {
  expertId: string;
  mode: ConsultationMode;
  minutes: AppointmentMinutes;
}

/** In rupees, from the expert's rate per minute. The browser shows it, the order charges it. */
export const consultationPrice = (rate: number, minutes: number) => toRupees(toPaise(rate) * minutes);

/** An appointment with an expert: `<expert id>-audio-30`. */
export const expertItemId = ({ expertId, mode, minutes }: ExpertItem) => `${expertId}-${mode}-${minutes}`;

const EXPERT_ITEM = new RegExp(`^([0-9a-f-]{36})-(${consultationModes.join("|")})-(${APPOINTMENT_MINUTES.join("|")})$`);

export function parseExpertItemId(itemId: string): ExpertItem | undefined {
  const [, expertId, mode, minutes] = EXPERT_ITEM.exec(itemId) ?? [];
  if (!expertId) return undefined;
  return { expertId, mode: mode as ConsultationMode, minutes: Number(minutes) as AppointmentMinutes };
}

export const expertItemTitle = (expertName: string, mode: ConsultationMode, minutes: number) =>
  `${expertName} (${modeNames[mode]}, ${minutes} min)`;

/** A package from `site.config.ts`: `Deep Dive-audio`. */
export const packageItemId = (packageTitle: string, mode: ConsultationMode) => `${packageTitle}-${mode}`;

export const packageItemTitle = (packageTitle: string, mode: ConsultationMode) =>
  `${packageTitle} (${modeNames[mode]})`;
