export type CsvValue = string | number | boolean;

/** How a cell begins that a spreadsheet would run as a formula. */
const FORMULA = "[=+\\-@\\t\\r\\n＝＋－＠]";
const RISKY = new RegExp(`^'*${FORMULA}`);
const GUARDED = new RegExp(`^'+${FORMULA}`);

/** A text that looks like a formula gets an apostrophe, which a spreadsheet takes for “this is text”. */
export const guard = (text: string) => (RISKY.test(text) ? `'${text}` : text);
/** Takes back what `guard` did, and no more. */
export const unguard = (text: string) => (GUARDED.test(text) ? text.slice(1) : text);

const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

function toCell(value: CsvValue) {
  if (typeof value !== "string") return String(value);
  const text = guard(value);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function toCsvRow(values: readonly CsvValue[]) {
  const row = values.map(toCell).join(",");
  // A line with nothing on it would be no row.
  return `${row === "" ? '""' : row}\r\n`;
}

/** Excel takes a file for UTF-8 when it begins with this. */
const BYTE_ORDER_MARK = "\uFEFF";

/** A table as a file: the header, then a row for each record, in pieces that can be sent as they come. */
export async function* toCsv<Column extends string>(
  columns: readonly Column[],
  records: AsyncIterable<Record<Column, CsvValue>>,
) {
  yield BYTE_ORDER_MARK + toCsvRow(columns);
  for await (const record of records) yield toCsvRow(columns.map((column) => record[column]));
}
