/** The characters of the fonts: docs/papers.md, "Fonts". */
const DEVANAGARI = "\\u0900-\\u097f";
const LATIN = ` -~\\u00a0-\\u017f\\u0218-\\u021b\\u1e00-\\u1eff\\u2010-\\u2027\\u2030-\\u203a\\u20a0-\\u20bf№™\ufffd`;

/** A character of no font with its marks, or a joiner (ZWJ, ZWNJ) outside of Devanagari. */
const UNKNOWN = new RegExp(`(?<![${DEVANAGARI}])[\\u200c\\u200d]|[^${LATIN}${DEVANAGARI}\\u200c\\u200d]\\p{M}*`, "gu");
const DECORATION = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{M}\p{C}]/u;

/** Emoji, stray marks and control characters are dropped. Letters of scripts without a font become `�`. */
export function toPrintable(text: string) {
  const spaced = text.normalize("NFC").replace(/\s/g, " ");
  const known = spaced.replace(UNKNOWN, (character) => (DECORATION.test(character) ? "" : "\ufffd"));
  return known.replace(/ +/g, " ").trim();
}

const RUNS = new RegExp(`([${DEVANAGARI}][${DEVANAGARI}\\u200c\\u200d ]*)|[^${DEVANAGARI}]+`, "gu");

/** pdfkit has no fallback fonts, so a text is written in runs of one script. */
export const toRuns = (text: string) =>
  [...text.matchAll(RUNS)].map(([run, devanagari]) => ({ run, isDevanagari: devanagari !== undefined }));
