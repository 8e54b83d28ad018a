/** Escapes text for LIKE and ILIKE: `%`, `_` and `\` match themselves. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, "\\$&");
