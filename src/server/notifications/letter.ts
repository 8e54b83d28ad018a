import { site } from "../../../site.config.ts";

/** The parts of a mail, from which its plain text and its HTML are both made. */
export interface Letter {
  title: string;
  paragraphs: readonly string[];
  /** Facts, one under the other; a value may have several lines. */
  details?: readonly { label: string; value: string }[];
  action?: { label: string; url: string };
  /** What is said after the action, in small print. */
  footnote?: string;
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign]!);

const INK = "#2b2140";
const FAINT = "#6a6079";
const LINE = "#e6dfd3";

const paragraph = (text: string) =>
  `<p style="margin:0 0 16px;white-space:pre-line;overflow-wrap:anywhere">${escaped(text)}</p>`;

const detail = ({ label, value }: { label: string; value: string }) =>
  `<p style="margin:0 0 12px;padding:0 0 12px;border-bottom:1px solid ${LINE};overflow-wrap:anywhere">` +
  `<span style="display:block;font-size:14px;color:${FAINT}">${escaped(label)}</span>` +
  `<span style="white-space:pre-line">${escaped(value)}</span></p>`;

const button = ({ label, url }: { label: string; url: string }) =>
  `<p style="margin:24px 0"><a href="${escaped(url)}" style="display:inline-block;padding:14px 24px;border-radius:8px;` +
  `background:${INK};color:#ffffff;text-decoration:none;font-weight:bold">${escaped(label)}</a></p>` +
  `<p style="margin:0 0 16px;font-size:14px;color:${FAINT};overflow-wrap:anywhere">Or open this address:<br>${escaped(url)}</p>`;

function toHtml({ title, paragraphs, details = [], action, footnote }: Letter) {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title></head>
<body style="margin:0;padding:0;background:#faf6ef;color:${INK};font:16px/1.5 Georgia,'Times New Roman',serif">
<div style="max-width:560px;margin:0 auto;padding:24px 20px">
<p style="margin:0 0 24px;font-size:14px;letter-spacing:1px;color:${FAINT}">${escaped(site.brand)}</p>
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25;overflow-wrap:anywhere">${escaped(title)}</h1>
${paragraphs.map(paragraph).join("\n")}
${details.map(detail).join("\n")}
${action ? button(action) : ""}
${footnote ? `<p style="margin:24px 0 0;font-size:14px;color:${FAINT}">${escaped(footnote)}</p>` : ""}
<p style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid ${LINE};font-size:14px;color:${FAINT}">${escaped(site.brand)}<br>${escaped(site.email)}<br>${escaped(site.phone)}</p>
</div></body></html>
`;
}

function toText({ title, paragraphs, details = [], action, footnote }: Letter) {
  const facts = details.map(({ label, value }) =>
    value.includes("\n") ? `${label}:\n${value}` : `${label}: ${value}`,
  );
  const parts = [
    title,
    ...paragraphs,
    ...(facts.length > 0 ? [facts.join("\n")] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(footnote ? [footnote] : []),
    `-- \n${site.brand}\n${site.email}\n${site.phone}`,
  ];
  return `${parts.join("\n\n")}\n`;
}

export const writeOut = (letter: Letter) => ({ text: toText(letter), html: toHtml(letter) });
