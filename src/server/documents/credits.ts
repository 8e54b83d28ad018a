import type { DocumentLine } from "../../contracts/documents/document-rules.ts";
import { splitByWeight, sumOf } from "../../contracts/money.ts";
import { countedRefunds, type FullOrder } from "../orders/core/order.ts";
import { type DocumentRow, isInvoice } from "./document-table.ts";
import {
  chargedFor,
  type Draft,
  type Facts,
  isClosed,
  isTakenBack,
  isUndone,
  shipmentCause,
  supplies,
  supplyOf,
  TAKEN_BACK,
} from "./supplies.ts";
import { mayReduceTax, taxHeads, untaxed } from "./tax.ts";

/** A line of an invoice, with what its credit notes have taken off. */
interface OpenLine {
  document: DocumentRow;
  line: DocumentLine;
  creditedPaise: number;
  creditedQty: number;
}

const leftOf = ({ line, creditedPaise }: OpenLine) => line.valuePaise - creditedPaise;

const isSameLine = (one: DocumentLine, other: DocumentLine) =>
  one.lineIndex === other.lineIndex && one.rate === other.rate && one.treatment === other.treatment;

function openLines(issued: DocumentRow[]): OpenLine[] {
  return issued.filter(isInvoice).flatMap((document) => {
    const notes = issued.filter(({ originalId }) => originalId === document.id).flatMap(({ lines }) => lines);
    return document.lines.map((line) => {
      const own = notes.filter((note) => isSameLine(note, line));
      const creditedPaise = sumOf(own.map(({ valuePaise }) => valuePaise));
      return { document, line, creditedPaise, creditedQty: sumOf(own.map(({ qty }) => qty)) };
    });
  });
}

/**
 * How much must be credited in all, by line and in total. Refunded lines are credited as far as they are on invoices
 * beyond what the buyer keeps; a refund by amount in proportion to what is on invoices. Counted from the start each
 * time, so a refund that fails keeps its note, and its repetition gets no second one.
 */
function targets(full: FullOrder, open: OpenLine[]) {
  const { order, items, refundLines } = full;
  const made = countedRefunds(full);
  const lines = refundLines.filter(({ refundId }) => made.some(({ id }) => id === refundId));
  const refundedPaise = sumOf(made.map(({ amountPaise }) => amountPaise));
  const invoicedOf = (lineIndex: number) =>
    sumOf(open.filter(({ line }) => line.lineIndex === lineIndex).map(({ line }) => line.valuePaise));
  const byLine = new Map(
    items.map((item) => {
      const refunded = sumOf(lines.filter((one) => one.lineIndex === item.lineIndex).map((one) => one.amountPaise));
      return [item.lineIndex, Math.max(0, invoicedOf(item.lineIndex) - (chargedFor(item) - refunded))];
    }),
  );
  const ofLines = sumOf([...byLine.values()]);
  const linePaise = sumOf(lines.map(({ amountPaise }) => amountPaise));
  const invoiced = sumOf(open.map(({ line }) => line.valuePaise)) - ofLines;
  const whole = order.totalPaise - linePaise;
  const amount = refundedPaise - linePaise;
  const share = amount >= whole ? invoiced : Math.round((amount / whole) * invoiced);
  return { byLine, byAmount: share };
}

/**
 * What must still be credited of each line. Refunded lines take from the newest invoice first; a refund by amount is
 * shared out over the rest of all lines. What was credited too much of one line is left off the others.
 */
function allocate(full: FullOrder, open: OpenLine[]): number[] {
  const { byLine, byAmount } = targets(full, open);
  const taken = open.map(() => 0);
  for (const [n, { line }] of [...open.entries()].reverse()) {
    const left = byLine.get(line.lineIndex!) ?? 0;
    taken[n] = Math.min(left, line.valuePaise);
    byLine.set(line.lineIndex!, left - taken[n]);
  }
  const shares = splitByWeight(
    byAmount,
    open.map(({ line }, n) => line.valuePaise - taken[n]!),
  );
  const missing = open.map(({ creditedPaise }, n) => taken[n]! + shares[n]! - creditedPaise);
  return splitByWeight(
    Math.max(0, sumOf(missing)),
    missing.map((paise) => Math.max(0, paise)),
  );
}

/** Pieces that a credit returns: known when it is the price of whole ones, but for a paisa of rounding. */
function qtyOf({ line, creditedPaise, creditedQty }: OpenLine, paise: number) {
  const qty = Math.round(((creditedPaise + paise) * line.qty) / line.valuePaise);
  return Math.abs((line.valuePaise * qty) / line.qty - creditedPaise - paise) <= 1 ? Math.max(0, qty - creditedQty) : 0;
}

/**
 * The tax of all notes of a line together is the tax of their sum: a whole credit leaves nothing of it. Only a note of
 * a paisa has no room for both heads.
 */
function creditLine(one: OpenLine, paise: number, isTaxReduced: boolean): DocumentLine {
  const { document, line, creditedPaise } = one;
  const isInterState = document.placeOfSupply !== document.seller.state;
  const heads = (value: number) => taxHeads(value, line.rate, isInterState);
  const [before, after] = [heads(creditedPaise), heads(creditedPaise + paise)];
  const half = Math.min(after.cgstPaise - before.cgstPaise, Math.floor(paise / 2));
  const igstPaise = after.igstPaise - before.igstPaise;
  const taxed = { taxablePaise: paise - 2 * half - igstPaise, cgstPaise: half, sgstPaise: half, igstPaise };
  const parts = isTaxReduced && line.treatment === "taxable" ? taxed : untaxed(paise);
  return { ...line, qty: qtyOf(one, paise), grossPaise: paise, discountPaise: 0, valuePaise: paise, ...parts };
}

function noteOf({ day, issued }: Facts, document: DocumentRow, why: string, lines: [OpenLine, number][]): Draft {
  const { id, mode, seller, buyer, placeOfSupply } = document;
  const isTaxReduced = mayReduceTax(document.day, day);
  const count = issued.filter(({ originalId }) => originalId === id).length;
  return {
    kind: "credit_note",
    cause: `${why}:${id}/${count}`,
    originalId: id,
    mode,
    seller,
    buyer,
    placeOfSupply,
    lines: lines.map(([one, paise]) => creditLine(one, paise, isTaxReduced)),
  };
}

/** The credit notes for what was refunded or taken back, one for each invoice. */
export function draftCredits(facts: Facts): Draft[] {
  const { full, issued } = facts;
  const lines = openLines(issued).filter(({ document }) => !isClosed(issued, document));
  const isUp = (document: DocumentRow) => isUndone(full) || isTakenBack(full, document);
  const kept = lines.filter(({ document }) => !isUp(document));
  const credits = allocate(full, kept);
  const due = new Map(kept.map((one, n) => [one, credits[n]!]));
  for (const one of lines) if (isUp(one.document)) due.set(one, leftOf(one));
  return issued.flatMap((document) => {
    const own = [...due].filter(([one, paise]) => one.document === document && paise > 0);
    return own.length > 0 ? [noteOf(facts, document, isUp(document) ? TAKEN_BACK : "credit", own)] : [];
  });
}

/** Its pieces have left before they came back: the invoice is credited, also within its month. */
const isOfReturned = ({ shipments }: FullOrder, document: DocumentRow) =>
  shipments.some(({ id, returnedAt, lines }) => {
    const isIn = ({ lineIndex }: DocumentLine) => lines.some((line) => line.lineIndex === lineIndex);
    const isOfAll = supplies.shipped.includes(supplyOf(document)) && document.lines.some(isIn);
    return returnedAt && (isOfAll || shipmentCause(id) === supplyOf(document));
  });

/** Receipts of what was not paid, and this month's invoices of what has not left: cancelled instead of credited. */
export const cancellable = ({ full, issued, day }: Facts) =>
  issued.filter(
    (document) =>
      isTakenBack(full, document) &&
      !isOfReturned(full, document) &&
      (document.kind === "receipt" ||
        (document.day.slice(0, 7) === day.slice(0, 7) && !issued.some(({ originalId }) => originalId === document.id))),
  );
