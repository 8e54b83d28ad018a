import { Readable } from "node:stream";
import { and, asc, eq, gte, lt, ne, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { MonthAccounts, Settlement } from "../../../contracts/documents/accounts.ts";
import { documentTitles } from "../../../contracts/documents/document-rules.ts";
import { toRupees } from "../../../contracts/money.ts";
import { shortId } from "../../../contracts/orders/order-rules.ts";
import type { Activity } from "../../activity/service.ts";
import { isProviderError, type PaymentProvider } from "../../payments/service.ts";
import { toCsvRow } from "../../platform/files/csv.ts";
import { toZip, type ZipEntry } from "../../platform/files/zip.ts";
import { httpError } from "../../platform/http/errors.ts";
import type { Limit } from "../../platform/http/rate-limit.ts";
import { indianDay, indianTime, startOfDay } from "../../platform/indian-time.ts";
import { limitConcurrency } from "../../platform/limit-concurrency.ts";
import type { Platform } from "../../platform/platform.ts";
import type { Refunds } from "../../refunds/service.ts";
import type { SettingsService } from "../../settings/service.ts";
import { type DocumentRow, documents, documentTasks } from "../document-table.ts";
import { addAmounts, createGstr1, gstDate, gstPlace, isTooLate, type MonthDocument, rowLike } from "./gstr1.ts";

interface AccountsDeps extends Pick<Platform, "db" | "clock" | "limiter" | "log"> {
  settings: SettingsService;
  activity: Activity;
  provider: PaymentProvider;
  refunds: Refunds;
  /** Issues the papers that could not be issued before. */
  issueOwed(): Promise<unknown>;
  /** Makes the PDF if there is none yet. */
  pdfOf(document: DocumentRow): Promise<Uint8Array>;
}

/** Who downloads what. */
interface Download {
  month: string;
  by: string;
  ip: string;
}

const zipByOwner: Limit = { name: "accounts-owner", tries: 30, seconds: 60 * 60 };
const BATCH = 250;
const SALES_PAGE = 50;
const MAX_ROWS = 500;

/** The first day of the month and of the next. */
function spanOf(month: string) {
  const [year, number] = month.split("-").map(Number) as [number, number];
  return [`${month}-01`, new Date(Date.UTC(year, number)).toISOString().slice(0, 10)] as const;
}

const amountsOf = (row: Pick<DocumentRow, "valuePaise" | "taxablePaise" | "cgstPaise" | "sgstPaise" | "igstPaise">) => ({
  value: toRupees(row.valuePaise),
  taxable: toRupees(row.taxablePaise),
  cgst: toRupees(row.cgstPaise),
  sgst: toRupees(row.sgstPaise),
  igst: toRupees(row.igstPaise),
});
const none = { valuePaise: 0, taxablePaise: 0, cgstPaise: 0, sgstPaise: 0, igstPaise: 0 };

/** A registered seller's receipt confirms a payment; the sale has an invoice of its own. */
const isSale = ({ kind, mode }: DocumentRow) => kind !== "credit_note" && (kind !== "receipt" || mode === "unregistered");

const toRow = (document: MonthDocument): MonthAccounts["creditNotes"][number] => ({
  ...{ _id: document.id, orderId: document.orderId, number: document.number, kind: document.kind, date: document.day },
  ...{ buyer: document.buyer.name, gstin: document.buyer.gstin, place: gstPlace(document) },
  ...amountsOf(document.cancelledAt ? none : document),
  ...(document.original && { originalNumber: document.original.number }),
  ...(document.cancelledAt && { cancelled: true }),
});

/** A register for people: Excel needs the byte order mark. */
async function* register<T>(header: string, records: AsyncIterable<T> | Iterable<T>, cells: (record: T) => (string | number)[]) {
  yield `\uFEFF${toCsvRow(header.split(","))}`;
  for await (const record of records) yield toCsvRow(cells(record));
}
