import { readImagePath } from "../../contracts/catalogue/image-rules.ts";
import { itemName, type Link, type MailContent, type MailItem, type MailSender } from "./mail-content.ts";

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character]!);

/** Line breaks as elements: Outlook ignores `white-space`. */
const withBreaks = (text: string) => escapeHtml(text).replaceAll("\n", "<br>\n");

const INK = "#2b2140";
const FAINT = "#6a6079";
const LINE = "#e6dfd3";
const GROUND = "#faf6ef";
const CARD = "#ffffff";
/** Behind pictures: seen while they are blocked, and through a transparent logo in dark mode. */
const SAND = "#f3ecdf";
const WIDTH = 560;
const LOGO_SIDE = 40;
const PICTURE_SIDE = 64;

/** Outlook does not inherit fonts into tables, so each cell has its own. */
const font = (size: number, color = INK) =>
  `font-family:Georgia,'Times New Roman',serif;font-size:${size}px;line-height:1.5;color:${color};overflow-wrap:anywhere`;

/** For clients that follow the reader's dark mode. Others recolour the mail by themselves. */
const DARK = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.ground{background:#17122a!important}.card{background:#221b3a!important}
.ink{color:#f5eee1!important}.faint{color:#bdb3cc!important}.line{border-color:#443a60!important}
.button{background:#f3b04c!important}.button a{color:#17122a!important}}`;

const table = (rows: string, attributes = `width="100%"`) =>
  `<table role="presentation" ${attributes} cellpadding="0" cellspacing="0" border="0">${rows}</table>`;

const paragraph = (text: string) => `<p style="margin:0 0 16px">${withBreaks(text)}</p>`;

/** Outlook ignores the link's padding, and takes that of the cell instead. */
const button = ({ label, url }: Link) =>
  table(
    `<tr><td class="button" bgcolor="${INK}" style="border-radius:8px;background:${INK};mso-padding-alt:14px 24px">` +
      `<a href="${escapeHtml(url)}" style="${font(16, "#ffffff")};display:inline-block;padding:12px 24px;` +
      `text-decoration:none;font-weight:bold">${escapeHtml(label)}</a></td></tr>`,
    `style="margin:8px 0 16px"`,
  );

const address = ({ url }: Link) =>
  `<p class="faint" style="margin:0 0 16px;${font(14, FAINT)}">Or open this address:<br>${escapeHtml(url)}</p>`;

const link = ({ label, url }: Link) =>
  `<p style="margin:0 0 12px"><a class="ink" href="${escapeHtml(url)}" style="color:${INK}">${escapeHtml(label)}</a></p>`;

/** Without a text of its own: what it shows is named beside it, and mail programs often block pictures. */
function picture(url: string, { width, height }: { width: number; height: number }, side: number) {
  const scale = side / Math.max(width, height);
  const [w, h] = [Math.round(width * scale), Math.round(height * scale)];
  return `<img src="${escapeHtml(url)}" width="${w}" height="${h}" alt="" border="0" style="display:block;border-radius:8px;background:${SAND}">`;
}

/** The smallest copy, a WebP file. Outlook for Windows cannot show it, and leaves it out. */
function itemPicture({ image }: MailItem, publicUrl: string) {
  if (!image) return "";
  const stored = readImagePath(image);
  const url = `${publicUrl}${stored?.copies[0]?.path ?? image}`;
  return `<!--[if !mso]><!-->${picture(url, stored ?? { width: 1, height: 1 }, PICTURE_SIDE)}<!--<![endif]-->`;
}

function itemRow(item: MailItem, publicUrl: string, hasPictures: boolean) {
  const cells = [
    hasPictures && `<td width="${PICTURE_SIDE}" style="padding:6px 12px 6px 0">${itemPicture(item, publicUrl)}</td>`,
    `<td class="ink" style="padding:6px 0;${font(16)}">${escapeHtml(itemName(item))}</td>`,
    item.amount &&
      `<td class="ink" align="right" style="padding:6px 0 6px 12px;${font(16)};white-space:nowrap">${escapeHtml(item.amount)}</td>`,
  ];
  return `<tr>${cells.filter(Boolean).join("\n")}</tr>`;
}

function detailRow({ label, value }: NonNullable<MailContent["details"]>[number], publicUrl: string) {
  const edge = `padding:10px 0;border-top:1px solid ${LINE}`;
  if (typeof value !== "string") {
    const hasPictures = value.some(({ image }) => image);
    const rows = value.map((item) => itemRow(item, publicUrl, hasPictures)).join("\n");
    return `<tr><td class="line faint" colspan="2" style="${edge};${font(14, FAINT)}">${escapeHtml(label)}${table(rows)}</td></tr>`;
  }
  return (
    `<tr><td class="line faint" width="30%" valign="top" style="${edge};${font(14, FAINT)}">${escapeHtml(label)}</td>` +
    `<td class="line ink" valign="top" style="${edge};padding-left:12px;${font(16)}">${withBreaks(value)}</td></tr>`
  );
}

function header({ shop, logo, publicUrl }: MailSender) {
  const mark = picture(`${publicUrl}${logo}`, readImagePath(logo) ?? { width: 1, height: 1 }, LOGO_SIDE);
  return table(
    `<tr><td width="${LOGO_SIDE}" style="padding:0 12px 16px 0">${mark}</td>` +
      `<td class="ink" style="padding:0 0 16px;${font(18)};letter-spacing:1px">${escapeHtml(shop.brand)}</td></tr>`,
  );
}

/** Tables throughout, and a second one around them for Outlook, which ignores `max-width`. */
export function toHtml(content: MailContent, sender: MailSender) {
  const { title, paragraphs, details = [], action, links = [], footnote } = content;
  const { shop, publicUrl } = sender;
  const rows = details.map((detail) => detailRow(detail, publicUrl)).join("\n");
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title><style>${DARK}</style></head>
<body class="ground" style="margin:0;padding:0;background:${GROUND}">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${GROUND}"><tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="${WIDTH}"><tr><td><![endif]-->
<div style="max-width:${WIDTH}px;margin:0 auto;text-align:left">
${header(sender)}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="card ink" bgcolor="${CARD}" style="padding:24px 20px;border-radius:12px;background:${CARD};${font(16)}">
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25">${escapeHtml(title)}</h1>
${paragraphs.map((part) => (typeof part === "string" ? paragraph(part) : button(part))).join("\n")}
${rows && table(rows, `width="100%" style="margin:8px 0 20px"`)}
${action ? button(action) + address(action) : ""}
${links.map(link).join("\n")}
${footnote ? `<p class="faint" style="margin:16px 0 0;${font(14, FAINT)}">${escapeHtml(footnote)}</p>` : ""}
</td></tr></table>
<p class="faint" style="margin:16px 0 0;${font(14, FAINT)}">${[shop.brand, shop.email, shop.phone].map(escapeHtml).join("<br>")}</p>
</div>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table></body></html>
`;
}
