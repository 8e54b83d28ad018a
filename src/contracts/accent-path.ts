/** The style sheet of an accent colour. Its content follows from the colour, so browsers never ask again. */
export const accentPath = (accent: string) => `/accent/${accent.slice(1)}.css`;
