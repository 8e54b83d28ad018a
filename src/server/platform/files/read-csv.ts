/** A place in a file where it stops being CSV (RFC 4180). */
export class CsvError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

export interface CsvRow {
  /** The line of the file on which the row begins; a cell may hold line breaks, so a row may take several. */
  line: number;
  cells: string[];
}

const SEPARATORS = [",", ";", "\t"];

/** Excel writes what the computer's country uses: the separator is the one that the header has most of. */
export function separatorOf(text: string) {
  const header = (/^(?:"[^"]*"|[^"\r\n])*/.exec(text)?.[0] ?? "").replace(/"[^"]*"/g, "");
  const found = SEPARATORS.map((separator) => ({ separator, times: header.split(separator).length }));
  return found.reduce((most, one) => (one.times > most.times ? one : most)).separator;
}

const lineBreaks = (text: string) => text.match(/\r\n|\r|\n/g)?.length ?? 0;

function closingQuote(text: string, opening: number) {
  let at = text.indexOf('"', opening + 1);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

function endOfPlainCell(text: string, start: number, separator: string) {
  let at = start;
  while (at < text.length && text[at] !== separator && text[at] !== "\n" && text[at] !== "\r") at += 1;
  return at;
}

/** Reads the rows of a CSV text one by one; empty lines are no rows. What is not well-formed is refused, never guessed. */
export function* readCsv(text: string, separator: string): Generator<CsvRow> {
  let at = 0;
  let line = 1;

  function readCell() {
    const isQuoted = text[at] === '"';
    const start = isQuoted ? at + 1 : at;
    const end = isQuoted ? closingQuote(text, at) : endOfPlainCell(text, at, separator);
    if (end < 0) throw new CsvError(line, "A quotation mark is opened here and never closed.");
    const raw = text.slice(start, end);
    if (!isQuoted && raw.includes('"'))
      throw new CsvError(
        line,
        "A cell with quotation marks in it must stand in quotation marks, and they are doubled.",
      );
    at = isQuoted ? end + 1 : end;
    if (!isQuoted) return raw;
    line += lineBreaks(raw);
    return raw.replaceAll('""', '"');
  }

  while (at < text.length) {
    const row: CsvRow = { line, cells: [] };
    const start = at;
    row.cells.push(readCell());
    while (text[at] === separator) {
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
