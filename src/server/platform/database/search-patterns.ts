/** Escapes text for LIKE and ILIKE: `%`, `_` and `\` match themselves. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, "\\$&");

const PHONE_NUMBER = /^\+?\d[\d\s-]{3,}$/;

/** The digits of a search for a phone number, without spaces, dashes and country code; undefined for other texts. */
export const phoneDigits = (words: string) =>
  PHONE_NUMBER.test(words) ? words.replace(/\D/g, "").slice(-10) : undefined;
