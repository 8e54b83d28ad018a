/** The style sheet of an accent colour. The URL determines its content, so browsers cache it as immutable. */
export const accentPath = (accent: string) => `/accent/${accent.slice(1)}.css`;
