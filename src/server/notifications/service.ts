import { randomUUIDv7 } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { and, eq, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { type Notice, notices } from "../../contracts/notice-rules.ts";
import type { Business } from "../../contracts/settings/settings.ts";
import { logoOf } from "../../contracts/settings/settings-rules.ts";
import { DAY_MS } from "../platform/clock.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { afterCommit } from "../platform/database/database.ts";
import { isDatabaseAway } from "../platform/database/faults.ts";
import { givenColumns, statement, statementsBy, valuesIn } from "../platform/database/statement.ts";
import type { EventChannel } from "../platform/events.ts";
import type { Mail, Mailer, MailIdentity } from "../platform/mailer.ts";
import { createPeriodicJob } from "../platform/periodic-job.ts";
import type { Platform } from "../platform/platform.ts";
import type { SettingsService } from "../settings/service.ts";
import { BATCHES, createDelivery, type OutboxRow, type Queue } from "./delivery.ts";
import { type MailContent, toText } from "./mail-content.ts";
import { toHtml } from "./mail-html.ts";
import { isMail, outbox, WEBHOOK_KIND } from "./outbox-table.ts";
import { createUnsubscribing } from "./unsubscribe.ts";

const POLL_MS = 5_000;
const JOBS = 3;
const FIRST_RETRY_MS = 250;
const RETENTION_MS = 30 * DAY_MS;

/** The subject is also the title, unless there is another. */
export type ComposedMail = Partial<MailContent> &
  Pick<MailContent, "paragraphs"> &
  Pick<Mail, "to" | "replyTo" | "subject" | "calendar" | "attachments"> & {
    /** The kind of a mail that is not about an order: it has a link to unsubscribe, and is not sent to who did. */
    notice?: Notice;
  };

/** Called for every attempt to send the mail. Returns `undefined` when there is nothing to send. */
type Compose<Payload> = (payload: Payload, enqueued: { at: Date }) => Promise<ComposedMail | undefined>;

interface QueuedMail<Payload> {
  /** Idempotency key: a mail with the same key is not enqueued again. */
  key: string;
  /** Prefer ids: other data is read when the mail is composed. */
  payload: Payload;
  /** After this the mail is no longer worth sending. */
  expiresAt?: Date;
}

type NewRow = Pick<typeof outbox.$inferInsert, (typeof rowColumns)[number]>;

export const contactLine = ({ phone, whatsapp }: Business) =>
  `Questions? Answer this mail, call ${phone} or write to https://wa.me/${whatsapp}`;

/** A kind of mail. `enqueue` is part of the caller's transaction: the mail is sent if and only if it commits. */
export interface MailKind<Payload> {
  name: string;
  enqueue(tx: Database | Transaction, mail: QueuedMail<Payload>): Promise<void>;
  toRow(mail: QueuedMail<Payload>): NewRow;
}

interface Webhook {
  id: string;
  endpointId: string;
}

interface NotificationDeps extends Pick<Platform, "db" | "clock" | "log" | "keyedHash" | "publicUrl"> {
  mailer: Mailer;
  settings: SettingsService;
  events: EventChannel;
}

const rowColumns = ["id", "kind", "key", "payload", "dueAt", "expiresAt", "createdAt"] as const;

/** A mail whose key is known is not inserted again. */
const insertRows = statementsBy((count: number) =>
  statement(`insert-mails-of-${count}`, (db) =>
    db
      .insert(outbox)
      .values(Array.from({ length: count }, (_, n) => givenColumns(`${n}`, rowColumns)))
      .onConflictDoNothing({ target: outbox.key }),
  ),
);

/** Outgoing mail: a transactional outbox. Each row is leased to one process at a time and retried until it is sent. */
export function createNotifications(deps: NotificationDeps) {
  const { db, clock, mailer, settings, events, log, publicUrl } = deps;
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

  async function send({ id, kind, payload, createdAt }: OutboxRow) {
    const compose = composers.get(kind);
    if (!compose) throw new Error(`no mail of kind ${kind} is defined`);
    // The payload was enqueued by the same `defineMail`, so it has that type.
    const composed = await compose(payload as never, { at: createdAt });
    if (!composed) return;
    await sendComposed(composed, { id, createdAt });
    log.info({ mail: id, kind }, "a mail was sent");
  }

  /** Retries while the database is unreachable: a mail whose outcome is not recorded would be sent twice. */
  async function retryWhileAway<T>(write: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    for (let wait = FIRST_RETRY_MS; ; wait = Math.min(2 * wait, POLL_MS)) {
      try {
        return await write();
      } catch (error) {
        if (signal?.aborted || !isDatabaseAway(error as Error)) throw error;
        await delay(wait, undefined, { signal }).catch(() => {});
      }
    }
  }

  /** The jobs that send the mails of the outbox, or its webhooks. */
  function createQueue(name: Queue, count: number, send: (row: OutboxRow, isLast: boolean) => Promise<void>) {
    const delivery = createDelivery({ db, clock }, name);
    async function deliver(row: OutboxRow, signal: AbortSignal | undefined) {
      const details = { [name]: row.id, kind: row.kind, attempts: row.attempts };
      if (delivery.isExpired(row)) {
        await delivery.close(row, "expired");
        log.warn({ ...details, problem: row.problem }, `a ${name} came too late to be sent`);
        return;
      }
      try {
        await send(row, delivery.isLast(row));
      } catch (error) {
        const { isLast, problem } = await retryWhileAway(() => delivery.postpone(row, error as Error), signal);
        log.warn({ ...details, problem }, `a ${name} was ${isLast ? "given up" : "not sent and will be tried again"}`);
        return;
      }
      await retryWhileAway(() => delivery.close(row), signal);
    }

    let taking: Promise<OutboxRow[]> = Promise.resolve([]);
    /** Webhooks one after the other: a lease must see which endpoint the earlier one made busy. */
    function takeNext() {
      taking = name === "mail" ? delivery.take() : taking.then(delivery.take, delivery.take);
      return taking;
    }

    async function deliverDue(signal?: AbortSignal) {
      while (!signal?.aborted) {
        const rows = await takeNext();
        // There may be more for other endpoints.
        if (name === "webhook" && rows.length > 0) jobs.find((job) => job.isIdle())?.wake();
        const results = await Promise.allSettled(rows.map((row) => deliver(row, signal)));
        for (const result of results) if (result.status === "rejected") throw result.reason;
        if (rows.length < BATCHES[name]) return;
      }
    }

    // Several jobs, so that one slow mail does not hold up the others.
    const jobs = Array.from({ length: count }, () =>
      createPeriodicJob({ name, everyMs: POLL_MS, work: deliverDue, log }),
    );
    const wakeAll = () => {
      for (const job of jobs) job.wake();
    };
    events.onReconnect(wakeAll);

    /** Wakes one idle job. If all are busy, each runs once more afterwards, because one of them may hang. */
    function wake() {
      const idle = jobs.find((job) => job.isIdle());
      if (idle) idle.wake();
      else wakeAll();
    }

    return { jobs, wake, deliverDue };
  }
  const mails = createQueue("mail", JOBS, send);
  /** The queue of webhooks exists once `defineWebhooks` was called. */
  const queues: Partial<Record<Queue, typeof mails>> = { mail: mails };

  /** Mails of several kinds, in one statement. */
  async function enqueueAll(tx: Database | Transaction, rows: NewRow[], queue: Queue = "mail") {
    await insertRows(rows.length)(tx, Object.assign({}, ...rows.map((row, n) => valuesIn(`${n}`, row))));
    afterCommit(() => queues[queue]?.wake());
  }

  function toNewRow<Payload>(kind: string, mail: QueuedMail<Payload>) {
    const now = clock.now();
    return { ...mail, expiresAt: mail.expiresAt ?? null, id: randomUUIDv7(), kind, dueAt: now, createdAt: now };
  }

  /** The kind is stored with each mail, so it must not change. What it says may be defined later, by `compose`. */
  function mailKind<Payload extends object>(kind: string): MailKind<Payload> {
    const toRow = (mail: QueuedMail<Payload>) => toNewRow(kind, mail);
    return { name: kind, toRow, enqueue: (tx, mail) => enqueueAll(tx, [toRow(mail)]) };
  }

  return {
    mailKind,

    /** What a kind of mail says. */
    compose<Payload extends object>({ name }: MailKind<Payload>, compose: Compose<Payload>) {
      composers.set(name, compose);
    },

    /** Defines a kind of mail with what it says. */
    defineMail<Payload extends object>(kind: string, compose: Compose<Payload>): MailKind<Payload> {
      composers.set(kind, compose);
      return mailKind(kind);
    },

    enqueueAll,

    /** Webhooks have their own jobs: a slow endpoint delays neither mails nor, with a job for each, other endpoints. */
    defineWebhooks(maxEndpoints: number, send: (delivery: Webhook, isLast: boolean) => Promise<void>) {
      const queue = createQueue("webhook", maxEndpoints, (row, isLast) => send(row.payload as Webhook, isLast));
      queues.webhook = queue;
      return { deliverDue: queue.deliverDue };
    },

    enqueueWebhooks(tx: Transaction, all: Webhook[]) {
      const toRow = ({ id, endpointId }: Webhook) =>
        toNewRow(WEBHOOK_KIND + endpointId, { key: `webhook:${id}`, payload: { id, endpointId } });
      return enqueueAll(tx, all.map(toRow), "webhook");
    },

    /** Sends directly, without the outbox. Rejects with the mailer's error. Another mailer tries its server. */
    sendNow: (composed: ComposedMail, by?: Mailer) =>
      sendComposed(composed, { id: randomUUIDv7(), createdAt: clock.now() }, by),

    unsubscribe: unsubscribing.add,
    hasUnsubscribed: unsubscribing.has,
    deliverDue: mails.deliverDue,
    start() {
      for (const job of Object.values(queues).flatMap(({ jobs }) => jobs)) job.start();
    },
    async stop() {
      await Promise.all(
        Object.values(queues)
          .flatMap(({ jobs }) => jobs)
          .map((job) => job.stop()),
      );
      mailer.close();
    },

    async withdraw(tx: Transaction, values: Record<string, string>, kind?: string) {
      const hasValues = sql`${outbox.payload} @> ${JSON.stringify(values)}::jsonb`;
      await tx
        .update(outbox)
        .set({ doneAt: clock.now(), payload: {}, problem: "withdrawn" })
        .where(and(isNull(outbox.doneAt), hasValues, kind ? eq(outbox.kind, kind) : undefined));
    },

    countWaiting: async () => db.$count(outbox, and(isMail, isNull(outbox.doneAt))),

    async deleteExpired() {
      const before = new Date(clock.now().getTime() - RETENTION_MS);
      await db.delete(outbox).where(and(isNotNull(outbox.doneAt), lt(outbox.doneAt, before)));
    },
  };
}
export type Notifications = ReturnType<typeof createNotifications>;
