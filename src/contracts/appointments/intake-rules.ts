export const MAX_QUESTION_LENGTH = 2000;
export const MAX_BIRTH_PLACE_LENGTH = 200;

export const UNKNOWN_TIME = "unknown";
export const BIRTH_TIME_PATTERN = String.raw`\s*(?:[01]?\d|2[0-3]):[0-5]\d\s*`;
export const BIRTH_TIME_RULE = "Birth time must have hours and minutes of 24 hours, such as 07:45 or 19:30.";

export const FIRST_BIRTH_DATE = "1900-01-01";
export const BIRTH_DATE_RULE = "Birth date must be a past date from 1900 on.";

const ADULT_AGE = 18;

/** Whether somebody born on this day is not an adult yet. Days such as `2026-11-14` compare as text. */
export const isUnderAge = (birthDate: string, today: string) =>
  `${Number(birthDate.slice(0, 4)) + ADULT_AGE}${birthDate.slice(4)}` > today;
