/** Rules of form fields, lengths in characters. Inputs carry them as attributes. */
export const MAX_TITLE_LENGTH = 200;
export const MAX_NAME_LENGTH = 120;
/** Of an account. Longer names from before this limit stay valid until they are changed. */
export const MAX_ACCOUNT_NAME_LENGTH = 60;
export const MAX_ADDRESS_LENGTH = 1000;
export const MAX_NOTE_LENGTH = 500;
export const MAX_CUSTOMER_NOTES_LENGTH = 5000;
export const MAX_INTERNAL_NOTE_LENGTH = 2000;
export const MAX_COURIER_LENGTH = 60;
export const MAX_TRACKING_LENGTH = 60;
export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;
export const PASSWORD_RULE = `Password must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`;

export const EMAIL_RULE = "Enter a valid e-mail address.";

/** 10 to 15 digits with an optional plus; spaces and dashes are ignored. For the server and for an input's `pattern`. */
export const PHONE_PATTERN = String.raw`\s*\+?(?:[\s\-]*\d){10,15}[\s\-]*`;
export const PHONE_RULE = "Phone must have 10 to 15 digits.";
