import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { TestShop } from "./test-shop.ts";

export interface ReadMail {
  headers: Record<string, string>;
  text: string;
  html: string;
  /** The invitation, if there is one. */
  calendar?: { type: string; content: string };
}

const fromQuotedPrintable = (body: string) =>
  Buffer.from(
    body
      .replace(/=\r?\n/g, "")
      .replace(/=([0-9A-F]{2})/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  ).toString("utf8");

function decodeWord(encoding: string, word: string) {
  if (encoding.toUpperCase() === "B") return Buffer.from(word, "base64");
  return Buffer.from(unescape(word.replaceAll("_", " ").replace(/=([0-9A-F]{2})/gi, "%$1")), "latin1");
}

/** Adjacent encoded words are one text: a character may be split between them. */
function decodeHeader(value: string) {
  return value.replace(/=\?UTF-8\?[BQ]\?[^?]*\?=(?:\s+=\?UTF-8\?[BQ]\?[^?]*\?=)*/gi, (words) => {
    const parts = [...words.matchAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi)];
    return Buffer.concat(parts.map(([, encoding, word]) => decodeWord(encoding!, word!))).toString("utf8");
  });
}

function split(raw: string) {
  const [head = "", ...rest] = raw.split("\r\n\r\n");
  const lines = head.replace(/\r\n[ \t]+/g, " ").split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(":")).toLowerCase(),
      decodeHeader(line.slice(line.indexOf(":") + 1).trim()),
    ]),
  );
  return { headers, body: rest.join("\r\n\r\n") };
}

function bodyOf({ headers, body }: ReturnType<typeof split>) {
  const encoding = headers["content-transfer-encoding"];
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8");
  return encoding === "quoted-printable" ? fromQuotedPrintable(body) : body;
}

/** Parses a mail with a text, an HTML part and perhaps an invitation. */
export function readMail(raw: string): ReadMail {
  const { headers, body } = split(raw);
  const boundary = /boundary="?([^";]+)"?/.exec(headers["content-type"] ?? "")?.[1];
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r\n/, "")));
  const ofType = (type: string) => {
    const part = parts.find((one) => one.headers["content-type"]?.startsWith(type));
    if (!part) throw new Error(`the mail has no ${type}`);
    return bodyOf(part).replaceAll("\r\n", "\n");
  };
  const invitation = parts.find((one) => one.headers["content-type"]?.startsWith("text/calendar"));
  return {
    headers,
    text: ofType("text/plain"),
    // Other than ASCII is written as references.
    html: ofType("text/html").replace(/&#(\d{3,});/g, (_all, code) => String.fromCodePoint(Number(code))),
    ...(invitation && {
      // The line break before a boundary belongs to the boundary.
      calendar: { type: invitation.headers["content-type"]!, content: bodyOf(invitation).replace(/\r\n$/, "") },
    }),
  };
}

interface HasDataDir {
  config: { dataDir: string };
}

export const mailFolderOf = (shop: HasDataDir) => path.join(shop.config.dataDir, "mail");

/** The mails written as files, sorted by name. */
export async function writtenMails(shop: HasDataDir) {
  const folder = mailFolderOf(shop);
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml")).sort();
  return Promise.all(names.map(async (name) => readMail(await readFile(path.join(folder, name), "utf8"))));
}

/** Sends due mails and returns those to one address. */
export async function mailsTo(shop: TestShop, email: string) {
  await shop.services.notifications.deliverDue();
  return (await writtenMails(shop)).filter(({ headers }) => headers.to === email);
}
