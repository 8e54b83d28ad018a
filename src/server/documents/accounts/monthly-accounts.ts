import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { and, asc, gte, inArray, lt, ne, sql } from "drizzle-orm";
import type { MonthAccounts } from "../../../contracts/documents/accounts.ts";
import { type DocumentKind, documentKinds, documentRules } from "../../../contracts/documents/document-rules.ts";
import { SALES_PAGE_SIZE } from "../../../contracts/list-rules.ts";
import { toRupees } from "../../../contracts/money.ts";
import type { Activity } from "../../activity/service.ts";
import { type CurrentProvider, isProviderError } from "../../payments/provider/provider.ts";
import { toZip, type ZipEntry } from "../../platform/files/zip.ts";
import { httpError } from "../../platform/http/errors.ts";
import { addDays, startOfDay } from "../../platform/indian-time.ts";
import { limitConcurrency } from "../../platform/limit-concurrency.ts";
import { errorMessage } from "../../platform/log.ts";
import type { Platform } from "../../platform/platform.ts";
import type { Refunds } from "../../refunds/service.ts";
import type { SettingsService } from "../../settings/service.ts";
import { type DocumentRow, documents, documentTasks } from "../document-table.ts";
import { zipsByOwner } from "../limits.ts";
import { type Documents, pdfName } from "../service.ts";
import { type Amounts, addAmounts, sumAmounts } from "../tax.ts";
import { type Cells, createGstr1, type MonthDocument } from "./gstr1.ts";
import * as register from "./registers.ts";

interface AccountsDeps extends Pick<Platform, "db" | "clock" | "limiter" | "log"> {
  settings: SettingsService;
  activity: Activity;
  provider: CurrentProvider;
  refunds: Pick<Refunds, "listBetween">;
  documents: Pick<Documents, "issueDue" | "issueOwed" | "readPdf">;
}

const BATCH = 500;
const PROVIDER_DOWN = "The payment provider does not answer. Please try again in a moment.";

const isSale = ({ kind, mode }: DocumentRow) => documentRules[kind].isSaleFor.includes(mode);

/** The first day of the month and of the next. */
const spanOf = (month: string) => [`${month}-01`, `${addDays(`${month}-28`, 4).slice(0, 7)}-01`] as const;

/** The registers and returns of a month. */
export function createMonthlyAccounts(deps: AccountsDeps) {
  const { db, clock, limiter, log, settings, activity, provider } = deps;
  /** Reading 10,000 papers takes about a second. */
  const oneAtATime = limitConcurrency({ concurrency: 1, maxQueued: 20 });
  let isZipping = false;

  /** The papers of a month in batches, which bounds memory. */
  async function* read(month: string): AsyncGenerator<MonthDocument> {
    const [from, before] = spanOf(month);
    let rest = sql`true`;
    while (true) {
      const rows = await db
        .select()
        .from(documents)
        .where(and(gte(documents.day, from), lt(documents.day, before), rest))
        .orderBy(asc(documents.day), asc(documents.id))
        .limit(BATCH);
      // Only credit notes have an original: a join would read its columns for every paper.
      const ids = rows.flatMap(({ originalId }) => originalId ?? []);
      const originals = ids.length > 0 ? await db.select().from(documents).where(inArray(documents.id, ids)) : [];
      const byId = new Map(originals.map((one) => [one.id, one]));
      // Other requests get their turn between reading a batch and counting it.
      await nextTurn();
      for (const row of rows) yield { ...row, original: byId.get(row.originalId ?? "") ?? null };
      const last = rows.at(-1);
      if (!last || rows.length < BATCH) return;
      rest = sql`(${documents.day}, ${documents.id}) > (${last.day}, ${last.id})`;
    }
  }

  const readRefunds = (month: string) => deps.refunds.listBetween(...(spanOf(month).map(startOfDay) as [Date, Date]));

  const readSettlements = async (month: string) =>
    (await provider.current()).listSettlements(month).catch((error: unknown) => {
      if (!isProviderError(error)) throw error;
    });

  async function figures(month: string, page = 1): Promise<MonthAccounts> {
    await deps.documents.issueDue();
    const gstr1 = createGstr1();
    const totals = new Map<DocumentKind, Amounts & { count: number; from: string; to: string }>();
    const sales: MonthDocument[] = [];
    const notes: MonthDocument[] = [];
    let saleCount = 0;
    for await (const document of read(month)) {
      const { kind, number } = document;
      gstr1.add(document);
      if (isSale(document) && Math.floor(saleCount++ / SALES_PAGE_SIZE) === page - 1) sales.push(document);
      if (kind === "credit_note") notes.push(document);
      const total = totals.get(kind) ?? { ...sumAmounts(), count: 0, from: number, to: number };
      if (number < total.from) total.from = number;
      if (number > total.to) total.to = number;
      totals.set(kind, total);
      if (document.cancelledAt) continue;
      total.count += 1;
      addAmounts(total, document, 1);
    }
    const { files, checks } = gstr1.finish();
    const tables = files.map((file) => register.toTable(file, file.rows));
    return {
      isRegistered: tables.some(({ total }) => total > 0) || (await settings.read()).seller.mode === "regular",
      totals: [...totals]
        .sort(([a], [b]) => documentKinds.indexOf(a) - documentKinds.indexOf(b))
        .map(([kind, { valuePaise, taxablePaise, cgstPaise, sgstPaise, igstPaise, ...total }]) => ({
          ...total,
          kind,
          value: toRupees(valuePaise),
          taxable: toRupees(taxablePaise),
          cgst: toRupees(cgstPaise),
          sgst: toRupees(sgstPaise),
          igst: toRupees(igstPaise),
        })),
      checks,
      registers: [
        ...tables.filter(({ name }) => name.startsWith("hsn")),
        register.toTable(register.sales, sales, saleCount),
        register.toTable(register.creditNotes, notes),
        register.toTable(register.refunds, await readRefunds(month)),
      ],
      owed: await readOwed(),
    };
  }

  const readOwed = () =>
    db
      .select({ orderId: documentTasks.orderId, problem: documentTasks.problem })
      .from(documentTasks)
      .where(ne(documentTasks.problem, ""))
      .orderBy(asc(documentTasks.since))
      .limit(50);

  async function* registers(month: string): AsyncGenerator<ZipEntry> {
    const gstr1 = createGstr1();
    const notes: MonthDocument[] = [];
    async function* readSales() {
      for await (const document of read(month)) {
        gstr1.add(document);
        if (isSale(document)) yield document;
        else if (document.kind === "credit_note") notes.push(document);
      }
    }
    yield register.toFile(register.sales, readSales());
    yield register.toFile(register.creditNotes, notes);
    yield register.toFile(register.refunds, await readRefunds(month));
    const settled = await readSettlements(month);
    if (settled) yield register.toFile(register.settlementItems, settled);
    const { files, checks } = gstr1.finish();
    for (const file of files) yield register.toFile(file, file.rows, "");
    const rows = checks.map((check): Cells => [check.name, check.files, check.papers]);
    if (!settled) rows.push(["Settlements are missing: the payment provider did not answer."]);
    yield register.toFile({ name: "check", header: "Check,Files,Papers", cells: (row) => row }, rows);
  }

  async function* papers(month: string): AsyncGenerator<ZipEntry> {
    const missing: string[] = [];
    for await (const document of read(month)) {
      const pdf = await deps.documents.readPdf(document).catch((error: unknown) => {
        log.error({ document: document.id, reason: errorMessage(error) }, "a paper could not be made");
      });
      if (pdf) yield { name: pdfName(document), content: [pdf], isStored: true };
      else missing.push(document.number);
    }
    if (missing.length > 0) yield { name: "missing.txt", content: [`Not made: ${missing.join(", ")}`] };
  }

  const entriesOf = { accounts: registers, papers };
  /** Streams a zip file, one at a time. */
  async function exportZip(name: keyof typeof entriesOf, { by, ip, month }: Record<"by" | "ip" | "month", string>) {
    const message = "Another download is under way. Please wait until it is done.";
    if (isZipping) throw httpError("too_many", { message, headers: { "retry-after": "10" } });
    isZipping = true;
    const end = () => {
      isZipping = false;
    };
    try {
      await deps.documents.issueDue();
      await limiter.take(zipsByOwner, by);
      await activity.recordExport({ by, ip, kind: "order", title: `${name} of ${month}`, filter: {} });
    } catch (error) {
      end();
      throw error;
    }
    const chunks = toZip(entriesOf[name](month), clock.now());
    return Readable.from(chunks, { objectMode: false, highWaterMark: 64 * 1024 }).once("close", end);
  }

  return {
    figures: (month: string, page?: number) => oneAtATime(() => figures(month, page)),
    exportZip,

    async issueOwed() {
      await deps.documents.issueOwed();
      return readOwed();
    },

    /** What reached the bank. */
    async settlements(month: string) {
      const items = await readSettlements(month);
      if (!items) throw httpError("unavailable", { message: PROVIDER_DOWN });
      return register.toTable(register.settlements, [
        ...Map.groupBy(items, ({ settlementId }) => settlementId).values(),
      ]);
    },
  };
}
export type MonthlyAccounts = ReturnType<typeof createMonthlyAccounts>;
