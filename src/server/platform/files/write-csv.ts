import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

type CsvValue = string | number | boolean;

/** Characters with which a spreadsheet formula starts. */
const FORMULA_START = "[=+\\-@\\t\\r\\n＝＋－＠]";
const FORMULA = new RegExp(`^'*${FORMULA_START}`);
const ESCAPED_FORMULA = new RegExp(`^'+${FORMULA_START}`);

/** Prevents CSV injection: spreadsheets take a cell with a leading apostrophe as text. */
export const escapeFormula = (text: string) => (FORMULA.test(text) ? `'${text}` : text);
/** The exact inverse of `escapeFormula`. */
export const unescapeFormula = (text: string) => (ESCAPED_FORMULA.test(text) ? text.slice(1) : text);

const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

function toCell(value: CsvValue) {
  if (typeof value !== "string") return String(value);
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

type CsvRecords<Column extends string> = AsyncIterable<Record<Column, CsvValue>>;

async function* toCsv<Column extends string>(columns: readonly Column[], records: CsvRecords<Column>) {
  yield BYTE_ORDER_MARK + toCsvRow(columns);
  for await (const record of records) yield toCsvRow(columns.map((column) => record[column]));
}

/** Streams the records as a download: the header, then one row per record. */
export function sendCsv<Column extends string>(
  reply: FastifyReply,
  filename: string,
  columns: readonly Column[],
  records: CsvRecords<Column>,
) {
  return reply
    .type("text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${filename}"`)
    .header("cache-control", "no-store")
    .send(Readable.from(toCsv(columns, records), { objectMode: false, highWaterMark: 64 * 1024 }));
}
