import { access, mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { createTransport, type SendMailOptions } from "nodemailer";

export interface Mail {
  to: string;
  replyTo?: { name: string; address: string } | undefined;
  subject: string;
  text: string;
  html: string;
}

/** What stays the same when a mail is tried again, so that a repeat can be recognised as one. */
export interface MailMark {
  id: string;
  createdAt: Date;
}

export interface Mailer {
  send(mail: Mail, mark: MailMark): Promise<void>;
  close(): void;
}

const SEND_PATIENCE_MS = 30_000;
const STEP_PATIENCE_MS = 10_000;

interface MailerDeps {
  /** Without one, each mail becomes a file. */
  smtpUrl: string | undefined;
  from: string;
  folder: string;
  log: { info(details: object, message: string): void };
}

const onOneLine = (text: string) => text.replace(/\p{Cc}+/gu, " ");

const domainOf = (from: string) => /@([^\s>]+)>?$/.exec(from)?.[1] ?? "localhost";

function toMessage(from: string, mail: Mail, { id, createdAt }: MailMark): SendMailOptions {
  const { to, replyTo, subject, text, html } = mail;
  return {
    from,
    // As an object an address is taken whole: a comma in it does not make two.
    to: { name: "", address: to },
    ...(replyTo && { replyTo: { name: onOneLine(replyTo.name), address: replyTo.address } }),
    subject: onOneLine(subject),
    text,
    html,
    date: createdAt,
    messageId: `<${id}@${domainOf(from)}>`,
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function within<T>(work: Promise<T>, ms: number) {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const error = Object.assign(new Error("the mail server took too long"), { code: "ETIMEDOUT" });
    timer = setTimeout(() => reject(error), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function smtpMailer({ from }: MailerDeps, url: string): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: STEP_PATIENCE_MS,
    greetingTimeout: STEP_PATIENCE_MS,
    dnsTimeout: STEP_PATIENCE_MS,
    socketTimeout: 2 * STEP_PATIENCE_MS,
  });
  return {
    async send(mail, mark) {
      await within(transport.sendMail(toMessage(from, mail, mark)), SEND_PATIENCE_MS);
    },
    close: () => transport.close(),
  };
}

function fileMailer({ from, folder, log }: MailerDeps): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(mail, mark) {
      const { message } = await transport.sendMail(toMessage(from, mail, mark));
      const time = mark.createdAt.toISOString().replace(/[-:]|\.\d+/g, "");
      const name = `${time}-${mark.id}.eml`;
      const target = path.join(folder, name);
      // These files hold links that open accounts.
      const write = () => writeFile(`${target}.part`, message as Buffer, { mode: 0o600 });
      await write().catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT") throw error;
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await write();
      });
      // Another may have taken the mail over, because a clock jumped, and have put the same file there meanwhile.
      await rename(`${target}.part`, target).catch((error: NodeJS.ErrnoException) =>
        error.code === "ENOENT" ? access(target) : Promise.reject(error),
      );
      log.info({ file: name }, "a mail was written");
    },
    close: () => transport.close(),
  };
}

/** Hands a mail to the SMTP server, or writes it to a file where no server is set. */
export const createMailer = (deps: MailerDeps) => (deps.smtpUrl ? smtpMailer(deps, deps.smtpUrl) : fileMailer(deps));
