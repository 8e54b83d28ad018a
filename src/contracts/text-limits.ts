/** Lengths of form fields in characters. Free of zod: inputs carry them as `maxLength`. */
export const MAX_TITLE_LENGTH = 200;
export const MAX_NAME_LENGTH = 120;
export const MAX_ADDRESS_LENGTH = 1000;
export const MAX_NOTE_LENGTH = 500;
export const MAX_PASSWORD_LENGTH = 128;
