/** The language of the pages, and how numbers and dates are written. */
export const LOCALE = "en-IN";
