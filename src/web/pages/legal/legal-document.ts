import { isAllowedLink, TEXT_LINK } from "../../../contracts/link-rules.ts";
import type { ShopIdentity } from "../../../contracts/pages/site.ts";
import { contactLinks } from "../../lib/contact-links.ts";

export interface LegalSection {
  /** The anchor. */
  id: string;
  title: string;
  /** A string is a paragraph, an array is a list. `[text](URL)` becomes a link. */
  body: readonly (string | readonly string[])[];
}

export const section = (id: string, title: string, body: LegalSection["body"]): LegalSection => ({ id, title, body });

export interface LegalDocument {
  path: string;
  title: string;
  /** For search engines. */
  description: string;
  lead: string;
  /** The date of the last change: YYYY-MM-DD. */
  updatedOn: string;
  sections: readonly LegalSection[];
}

export function linkedContact(shop: Pick<ShopIdentity, "phone" | "email" | "whatsapp">) {
  const { email, phone } = contactLinks(shop);
  return { email: `[${shop.email}](${email})`, phone: `[${shop.phone}](${phone})` };
}

const day = new Intl.DateTimeFormat("en-IN", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "Asia/Kolkata",
});

/** Texts of older versions may have links that are refused today: their words stay. */
const withAllowedLinks = (text: string) =>
  text.replace(TEXT_LINK, (typed, label: string, to: string) => (isAllowedLink(to) ? typed : label));

/** The standard text, or the owner's in its place, with the formatted date. */
export const shownDocument = (standard: LegalDocument, own?: { text: string; updatedOn: string }) => {
  const document = own?.text
    ? { ...standard, updatedOn: own.updatedOn, sections: toSections(withAllowedLinks(own.text)) }
    : standard;
  return {
    ...document,
    updated: day.format(new Date(`${document.updatedOn}T12:00:00+05:30`)),
  };
};

const toId = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");

const LIST_ITEM = /^[-*] +/;

/** A block between blank lines: a list when every line is an item. */
function toBlock(block: string): LegalSection["body"][number] {
  const lines = block.split("\n").map((line) => line.trim());
  return lines.every((line) => LIST_ITEM.test(line))
    ? lines.map((line) => line.replace(LIST_ITEM, ""))
    : lines.join(" ");
}

/** The owner's text: a line with `## ` starts a section, a blank line a paragraph, `- ` an item of a list. */
function toSections(markdown: string): LegalSection[] {
  const parts = markdown.split(/^## +/m).slice(1);
  return parts.map((part, index) => {
    const [title = "", ...rest] = part.split("\n");
    const blocks = rest.join("\n").split(/\n\s*\n/);
    const body = blocks
      .map((block) => block.trim())
      .filter(Boolean)
      .map(toBlock);
    return { id: toId(title) || `section-${index + 1}`, title: title.trim(), body };
  });
}

/** A standard text as Markdown, for the owner's editor. */
export const toMarkdown = ({ sections }: LegalDocument) =>
  sections
    .map(({ title, body }) => {
      const blocks = body.map((block) =>
        typeof block === "string" ? block : block.map((item) => `- ${item}`).join("\n"),
      );
      return [`## ${title}`, ...blocks].join("\n\n");
    })
    .join("\n\n");
