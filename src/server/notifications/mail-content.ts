import type { Business } from "../../contracts/settings/settings.ts";

export interface Link {
  label: string;
  url: string;
}

/** A line of an order. `image` is a path of the shop. */
export interface MailItem {
  title: string;
  qty: number;
  amount?: string;
  image?: string;
}

export interface MailContent {
  title: string;
  /** A link among them is a button, where the reader needs it. */
  paragraphs: readonly (string | Link)[];
  details?: readonly { label: string; value: string | readonly MailItem[] }[];
  action?: Link;
  links?: readonly Link[];
  footnote?: string;
}

/** What all mails of the shop show. `logo` is a path. */
export interface MailSender {
  shop: Business;
  logo: string;
  publicUrl: string;
}

export const itemName = ({ title, qty }: MailItem) => `${title} × ${qty}`;

const itemText = (item: MailItem) => (item.amount ? `${itemName(item)}: ${item.amount}` : itemName(item));

const linkText = ({ label, url }: Link) => `${label}:\n${url}`;

function detailText({ label, value }: { label: string; value: string | readonly MailItem[] }) {
  const text = typeof value === "string" ? value : value.map(itemText).join("\n");
  return text.includes("\n") ? `${label}:\n${text}` : `${label}: ${text}`;
}

export function toText({ title, paragraphs, details = [], action, links = [], footnote }: MailContent, shop: Business) {
  const parts = [
    title,
    ...paragraphs.map((part) => (typeof part === "string" ? part : linkText(part))),
    ...(details.length > 0 ? [details.map(detailText).join("\n")] : []),
    ...[...(action ? [action] : []), ...links].map(linkText),
    ...(footnote ? [footnote] : []),
    `-- \n${shop.brand}\n${shop.email}\n${shop.phone}`,
  ];
  return `${parts.join("\n\n")}\n`;
}
