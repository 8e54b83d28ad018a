import { Readable } from "node:stream";
import { and, asc, eq, gte, lt, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { MonthAccounts, Settlement } from "../../../contracts/documents/accounts.ts";
import { type DocumentKind, documentTitles } from "../../../contracts/documents/document-rules.ts";
import { sumOf, toRupees } from "../../../contracts/money.ts";
import type { Activity } from "../../activity/service.ts";
import { isProviderError, type PaymentProvider, type SettlementItem } from "../../payments/service.ts";
import { toCsvRow } from "../../platform/files/csv.ts";
import { toZip, type ZipEntry } from "../../platform/files/zip.ts";
import { httpError } from "../../platform/http/errors.ts";
import { indianDay, indianTime, startOfDay } from "../../platform/indian-time.ts";
import { limitConcurrency } from "../../platform/limit-concurrency.ts";
import { errorMessage } from "../../platform/log.ts";
import type { Platform } from "../../platform/platform.ts";
import type { RefundRow, Refunds } from "../../refunds/service.ts";
import type { SettingsService } from "../../settings/service.ts";
import { type DocumentRow, documents, documentTasks } from "../document-table.ts";
import { type Documents, pdfName } from "../service.ts";
import { addAmounts, createGstr1, gstPlace, isTooLate, type MonthDocument, noAmounts } from "./gstr1.ts";

type Row = MonthAccounts["creditNotes"][number];

/** Who downloads which month. */
interface Download {
  month: string;
  by: string;
  ip: string;
}

interface AccountsDeps extends Pick<Platform, "db" | "clock" | "limiter" | "log"> {
  settings: SettingsService;
  activity: Activity;
  provider: PaymentProvider;
  refunds: Pick<Refunds, "listBetween">;
  documents: Pick<Documents, "issueOwed" | "readPdf">;
}

const zipByOwner = { name: "accounts-owner", tries: 30, seconds: 60 * 60 };
const BATCH = 250;
const SALES_PAGE = 50;
const MAX_ROWS = 500;
const PROVIDER_DOWN = "The payment provider does not answer. Please try again in a moment.";

const amountsOf = (row: typeof noAmounts) => ({
  value: toRupees(row.valuePaise),
  taxable: toRupees(row.taxablePaise),
  cgst: toRupees(row.cgstPaise),
  sgst: toRupees(row.sgstPaise),
  igst: toRupees(row.igstPaise),
});

const inRupees = (checks: ReturnType<ReturnType<typeof createGstr1>["checks"]>) =>
  checks.map(({ name, files, register }) => ({ name, files: toRupees(files), register: toRupees(register) }));

/** A registered seller's receipt confirms a payment; the sale has an invoice. */
const isSale = ({ kind, mode }: DocumentRow) =>
  kind !== "credit_note" && (kind !== "receipt" || mode === "unregistered");

const toRow = (document: MonthDocument): Row => ({
  ...{ _id: document.id, orderId: document.orderId, number: document.number, kind: document.kind, date: document.day },
  ...{ buyer: document.buyer.name, gstin: document.buyer.gstin, place: gstPlace(document) },
  ...amountsOf(document.cancelledAt ? noAmounts : document),
  ...(document.original && { originalNumber: document.original.number }),
  ...(document.cancelledAt && { cancelled: true }),
});

const AMOUNTS = "Value,Taxable value,CGST,SGST,IGST";
const PAPER = `Date,Number,Paper,Order,Buyer,GSTIN,Place of supply,${AMOUNTS}`;
function paperCells(document: MonthDocument) {
  const row = toRow(document);
  const head = [row.date, row.number, documentTitles[row.kind], row.orderId, row.buyer, row.gstin, row.place];
  return [...head, row.value, row.taxable, row.cgst, row.sgst, row.igst];
}

type Cells = (string | number)[];
type Records<T> = AsyncIterable<T> | Iterable<T>;

/** A register for people begins with the byte order mark, which Excel needs. */
async function* csv<T>(header: string, records: Records<T>, cells: (record: T) => Cells, start = "\uFEFF") {
  yield start + toCsvRow(header.split(","));
  for await (const record of records) yield toCsvRow(cells(record));
}

/** The first day of the month and of the next. */
function spanOf(month: string) {
  const [year, number] = month.split("-").map(Number) as [number, number];
  return [`${month}-01`, new Date(Date.UTC(year, number)).toISOString().slice(0, 10)] as const;
}

/** The registers and returns of a month. */
export function createMonthlyAccounts({
  db,
  clock,
  limiter,
  log,
  settings,
  activity,
  provider,
  ...deps
}: AccountsDeps) {
  /** Reading 10,000 papers takes about a second. */
  const oneAtATime = limitConcurrency({ concurrency: 1, maxQueued: 20 });
  let isZipping = false;

  /** The papers of a month in batches, which bounds memory. */
  async function* read(month: string): AsyncGenerator<MonthDocument> {
    const originals = alias(documents, "originals");
    const [from, before] = spanOf(month);
    let rest = sql`true`;
    while (true) {
      const rows = await db
        .select({ document: documents, original: originals })
        .from(documents)
        .leftJoin(originals, eq(originals.id, documents.originalId))
        .where(and(gte(documents.day, from), lt(documents.day, before), rest))
        .orderBy(asc(documents.day), asc(documents.id))
        .limit(BATCH);
      for (const { document, original } of rows) yield { ...document, original };
      const last = rows.at(-1)?.document;
      if (!last || rows.length < BATCH) return;
      rest = sql`(${documents.day}, ${documents.id}) > (${last.day}, ${last.id})`;
    }
  }

  function readRefunds(month: string) {
    const [from, before] = spanOf(month).map(startOfDay) as [Date, Date];
    return deps.refunds.listBetween(from, before);
  }

  async function readSettlements(month: string) {
    try {
      return await provider.listSettlements(month);
    } catch (error) {
      if (isProviderError(error)) return undefined;
      throw error;
    }
  }

  async function figures(month: string, page = 1): Promise<MonthAccounts> {
    const gstr1 = createGstr1();
    const totals = new Map<DocumentKind, typeof noAmounts & { count: number; from: string; to: string }>();
    const [sales, creditNotes]: [Row[], Row[]] = [[], []];
    let saleCount = 0;
    for await (const document of read(month)) {
      const { kind, number, cancelledAt } = document;
      gstr1.add(document);
      if (isSale(document) && Math.floor(saleCount++ / SALES_PAGE) === page - 1) sales.push(toRow(document));
      if (kind === "credit_note" && creditNotes.length < MAX_ROWS) creditNotes.push(toRow(document));
      const total = totals.get(kind) ?? { ...noAmounts, count: 0, from: number, to: number };
      totals.set(kind, total);
      if (number < total.from) total.from = number;
      if (number > total.to) total.to = number;
      if (cancelledAt) continue;
      total.count += 1;
      addAmounts(total, document, 1);
    }
    const hsn = gstr1.hsn();
    const refunds = await readRefunds(month);
    return {
      isRegistered: hsn.length > 0 || (await settings.read()).seller.mode === "regular",
      totals: [...totals].map(([kind, total]) => ({ kind, ...total, ...amountsOf(total) })),
      hsn: hsn.map((row) => ({ ...row, ...amountsOf(row) })),
      checks: inRupees(gstr1.checks()),
      sales: { total: saleCount, items: sales },
      creditNotes,
      refunds: refunds.slice(0, MAX_ROWS).map(({ id, createdAt, amountPaise, ...refund }) => ({
        ...{ ...refund, _id: id, at: createdAt.toISOString(), amount: toRupees(amountPaise) },
      })),
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
    const saleCells = (sale: MonthDocument) => [...paperCells(sale), sale.cancelledAt ? "yes" : ""];
    yield { name: "sales-register.csv", content: csv(`${PAPER},Cancelled`, readSales(), saleCells) };
    const noteHeader = `${PAPER},Original,Original date,Reduces GST`;
    const noteCells = (note: MonthDocument) => [
      ...[...paperCells(note), note.original?.number ?? "", note.original?.day ?? "", isTooLate(note) ? "no" : "yes"],
    ];
    yield { name: "credit-notes.csv", content: csv(noteHeader, notes, noteCells) };
    const refundHeader = "Date,Order,Payment,Refund,Amount,State,Reason,Failure,Bank reference";
    const refundCells = (refund: RefundRow) => [
      ...[indianTime(refund.createdAt), refund.orderId, refund.paymentId, refund.providerRefundId ?? ""],
      ...[toRupees(refund.amountPaise), refund.status, refund.reason, refund.failure, refund.arn ?? ""],
    ];
    yield { name: "refunds.csv", content: csv(refundHeader, await readRefunds(month), refundCells) };
    const settled = await readSettlements(month);
    const settledHeader =
      "Settled,Settlement,UTR,Kind,Payment or refund,Amount,Fee with GST,GST of the fee,Credit,Debit";
    const settledCells = (item: SettlementItem) => [
      ...[item.settledAt && indianTime(new Date(item.settledAt)), item.settlementId, item.utr, item.type, item.id],
      ...[item.amountPaise, item.feePaise, item.taxPaise, item.creditPaise, item.debitPaise].map(toRupees),
    ];
    if (settled) yield { name: "settlements.csv", content: csv(settledHeader, settled, settledCells) };
    for (const { name, header, rows } of gstr1.files())
      yield { name: `${name}.csv`, content: csv(header, rows, (cells) => cells, "") };
    const checks: Cells[] = inRupees(gstr1.checks()).map(({ name, files, register }) => [name, files, register]);
    if (!settled) checks.push(["Settlements are missing: the payment provider did not answer"]);
    yield { name: "check.csv", content: csv("Check,Files,Papers", checks, (cells) => cells) };
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

  /** Streams a zip file, one at a time. */
  async function download({ by, ip, month }: Download, title: string, entries: AsyncIterable<ZipEntry>) {
    const message = "Another download is under way. Please wait until it is done.";
    if (isZipping) throw httpError("too_many", { message, headers: { "retry-after": "10" } });
    isZipping = true;
    const end = () => {
      isZipping = false;
    };
    try {
      await limiter.take(zipByOwner, by);
      await activity.recordExport({ by, ip, kind: "order", title: `${title} of ${month}`, filter: {} });
    } catch (error) {
      end();
      throw error;
    }
    const chunks = toZip(entries, clock.now());
    return Readable.from(chunks, { objectMode: false, highWaterMark: 64 * 1024 }).once("close", end);
  }

  return {
    figures: (month: string, page?: number) => oneAtATime(() => figures(month, page)),
    exportRegisters: (wanted: Download) => download(wanted, "accounts", registers(wanted.month)),
    exportPapers: (wanted: Download) => download(wanted, "papers", papers(wanted.month)),

    async issueOwed() {
      await deps.documents.issueOwed();
      return readOwed();
    },

    /** What reached the bank, the newest first. */
    async settlements(month: string): Promise<Settlement[]> {
      const items = await readSettlements(month);
      if (!items) throw httpError("unavailable", { message: PROVIDER_DOWN });
      return [...Map.groupBy(items, ({ settlementId }) => settlementId)].map(([_id, own]) => {
        const sum = (amountOf: (item: SettlementItem) => number) => toRupees(sumOf(own.map(amountOf)));
        const { settledAt, utr } = own[0]!;
        const amount = sum(({ creditPaise, debitPaise }) => creditPaise - debitPaise);
        const fees = { fees: sum(({ feePaise }) => feePaise), tax: sum(({ taxPaise }) => taxPaise) };
        return { _id, utr, date: settledAt && indianDay(new Date(settledAt)), count: own.length, amount, ...fees };
      });
    },
  };
}
export type MonthlyAccounts = ReturnType<typeof createMonthlyAccounts>;
