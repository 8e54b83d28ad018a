export interface LegalSection {
  /** The section's anchor. */
  id: string;
  title: string;
  /** A text is a paragraph, a list of texts is a list. `[words](address)` in a text becomes a link. */
  body: readonly (string | readonly string[])[];
}

export interface LegalDocument {
  title: string;
  lead: string;
  /** The day of the last change, as YYYY-MM-DD. */
  updatedOn: string;
  sections: readonly LegalSection[];
}

const day = new Intl.DateTimeFormat("en-IN", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "Asia/Kolkata",
});

/** What the page shows of a document, with the date in words. */
export const shownDocument = (document: LegalDocument) => ({
  ...document,
  updated: day.format(new Date(`${document.updatedOn}T12:00:00+05:30`)),
});
export type ShownDocument = ReturnType<typeof shownDocument>;
