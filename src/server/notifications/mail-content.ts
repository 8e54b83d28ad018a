import type { Business } from "../../contracts/settings/settings.ts";

interface Link {
  label: string;
  url: string;
}

export interface MailContent {
  title: string;
  paragraphs: readonly string[];
  details?: readonly { label: string; value: string }[];
  action?: Link;
  links?: readonly Link[];
  footnote?: string;
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character]!);

const INK = "#2b2140";
const FAINT = "#6a6079";
const LINE = "#e6dfd3";

const paragraph = (text: string) =>
  `<p style="margin:0 0 16px;white-space:pre-line;overflow-wrap:anywhere">${escapeHtml(text)}</p>`;

const detail = ({ label, value }: { label: string; value: string }) =>
  `<p style="margin:0 0 12px;padding:0 0 12px;border-bottom:1px solid ${LINE};overflow-wrap:anywhere">` +
  `<span style="display:block;font-size:14px;color:${FAINT}">${escapeHtml(label)}</span>` +
  `<span style="white-space:pre-line">${escapeHtml(value)}</span></p>`;

const button = ({ label, url }: Link) =>
  `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="display:inline-block;padding:14px 24px;border-radius:8px;` +
  `background:${INK};color:#ffffff;text-decoration:none;font-weight:bold">${escapeHtml(label)}</a></p>` +
  `<p style="margin:0 0 16px;font-size:14px;color:${FAINT};overflow-wrap:anywhere">Or open this address:<br>${escapeHtml(url)}</p>`;

const link = ({ label, url }: Link) =>
  `<p style="margin:0 0 12px"><a href="${escapeHtml(url)}" style="color:${INK}">${escapeHtml(label)}</a></p>`;

function toHtml({ title, paragraphs, details = [], action, links = [], footnote }: MailContent, shop: Business) {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:0;background:#faf6ef;color:${INK};font:16px/1.5 Georgia,'Times New Roman',serif">
<div style="max-width:560px;margin:0 auto;padding:24px 20px">
<p style="margin:0 0 24px;font-size:14px;letter-spacing:1px;color:${FAINT}">${escapeHtml(shop.brand)}</p>
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25;overflow-wrap:anywhere">${escapeHtml(title)}</h1>
${paragraphs.map(paragraph).join("\n")}
${details.map(detail).join("\n")}
${action ? button(action) : ""}
${links.map(link).join("\n")}
${footnote ? `<p style="margin:24px 0 0;font-size:14px;color:${FAINT}">${escapeHtml(footnote)}</p>` : ""}
<p style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid ${LINE};font-size:14px;color:${FAINT}">${escapeHtml(shop.brand)}<br>${escapeHtml(shop.email)}<br>${escapeHtml(shop.phone)}</p>
</div></body></html>
`;
}

function toText({ title, paragraphs, details = [], action, links = [], footnote }: MailContent, shop: Business) {
  const facts = details.map(({ label, value }) =>
    value.includes("\n") ? `${label}:\n${value}` : `${label}: ${value}`,
  );
  const parts = [
    title,
    ...paragraphs,
    ...(facts.length > 0 ? [facts.join("\n")] : []),
    ...[...(action ? [action] : []), ...links].map(({ label, url }) => `${label}:\n${url}`),
    ...(footnote ? [footnote] : []),
    `-- \n${shop.brand}\n${shop.email}\n${shop.phone}`,
  ];
  return `${parts.join("\n\n")}\n`;
}

export const renderMail = (content: MailContent, shop: Business) => ({
  text: toText(content, shop),
  html: toHtml(content, shop),
});
