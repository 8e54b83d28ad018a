import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { and, asc, eq, exists, isNull, lte, ne, type SQL, sql } from "drizzle-orm";
import type { OrderDocument } from "../../contracts/documents/document.ts";
import { toRupees } from "../../contracts/money.ts";
import { shortId } from "../../contracts/orders/order-rules.ts";
import type { Catalogue } from "../catalogue/service.ts";
import type { OrderRecords } from "../orders/core/read.ts";
import { HOUR_MS } from "../platform/clock.ts";
import { isDatabaseAway } from "../platform/database/faults.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import { given, statement } from "../platform/database/statement.ts";
import { type FileStore, isNotFound } from "../platform/files/file-store.ts";
import type { LoginUser } from "../platform/http/logins.ts";
import { jobs as jobTable } from "../platform/jobs/job-table.ts";
import { errorMessage } from "../platform/log.ts";
import type { Platform } from "../platform/platform.ts";
import type { SettingsService } from "../settings/service.ts";
import { defineIssuing, definePdf, pdfJob } from "./document-jobs.ts";
import { type DocumentRow, documents, documentTasks, hasOwnPdf } from "./document-table.ts";
import { documentError } from "./errors.ts";
import { ERASED, eraseBuyers, pdfFile } from "./follow.ts";
import { dateOf, issueMissing } from "./issue.ts";
import { pdfsByAccount } from "./limits.ts";
import type { PdfWriter } from "./pdf/pdf-writer.ts";
import { createPdfInput } from "./pdf-input.ts";
import { shipmentCause, supplies, supplyOf } from "./supplies.ts";
import { taxClassesOf } from "./tax-classes.ts";

/** A mail waits so long for its PDF. */
const MAIL_WAIT_MS = 2_000;
const BATCH = 50;
const FAILED = "It could not be made. The shop tries again.";

export interface DocumentDeps extends Pick<Platform, "db" | "clock" | "log" | "jobs" | "limiter" | "publicUrl"> {
  settings: SettingsService;
  catalogue: Catalogue;
  orders: OrderRecords;
  files: FileStore;
  pdfs: PdfWriter;
}

const takeTask = statement("take-papers", (db) =>
  db
    .delete(documentTasks)
    .where(eq(documentTasks.orderId, given("orderId")))
    .returning(),
);

/** `A-26-27-000001.pdf`. */
export const pdfName = ({ number }: Pick<DocumentRow, "number">) => `${number.replaceAll("/", "-")}.pdf`;

/** Invoices are kept for 72 months after the annual return is due, at the end of the year after theirs. */
const INVOICE_YEARS = 8;

/** The papers of orders: receipts, invoices, credit notes. */
export function createDocuments(deps: DocumentDeps) {
  const { db, clock, log, jobs, limiter, settings, catalogue, orders, files } = deps;
  const toInput = createPdfInput(deps);
  const issuing = defineIssuing(jobs);
  const pdf = definePdf(jobs);

  /** Issues what the order lacks, if something changed since. A second call at the same time waits. */
  async function issue(orderId: string) {
    const current = await settings.read();
    await db.transaction(async (tx) => {
      // The order before its task, as changes of an order lock them: a payment is never the victim of a deadlock.
      await orders.lockRow(tx, orderId);
      const [task] = await takeTask(tx, { orderId });
      const [full] = task ? await orders.read([orderId], tx) : [];
      if (!task || !full) return;
      const at = dateOf(task.since, clock.now());
      const isTaxed = current.seller.mode === "regular";
      const classOf = isTaxed ? await taxClassesOf(tx, catalogue, current, full.items) : () => "";
      const facts = { full, settings: current, classOf, since: task.since };
      const { problem, issued } = await issueMissing(tx, { orderId, at, settings: current }, facts);
      await jobs.enqueueAll(
        tx,
        issued.filter(hasOwnPdf).map(({ id }) => pdf.toRow(pdfJob(id))),
      );
      if (problem) await tx.insert(documentTasks).values({ ...task, problem });
    });
  }

  /** A paper that cannot be made stays owed: it never stops a payment, a page or a mail. */
  async function tryIssue(orderId: string) {
    try {
      await issue(orderId);
    } catch (error) {
      if (isDatabaseAway(error as Error)) throw error;
      log.error({ order: orderId, reason: errorMessage(error) }, "the papers of an order could not be issued");
      await db.update(documentTasks).set({ problem: FAILED }).where(eq(documentTasks.orderId, orderId));
    }
  }

  const isOwed = async (orderId: string) => (await db.$count(documentTasks, eq(documentTasks.orderId, orderId))) > 0;

  async function issueIfChanged(orderId: string) {
    if (await isOwed(orderId)) await tryIssue(orderId);
  }

  issuing.handle(async ({ payload: { orderId } }) => {
    await issueIfChanged(orderId);
    return (await isOwed(orderId)) ? new Date(clock.now().getTime() + HOUR_MS) : undefined;
  });

  async function issueAll(isDue?: SQL) {
    for (let last = ""; ; ) {
      const after = last ? sql`${documentTasks.orderId} > ${last}` : undefined;
      const tasks = await db
        .select({ orderId: documentTasks.orderId })
        .from(documentTasks)
        .where(and(isDue, after))
        .orderBy(asc(documentTasks.orderId))
        .limit(BATCH);
      for (const { orderId } of tasks) await tryIssue(orderId);
      if (tasks.length < BATCH) return;
      last = tasks.at(-1)!.orderId;
    }
  }

  const issueDue = () =>
    issueAll(
      exists(
        db
          .select()
          .from(jobTable)
          .where(
            and(
              sql`${jobTable.key} = 'documents:' || ${documentTasks.orderId}`,
              eq(jobTable.state, "waiting"),
              lte(jobTable.dueAt, clock.now()),
            ),
          ),
      ),
    );

  async function findRow(id: string) {
    const [row] = isUuid(id) ? await db.select().from(documents).where(eq(documents.id, id)) : [];
    return row;
  }

  async function store(document: DocumentRow) {
    const original = document.originalId ? await findRow(document.originalId) : undefined;
    const bytes = await deps.pdfs.write(await toInput(document, original, await settings.read()));
    const hash = createHash("sha256").update(bytes).digest("hex");
    await files.put(pdfFile(hash), bytes);
    // Another process may have been first; its file counts.
    const isFirst = and(
      eq(documents.id, document.id),
      document.pdfHash ? eq(documents.pdfHash, document.pdfHash) : isNull(documents.pdfHash),
    );
    await db.update(documents).set({ pdfHash: hash }).where(isFirst);
    return bytes;
  }

  /** The stored PDF, or a new one of the same content when there is none, or its file was lost. */
  async function readPdf(document: DocumentRow) {
    if (!document.pdfHash) return store(document);
    try {
      return await files.read(pdfFile(document.pdfHash));
    } catch (error) {
      if (!isNotFound(error)) throw error;
      return store(document);
    }
  }

  pdf.handle(async ({ payload: { documentId } }) => {
    const document = await findRow(documentId);
    if (document && !document.pdfHash) await store(document);
  });

  const listOf = (orderId: string) =>
    db.select().from(documents).where(eq(documents.orderId, orderId)).orderBy(documents.id);

  function toDocument(row: DocumentRow, rows: DocumentRow[]): OrderDocument {
    const original = rows.find(({ id }) => id === row.originalId);
    return {
      _id: row.id,
      number: row.number,
      kind: row.kind,
      date: row.day,
      amount: toRupees(row.valuePaise),
      ...(original && { originalNumber: original.number }),
      ...(row.cancelledAt && { cancelled: true }),
      pdf: `/api/documents/${row.id}.pdf`,
    };
  }

  /** The order of a document that the user may see. A buyer does not see deleted orders. */
  async function requireOrder(orderId: string, { id, role }: Pick<LoginUser, "id" | "role">) {
    const [full] = isUuid(orderId) ? await orders.read([orderId]) : [];
    const maySee = full && (role === "owner" || (full.order.userId === id && !full.order.deletedAt));
    if (!maySee) throw documentError("document_not_found");
  }

  return {
    readPdf,

    async listFor(orderId: string, user: Pick<LoginUser, "id" | "role">) {
      await requireOrder(orderId, user);
      await issueIfChanged(orderId);
      const rows = await listOf(orderId);
      return rows.map((row) => toDocument(row, rows));
    },

    async findPdf(id: string, user: Pick<LoginUser, "id" | "role">) {
      const document = await findRow(id);
      if (!document) throw documentError("document_not_found");
      await requireOrder(document.orderId, user);
      await limiter.take(pdfsByAccount, user.id);
      return { name: pdfName(document), bytes: await readPdf(document) };
    },

    supplies: { ...supplies, ofShipment: (id: string) => [shipmentCause(id)] },

    /** The PDFs for a mail, by what they were issued for. A shop that is not registered attaches none. */
    async attachmentsFor(orderId: string, wanted: string[]) {
      if (wanted.length === 0 || (await settings.read()).seller.mode === "unregistered") return [];
      const make = async () => {
        await issueIfChanged(orderId);
        const rows = await listOf(orderId);
        const due = rows.filter((row) => !row.cancelledAt && wanted.includes(supplyOf(row)));
        return Promise.all(due.map(async (one) => ({ filename: pdfName(one), content: await readPdf(one) })));
      };
      const making = make().catch((error: unknown) => {
        log.warn({ order: orderId, reason: errorMessage(error) }, "a mail goes without its paper");
        return [];
      });
      return Promise.race([making, delay(MAIL_WAIT_MS, [], { ref: false })]);
    },

    issueDue,
    countOwed: () => db.$count(documentTasks, ne(documentTasks.problem, "")),
    /** Whatever the problem was before. */
    issueOwed: () => issueAll(),

    /** Old invoices of erased accounts. */
    async eraseExpired() {
      const isOld = sql`${documents.day} < ${clock.now()}::date - make_interval(years => ${INVOICE_YEARS})`;
      const isNamed = sql`${documents.buyer} ->> 'name' <> ${ERASED.name}`;
      await eraseBuyers(db, deps, and(isOld, isNamed, orders.isOfErased(documents.orderId)));
    },

    exportFor: async (userId: string) => {
      const rows = await db.select().from(documents).where(orders.isOf(documents.orderId, userId));
      return rows.map((row) => ({ ...toDocument(row, rows), order: shortId(row.orderId), buyer: row.buyer }));
    },
  };
}
export type Documents = ReturnType<typeof createDocuments>;
