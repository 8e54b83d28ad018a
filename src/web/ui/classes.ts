/** Joins class lists, leaving out what does not apply. */
export const classes = (...parts: (string | false | undefined)[]) => parts.filter(Boolean).join(" ");
