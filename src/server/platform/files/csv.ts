import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

export class CsvError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

export interface CsvRow {
  /** The first line of the row. Cells may contain line breaks. */
  line: number;
  cells: string[];
}

const DELIMITERS = [",", ";", "\t"];

/** Excel's delimiter depends on the locale. Picks the most frequent one in the header, outside quotes. */
export function detectDelimiter(text: string) {
  const header = (/^(?:"[^"]*"|[^"\r\n])*/.exec(text)?.[0] ?? "").replace(/"[^"]*"/g, "");
  const count = (delimiter: string) => header.split(delimiter).length;
  return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

const countLineBreaks = (text: string) => text.match(/\r\n|\r|\n/g)?.length ?? 0;

function findClosingQuote(text: string, opening: number) {
  let at = text.indexOf('"', opening + 1);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

function findCellEnd(text: string, start: number, delimiter: string) {
  let at = start;
  while (at < text.length && text[at] !== delimiter && text[at] !== "\n" && text[at] !== "\r") at += 1;
  return at;
}

/** Parses CSV strictly: throws CsvError instead of guessing. Skips empty lines. */
export function* readCsv(text: string, delimiter: string): Generator<CsvRow> {
  let at = 0;
  let line = 1;

  function readCell() {
    const isQuoted = text[at] === '"';
    const start = isQuoted ? at + 1 : at;
    const end = isQuoted ? findClosingQuote(text, at) : findCellEnd(text, at, delimiter);
    if (end < 0) throw new CsvError(line, "A quotation mark is opened here and never closed.");
    const raw = text.slice(start, end);
    if (!isQuoted && raw.includes('"'))
      throw new CsvError(
        line,
        "A cell with quotation marks in it must stand in quotation marks, and they are doubled.",
      );
    at = isQuoted ? end + 1 : end;
    if (!isQuoted) return raw;
    line += countLineBreaks(raw);
    return raw.replaceAll('""', '"');
  }

  while (at < text.length) {
    const row: CsvRow = { line, cells: [] };
    const start = at;
    row.cells.push(readCell());
    while (text[at] === delimiter) {
      at += 1;
      row.cells.push(readCell());
    }
    const isBlank = at === start;
    if (at < text.length && text[at] !== "\r" && text[at] !== "\n")
      throw new CsvError(line, "A cell goes on after its closing quotation mark.");
    at += text.startsWith("\r\n", at) ? 2 : 1;
    line += 1;
    if (!isBlank) yield row;
  }
}

type CsvValue = string | number | boolean | null;

/** Characters with which a spreadsheet formula starts. */
const FORMULA_START = "[=+\\-@\\t\\r\\n＝＋－＠]";
const FORMULA = new RegExp(`^'*${FORMULA_START}`);
const ESCAPED_FORMULA = new RegExp(`^'+${FORMULA_START}`);

/** Prevents CSV injection: spreadsheets take a cell with a leading apostrophe as text. */
export const escapeFormula = (text: string) => (FORMULA.test(text) ? `'${text}` : text);
export const unescapeFormula = (text: string) => (ESCAPED_FORMULA.test(text) ? text.slice(1) : text);

const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

function toCell(value: CsvValue) {
  if (typeof value !== "string") return String(value ?? "");
  const text = escapeFormula(value);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function toCsvRow(values: readonly CsvValue[]) {
  const row = values.map(toCell).join(",");
  // Readers skip an empty line.
  return `${row === "" ? '""' : row}\r\n`;
}

/** Excel needs it to detect UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

export type CsvColumns<T, Name extends string = string> = Record<Name, (record: T) => CsvValue>;

async function* toCsv<T>(columns: CsvColumns<T>, records: AsyncIterable<T>) {
  yield BYTE_ORDER_MARK + toCsvRow(Object.keys(columns));
  const cells = Object.values(columns);
  for await (const record of records) yield toCsvRow(cells.map((cell) => cell(record)));
}

export function sendCsv<T>(
  reply: FastifyReply,
  filename: string,
  { columns, records }: { columns: CsvColumns<T>; records: AsyncIterable<T> },
) {
  return reply
    .type("text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${filename}"`)
    .header("cache-control", "no-store")
    .send(Readable.from(toCsv(columns, records), { objectMode: false, highWaterMark: 64 * 1024 }));
}
