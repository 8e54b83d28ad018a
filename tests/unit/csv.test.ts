import fc from "fast-check";
import { expect, test } from "vitest";
import { CsvError, readCsv, separatorOf } from "../../src/server/platform/files/read-csv.ts";
import { guard, toCsvRow, unguard } from "../../src/server/platform/files/write-csv.ts";

const read = (text: string, separator = ",") => [...readCsv(text, separator)];
const cellsOf = (text: string, separator = ",") => read(text, separator).map(({ cells }) => cells);

test("cells, quotes, doubled quotes, separators and line breaks in cells are read", () => {
  expect(cellsOf('a,b\r\n1,"x, ""y""\r\nz"\r\n')).toEqual([
    ["a", "b"],
    ["1", 'x, "y"\r\nz'],
  ]);
});

test("a row knows the line of the file on which it begins, whatever the line breaks", () => {
  for (const end of ["\n", "\r\n", "\r"]) {
    const text = ["a", '"1', "", '2"', "", "b", '"c"'].join(end);
    expect(read(text).map(({ line }) => line)).toEqual([1, 2, 6, 7]);
  }
});

test("empty cells count and empty lines do not; the last line needs no end", () => {
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
] as const)("what is not well-formed is refused with its line: %j", ([text, line]) => {
  let error: unknown;
  try {
    read(text);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(CsvError);
  expect((error as CsvError).line).toBe(line);
});

test("the separator is the one the header has most of, outside of quotes", () => {
  expect(separatorOf("a,b,c\n1;2;3;4;5")).toBe(",");
  expect(separatorOf("a;b;c\n1,2,3,4,5")).toBe(";");
  expect(separatorOf('"a,b,c";d\n')).toBe(";");
  expect(separatorOf("a\tb")).toBe("\t");
  expect(separatorOf("alone")).toBe(",");
});

test.for(["=1+1", "+1", "-1", "@sum", "\tx", "\rx", "'=x", "''-x", "＝1"])("%j does not stay a formula", (text) => {
  expect(guard(text)).toBe(`'${text}`);
  expect(unguard(guard(text))).toBe(text);
});

test.for(["plain", "a=b", "'quoted'", "'", "", "५", "रुद्राक्ष"])("%j is left as it is", (text) => {
  expect(guard(text)).toBe(text);
  expect(unguard(text)).toBe(text);
});

test("numbers stay numbers, negative ones too", () => {
  expect(toCsvRow([-5, 1.5, true, "-5"])).toBe("-5,1.5,true,'-5\r\n");
});

const nasty = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: fc.constantFrom('"', ",", ";", "\n", "\r", "\t", "'", "=", "-", "@", " ", "x", "न") }),
);

test("whatever is written is read again just so", () => {
  fc.assert(
    fc.property(fc.array(fc.array(nasty, { minLength: 1, maxLength: 5 }), { maxLength: 8 }), (rows) => {
      const text = rows.map(toCsvRow).join("");
      expect(cellsOf(text).map((cells) => cells.map(unguard))).toEqual(rows);
    }),
    { numRuns: 500 },
  );
});

test("no written cell begins like a formula", () => {
  fc.assert(
    fc.property(nasty, (text) => {
      expect(cellsOf(toCsvRow([text]))[0]![0]).not.toMatch(/^[=+\-@\t\r]/);
    }),
  );
});
