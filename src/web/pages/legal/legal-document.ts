import { toSections } from "./legal-markdown.ts";

export interface LegalSection {
  /** The anchor. */
  id: string;
  title: string;
  /** A string is a paragraph, an array is a list. `[text](URL)` becomes a link. */
  body: readonly (string | readonly string[])[];
}

export interface LegalDocument {
  title: string;
  lead: string;
  /** The date of the last change: YYYY-MM-DD. */
  updatedOn: string;
  sections: readonly LegalSection[];
}

const day = new Intl.DateTimeFormat("en-IN", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "Asia/Kolkata",
});

/** The standard text, or the owner's in its place, with the formatted date. */
export const shownDocument = (standard: LegalDocument, own: { text: string; updatedOn: string }) => {
  const document = own.text ? { ...standard, updatedOn: own.updatedOn, sections: toSections(own.text) } : standard;
  return {
    ...document,
    updated: day.format(new Date(`${document.updatedOn}T12:00:00+05:30`)),
  };
};
export type ShownDocument = ReturnType<typeof shownDocument>;
