import { randomUUIDv7 } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { type Notice, notices } from "../../contracts/notice-rules.ts";
import type { Business } from "../../contracts/settings/settings.ts";
import { logoOf } from "../../contracts/settings/settings-rules.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../platform/clock.ts";
import type { Transaction } from "../platform/database/database.ts";
import { backoff, type Job, type JobKind } from "../platform/jobs/job-kind.ts";
import type { JobRunner } from "../platform/jobs/job-runner.ts";
import { jobs as jobTable } from "../platform/jobs/job-table.ts";
import type { Mail, Mailer, MailIdentity } from "../platform/mailer.ts";
import type { Platform } from "../platform/platform.ts";
import type { SettingsService } from "../settings/service.ts";
import { type MailContent, toText } from "./mail-content.ts";
import { toHtml } from "./mail-html.ts";
import { createUnsubscribing } from "./unsubscribe.ts";

const MAIL_KIND = "mail:";
const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 15 * MINUTE_MS;
/** A permanent refusal is retried rarely: the owner may still correct a setting. */
const MAX_RETRY_AFTER_REFUSAL_MS = 4 * HOUR_MS;
const GIVE_UP_AFTER_MS = 3 * DAY_MS;
/** Mails that somebody waits for go before the others. */
const URGENT = -1;

/** The subject is also the title, unless there is another. */
export type ComposedMail = Partial<MailContent> &
  Pick<MailContent, "paragraphs"> &
  Pick<Mail, "to" | "replyTo" | "subject" | "calendar" | "attachments"> & {
    /** The kind of a mail that is not about an order: it has a link to unsubscribe, and is not sent to who did. */
    notice?: Notice;
  };

/** Called for every attempt to send the mail. Returns `undefined` when there is nothing to send. */
type Compose<Payload> = (payload: Payload, enqueued: { at: Date }) => Promise<ComposedMail | undefined>;

export const contactLine = ({ phone, whatsapp }: Business) =>
  `Questions? Answer this mail, call ${phone} or write to https://wa.me/${whatsapp}`;

/** A kind of mail. What it says may be defined later, by `compose`. */
export interface MailKind<Payload> extends JobKind<Payload> {
  name: string;
}

interface NotificationDeps extends Pick<Platform, "db" | "clock" | "log" | "keyedHash" | "publicUrl"> {
  mailer: Mailer;
  settings: SettingsService;
  jobs: JobRunner;
}

interface MailServerError extends Error {
  code?: string;
  responseCode?: number;
}

function retryMs(attempts: number, { code = "", responseCode = 0 }: MailServerError) {
  const isRefused = responseCode >= 500 && ["EENVELOPE", "EMESSAGE"].includes(code);
  return backoff(FIRST_RETRY_MS, isRefused ? MAX_RETRY_AFTER_REFUSAL_MS : MAX_RETRY_MS)(attempts);
}

/** Outgoing mail. Each is a job, retried until it is sent. */
export function createNotifications(deps: NotificationDeps) {
  const { clock, mailer, settings, jobs, log, publicUrl } = deps;
  const unsubscribing = createUnsubscribing(deps);
  const composers = new Map<string, Compose<never>>();

  async function sendComposed(composed: ComposedMail, identity: MailIdentity, by = mailer) {
    const { to, replyTo, subject, calendar, attachments, notice, links = [] } = composed;
    if (notice && (await unsubscribing.has(to, notice))) return;
    const { business: shop, look } = await settings.read();
    const unsubscribe = notice && unsubscribing.linksFor(to, notice);
    const link = unsubscribe ? [{ label: `Unsubscribe from ${notices[notice!]}`, url: unsubscribe.page }] : [];
    const content = { title: subject, ...composed, links: [...links, ...link] };
    const html = toHtml(content, { shop, logo: logoOf(look), publicUrl });
    const mail = { to, replyTo, subject, calendar, attachments, text: toText(content, shop), html };
    await by.send({ ...mail, unsubscribeUrl: unsubscribe?.oneClick }, identity);
  }

  async function send(kind: string, { id, payload, createdAt }: Job<object>) {
    const compose = composers.get(kind);
    if (!compose) throw new Error(`no mail of kind ${kind} is defined`);
    // The payload was enqueued by the same `defineMail`, so it has that type.
    const composed = await compose(payload as never, { at: createdAt });
    if (!composed) return;
    await sendComposed(composed, { id, createdAt });
    log.info({ mail: id, kind }, "a mail was sent");
  }

  function mailKind<Payload extends object>(name: string, priority = 0): MailKind<Payload> {
    const kind = jobs.define<Payload>(MAIL_KIND + name, {
      queue: "mail",
      retryMs,
      giveUpAfterMs: GIVE_UP_AFTER_MS,
      priority,
    });
    kind.handle((job) => send(name, job));
    return { ...kind, name };
  }

  return {
    mailKind,

    /** What a kind of mail says. */
    compose<Payload extends object>({ name }: MailKind<Payload>, compose: Compose<Payload>) {
      composers.set(name, compose);
    },

    /** Defines a kind of mail with what it says. */
    defineMail<Payload extends object>(kind: string, compose: Compose<Payload>, isUrgent = false): MailKind<Payload> {
      composers.set(kind, compose);
      return mailKind(kind, isUrgent ? URGENT : 0);
    },

    /** Mails of several kinds, in one statement. */
    enqueueAll: jobs.enqueueAll,

    /** Sends directly, not as a job. Rejects with the mailer's error. Another mailer tries its server. */
    sendNow: (composed: ComposedMail, by?: Mailer) =>
      sendComposed(composed, { id: randomUUIDv7(), createdAt: clock.now() }, by),

    unsubscribe: unsubscribing.add,
    hasUnsubscribed: unsubscribing.has,
    deliverDue: () => jobs.runDue(["mail"]),

    withdraw(tx: Transaction, values: Record<string, string>, kind?: string) {
      const isIt = sql`${jobTable.payload} @> ${JSON.stringify(values)}::jsonb`;
      const isMail = kind ? eq(jobTable.kind, MAIL_KIND + kind) : eq(jobTable.queue, "mail");
      return jobs.cancel(tx, and(isMail, isIt), "withdrawn");
    },

    close: () => mailer.close(),
  };
}
export type Notifications = ReturnType<typeof createNotifications>;
