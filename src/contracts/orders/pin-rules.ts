/** An Indian PIN code, with or without the space in the middle. For the server and for an input's `pattern`. */
export const PIN_PATTERN = String.raw`\s*[1-9]\d{2}\s?\d{3}\s*`;
export const PIN_RULE = "PIN code must have 6 digits and cannot start with 0.";
