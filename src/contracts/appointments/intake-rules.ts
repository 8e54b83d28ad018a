export const MAX_QUESTION_LENGTH = 2000;
export const MAX_BIRTH_PLACE_LENGTH = 200;

export const UNKNOWN_TIME = "unknown";
/** 24 hours (`16:15`, `4.15`, `0415`), or 12 hours with am or pm (`4:15 am`, `4 pm`). The `pattern` of a field. */
export const BIRTH_TIME_PATTERN = String.raw`\s*(?:([01]?\d|2[0-3])[:.]?([0-5]\d)|(0?\d|1[0-2])(?:[:.]?([0-5]\d))?\s*([aApP])\.?[mM]\.?)\s*`;
export const BIRTH_TIME_RULE = "Birth time must be a time such as 4:15 am, 16:15 or 0415.";

/** The minute of the day; undefined when the text is no time. */
export function birthMinute(text: string) {
  const [, hour, minute, hour12, minute12 = "0", half] = new RegExp(`^${BIRTH_TIME_PATTERN}$`).exec(text) ?? [];
  if (hour) return Number(hour) * 60 + Number(minute);
  if (!half) return undefined;
  return ((Number(hour12) % 12) + (half.toLowerCase() === "p" ? 12 : 0)) * 60 + Number(minute12);
}

export const FIRST_BIRTH_DATE = "1900-01-01";
export const BIRTH_DATE_RULE = "Birth date must be a past date from 1900 on.";

const ADULT_AGE = 18;

/** Whether somebody born on this day is not an adult yet. Days such as `2026-11-14` compare as text. */
export const isUnderAge = (birthDate: string, today: string) =>
  `${Number(birthDate.slice(0, 4)) + ADULT_AGE}${birthDate.slice(4)}` > today;
