import fc from "fast-check";
import { expect, test } from "vitest";
import {
  CsvError,
  detectDelimiter,
  escapeFormula,
  readCsv,
  toCsvRow,
  unescapeFormula,
} from "../../src/server/platform/files/csv.ts";

const read = (text: string, delimiter = ",") => [...readCsv(text, delimiter)];
const cellsOf = (text: string, delimiter = ",") => read(text, delimiter).map(({ cells }) => cells);

test("reads quoted cells with doubled quotes, delimiters and line breaks", () => {
  expect(cellsOf('a,b\r\n1,"x, ""y""\r\nz"\r\n')).toEqual([
    ["a", "b"],
    ["1", 'x, "y"\r\nz'],
  ]);
});

test("gives the first line of each row for every kind of line break", () => {
  for (const end of ["\n", "\r\n", "\r"]) {
    const text = ["a", '"1', "", '2"', "", "b", '"c"'].join(end);
    expect(read(text).map(({ line }) => line)).toEqual([1, 2, 6, 7]);
  }
});

test("reads empty cells, skips empty lines and needs no final line break", () => {
  expect(cellsOf("a,,\n\n,\n\n\nb")).toEqual([["a", "", ""], ["", ""], ["b"]]);
  expect(cellsOf("")).toEqual([]);
  expect(cellsOf('""\n')).toEqual([[""]]);
  expect(cellsOf("a,")).toEqual([["a", ""]]);
});

test.for([
  ['a\n"open', 2],
  ['a\n\n"open\nand on', 3],
  ['a\n6" tall', 2],
  ['"a"b', 1],
  ['"a\nb"c', 2],
] as const)("rejects malformed CSV with its line: %j", ([text, line]) => {
  let error: unknown;
  try {
    read(text);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(CsvError);
  expect((error as CsvError).line).toBe(line);
});

test("detects the most frequent delimiter of the header, outside quotes", () => {
  expect(detectDelimiter("a,b,c\n1;2;3;4;5")).toBe(",");
  expect(detectDelimiter("a;b;c\n1,2,3,4,5")).toBe(";");
  expect(detectDelimiter('"a,b,c";d\n')).toBe(";");
  expect(detectDelimiter("a\tb")).toBe("\t");
  expect(detectDelimiter("alone")).toBe(",");
});

test.for(["=1+1", "+1", "-1", "@sum", "\tx", "\rx", "'=x", "''-x", "＝1"])("escapes %j as a formula", (text) => {
  expect(escapeFormula(text)).toBe(`'${text}`);
  expect(unescapeFormula(escapeFormula(text))).toBe(text);
});

test.for(["plain", "a=b", "'quoted'", "'", "", "५", "रुद्राक्ष"])("leaves %j unchanged", (text) => {
  expect(escapeFormula(text)).toBe(text);
  expect(unescapeFormula(text)).toBe(text);
});

test("does not escape numbers, negative ones included", () => {
  expect(toCsvRow([-5, 1.5, true, "-5"])).toBe("-5,1.5,true,'-5\r\n");
});

const nasty = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: fc.constantFrom('"', ",", ";", "\n", "\r", "\t", "'", "=", "-", "@", " ", "x", "न") }),
);

test("reads back exactly what it wrote", () => {
  fc.assert(
    fc.property(fc.array(fc.array(nasty, { minLength: 1, maxLength: 5 }), { maxLength: 8 }), (rows) => {
      const text = rows.map(toCsvRow).join("");
      expect(cellsOf(text).map((cells) => cells.map(unescapeFormula))).toEqual(rows);
    }),
    { numRuns: 500 },
  );
});

test("never writes a cell that starts a formula", () => {
  fc.assert(
    fc.property(nasty, (text) => {
      expect(cellsOf(toCsvRow([text]))[0]![0]).not.toMatch(/^[=+\-@\t\r]/);
    }),
  );
});
