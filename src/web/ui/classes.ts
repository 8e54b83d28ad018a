/** Joins class names and skips falsy ones. */
export const classes = (...parts: (string | false | undefined)[]) => parts.filter(Boolean).join(" ");
