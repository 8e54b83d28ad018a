import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

type CsvValue = string | number | boolean | null;

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

/** What each column of a file holds, in the order of the columns. */
export type CsvColumns<T, Name extends string = string> = Record<Name, (record: T) => CsvValue>;

async function* toCsv<T>(columns: CsvColumns<T>, records: AsyncIterable<T>) {
  yield BYTE_ORDER_MARK + toCsvRow(Object.keys(columns));
  const cells = Object.values(columns);
  for await (const record of records) yield toCsvRow(cells.map((cell) => cell(record)));
}

/** Streams the records as a download: the header, then one row per record. */
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
