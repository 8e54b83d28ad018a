export const classes = (...parts: (string | false | undefined)[]) => parts.filter(Boolean).join(" ");
