import { toPaise, toRupees } from "../money.ts";

/** Item ids and prices of consultations. Free of zod, because the browser uses it too. */
export const consultationModes = ["audio", "video"] as const;
export type ConsultationMode = (typeof consultationModes)[number];

export const modeNames = { audio: "Audio", video: "Video" } as const satisfies Record<ConsultationMode, string>;

/** How long a session with an expert can be. */
export const SESSION_MINUTES = [30, 60, 90] as const;
export type SessionMinutes = (typeof SESSION_MINUTES)[number];

export interface ExpertSession {
  expertId: string;
  mode: ConsultationMode;
  minutes: SessionMinutes;
}

/** In rupees, from the expert's rate per minute. The browser shows it, the order charges it. */
export const sessionPrice = (rate: number, minutes: number) => toRupees(toPaise(rate) * minutes);

/** A session with an expert: `<expert id>-audio-30`. */
export const expertSessionId = ({ expertId, mode, minutes }: ExpertSession) => `${expertId}-${mode}-${minutes}`;

const EXPERT_SESSION = new RegExp(`^([0-9a-f-]{36})-(${consultationModes.join("|")})-(${SESSION_MINUTES.join("|")})$`);

export function parseExpertSessionId(itemId: string): ExpertSession | undefined {
  const [, expertId, mode, minutes] = EXPERT_SESSION.exec(itemId) ?? [];
  if (!expertId) return undefined;
  return { expertId, mode: mode as ConsultationMode, minutes: Number(minutes) as SessionMinutes };
}

export const expertSessionTitle = (expertName: string, mode: ConsultationMode, minutes: number) =>
  `${expertName} (${modeNames[mode]}, ${minutes} min)`;

/** A package from `site.config.ts`: `Deep Dive-audio`. */
export const packageItemId = (packageTitle: string, mode: ConsultationMode) => `${packageTitle}-${mode}`;

export const packageItemTitle = (packageTitle: string, mode: ConsultationMode) =>
  `${packageTitle} (${modeNames[mode]})`;
