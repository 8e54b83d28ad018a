/** Of the description of a product or course. */
export const PREVIEW_LENGTH = 200;

/** The first characters of a text and an ellipsis, or the whole text. Counts code points: no emoji is cut in half. */
export function firstCharacters(text: string, count = PREVIEW_LENGTH) {
  const characters = [...text];
  return characters.length > count ? `${characters.slice(0, count).join("")}…` : text;
}
