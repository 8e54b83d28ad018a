import type { Register } from "../../../contracts/documents/accounts.ts";
import { documentRules } from "../../../contracts/documents/document-rules.ts";
import { sumOf, toRupees } from "../../../contracts/money.ts";
import type { SettlementItem } from "../../payments/provider/provider.ts";
import { toCsvRow } from "../../platform/files/csv.ts";
import type { ZipEntry } from "../../platform/files/zip.ts";
import { indianDay, indianTime } from "../../platform/indian-time.ts";
import type { RefundRow } from "../../refunds/service.ts";
import { sumAmounts } from "../tax.ts";
import { gstPlace, isTooLate, type MonthDocument, type RegisterOf } from "./gstr1.ts";

const PAPER = "Date,Number,Paper,Order,Buyer,GSTIN,Place of supply,Value,Taxable,CGST,SGST,IGST";
function paperCells(document: MonthDocument) {
  const { valuePaise, taxablePaise, cgstPaise, sgstPaise, igstPaise } = document.cancelledAt ? sumAmounts() : document;
  return [
    ...[document.day, document.number, documentRules[document.kind].title, document.orderId],
    ...[document.buyer.name, document.buyer.gstin, gstPlace(document)],
    ...[valuePaise, taxablePaise, cgstPaise, sgstPaise, igstPaise].map(toRupees),
  ];
}

export const sales: RegisterOf<MonthDocument> = {
  name: "Sales register",
  header: `${PAPER},Cancelled`,
  cells: (sale) => [...paperCells(sale), sale.cancelledAt ? "yes" : ""],
};
export const creditNotes: RegisterOf<MonthDocument> = {
  name: "Credit notes",
  header: `${PAPER},Original,Reduces GST`,
  cells: (note) => [...paperCells(note), note.original?.number ?? "", isTooLate(note) ? "no" : "yes"],
};
export const refunds: RegisterOf<RefundRow> = {
  name: "Refunds",
  header: "Date,Order,Payment,Refund,Amount,State,Reason,Failure,Bank reference",
  cells: ({ createdAt, orderId, paymentId, method, providerRefundId, amountPaise, status, reason, failure, arn }) => [
    ...[
      indianTime(createdAt),
      orderId,
      paymentId,
      providerRefundId ?? (method === "provider" ? "" : method),
      toRupees(amountPaise),
    ],
    ...[status, reason, failure, arn ?? ""],
  ],
};
const dayOf = ({ settledAt }: SettlementItem) => settledAt && indianDay(new Date(settledAt));
export const settlementItems: RegisterOf<SettlementItem> = {
  name: "Settlements",
  header: "Date,Settlement,Bank reference,Kind,Payment or refund,Amount,Fee with GST,GST of the fee,Credit,Debit",
  cells: (item) => [
    ...[dayOf(item), item.settlementId, item.utr, item.type, item.id],
    ...[item.amountPaise, item.feePaise, item.taxPaise, item.creditPaise, item.debitPaise].map(toRupees),
  ],
};
/** The items of one transfer to the bank. */
export const settlements: RegisterOf<SettlementItem[]> = {
  name: "Settlements",
  header: "Date,Settlement,Bank reference,Entries,Fee with GST,GST of the fee,To the bank",
  cells(items) {
    const [first] = items as [SettlementItem];
    const sum = (amountOf: (item: SettlementItem) => number) => toRupees(sumOf(items.map(amountOf)));
    const bank = sum(({ creditPaise, debitPaise }) => creditPaise - debitPaise);
    const fees = [sum(({ feePaise }) => feePaise), sum(({ taxPaise }) => taxPaise)];
    return [dayOf(first), first.settlementId, first.utr, items.length, ...fees, bank];
  },
};

const MAX_ROWS = 500;
export function toTable<T>({ name, header, cells }: RegisterOf<T>, records: T[], total = records.length): Register {
  return { name, header: header.split(","), total, rows: records.slice(0, MAX_ROWS).map(cells) };
}

/** A CSV file. The registers begin with the byte order mark, which Excel needs. */
export function toFile<T>(register: RegisterOf<T>, records: AsyncIterable<T> | T[], start = "\uFEFF"): ZipEntry {
  const { name, header, cells } = register;
  async function* write() {
    yield start + toCsvRow(header.split(","));
    for await (const record of records) yield toCsvRow(cells(record));
  }
  return { name: `${name.toLowerCase().replace(" ", "-")}.csv`, content: write() };
}
