import { access, mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { createTransport, type SendMailOptions } from "nodemailer";
import MailComposer from "nodemailer/lib/mail-composer";
import type { Log } from "./log.ts";

export interface Mail {
  to: string;
  replyTo?: { name: string; address: string } | undefined;
  subject: string;
  text: string;
  html: string;
  /** An iCalendar file: mail programs show it as an invitation. */
  calendar?: { method: string; content: string } | undefined;
  attachments?: { filename: string; content: Buffer }[] | undefined;
  /** Mail programs offer to unsubscribe with it, by one click (RFC 8058). */
  unsubscribeUrl?: string | undefined;
}

/** Equal for every attempt, so that mail programs detect duplicates. */
export interface MailIdentity {
  id: string;
  createdAt: Date;
}

export interface Mailer {
  send(mail: Mail, identity: MailIdentity): Promise<void>;
  close(): void;
}

const SEND_TIMEOUT_MS = 30_000;
const STEP_TIMEOUT_MS = 10_000;

interface MailerDeps {
  /** Read for each mail, like the sender: the owner may change them. If undefined, the mail is written to a file. */
  readUrl(): Promise<string | undefined>;
  from(): Promise<string>;
  folder: string;
  log: Pick<Log, "info">;
}

const toOneLine = (text: string) => text.replace(/\p{Cc}+/gu, " ");

/** `namaste@example.com` of `"Nakshatra" <namaste@example.com>`. */
export const senderAddress = (from: string) => /<([^<>]+)>$/.exec(from)?.[1] ?? from;
const senderDomain = (from: string) => /@([^\s>]+)>?$/.exec(from)?.[1] ?? "localhost";

const TYPE = "text/html; charset=utf-8";
/** Mails allow 998. */
const MAX_LINE_LENGTH = 990;
const breakLine = (line: string) => (line.length > MAX_LINE_LENGTH ? line.replace(/(.{1,900}) /g, "$1\n") : line);

/**
 * The HTML part in ASCII and short enough lines, which is sent as it is: encoding it as quoted-printable takes as long as
 * everything else of a mail. A line without a space to break at is left to nodemailer.
 */
function htmlPart(html: string) {
  const ascii = html.replace(/[^\n -~]/gu, (character) => `&#${character.codePointAt(0)};`);
  const lines = ascii.split("\n").flatMap((line) => breakLine(line).split("\n"));
  if (lines.some(({ length }) => length > MAX_LINE_LENGTH)) return { contentType: TYPE, content: html };
  const head = `Content-Type: ${TYPE}\r\nContent-Transfer-Encoding: 7bit`;
  return { raw: `${head}\r\n\r\n${lines.join("\r\n")}` };
}

function toMessage(from: string, mail: Mail, { id, createdAt }: MailIdentity): SendMailOptions {
  const { to, replyTo, subject, text, html, calendar, attachments, unsubscribeUrl } = mail;
  return {
    from,
    // An object is one address, even with a comma in it.
    to: { name: "", address: to },
    ...(replyTo && { replyTo: { name: toOneLine(replyTo.name), address: replyTo.address } }),
    subject: toOneLine(subject),
    text,
    // The invitation is an alternative of the text, not an attachment: Gmail and Outlook then offer to add or update it.
    alternatives: [
      htmlPart(html),
      ...(calendar
        ? [{ contentType: `text/calendar; charset=utf-8; method=${calendar.method}`, content: calendar.content }]
        : []),
    ],
    ...(attachments?.length && { attachments }),
    date: createdAt,
    messageId: `<${id}@${senderDomain(from)}>`,
    headers: {
      "Auto-Submitted": "auto-generated",
      ...(unsubscribeUrl && {
        "List-Unsubscribe": `<${unsubscribeUrl}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function withTimeout<T>(work: Promise<T>, ms: number) {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    const error = Object.assign(new Error("the mail server took too long"), { code: "ETIMEDOUT" });
    timer = setTimeout(() => reject(error), ms);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

const openTransport = (url: string) =>
  createTransport({
    url,
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    dnsTimeout: STEP_TIMEOUT_MS,
    socketTimeout: 2 * STEP_TIMEOUT_MS,
  });

async function writeToFile({ folder, log }: MailerDeps, options: SendMailOptions, { id, createdAt }: MailIdentity) {
  const message = await new MailComposer(options).compile().build();
  const time = createdAt.toISOString().replace(/[-:]|\.\d+/g, "");
  const name = `${time}-${id}.eml`;
  const target = path.join(folder, name);
  // Readable by the shop only: mails contain password reset links.
  const write = () => writeFile(`${target}.part`, message, { mode: 0o600 });
  await write().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await write();
  });
  // After a clock jump the lease may end early and two processes write the same mail. Either file is fine.
  await rename(`${target}.part`, target).catch((error: NodeJS.ErrnoException) =>
    error.code === "ENOENT" ? access(target) : Promise.reject(error),
  );
  log.info({ file: name }, "a mail was written");
}

export function createMailer(deps: MailerDeps): Mailer {
  let open: { url: string; transport: ReturnType<typeof openTransport> } | undefined;
  return {
    async send(mail, identity) {
      const url = await deps.readUrl();
      const message = toMessage(await deps.from(), mail, identity);
      if (!url) return writeToFile(deps, message, identity);
      if (open?.url !== url) {
        open?.transport.close();
        open = { url, transport: openTransport(url) };
      }
      await withTimeout(open.transport.sendMail(message), SEND_TIMEOUT_MS);
    },
    close: () => open?.transport.close(),
  };
}
