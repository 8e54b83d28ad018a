import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sumOf, toPaise } from "../../src/contracts/money.ts";
import { createGstr1, type MonthDocument } from "../../src/server/documents/accounts/gstr1.ts";
import { documentOf, GSTIN } from "../support/documents.ts";

/** The tables of a month by name: each row as an object by its header. */
function tablesOf(...documents: MonthDocument[]) {
  const gstr1 = createGstr1();
  for (const document of documents) gstr1.add(document);
  const files = gstr1.finish().files.map(({ name, header, rows }) => {
    const titles = header.split(",");
    for (const row of rows) expect(row, name).toHaveLength(titles.length);
    return [name, rows.map((row) => Object.fromEntries(titles.map((title, n) => [title, row[n]])))] as const;
  });
  return { tables: Object.fromEntries(files), checks: gstr1.finish().checks };
}
const filled = (...documents: MonthDocument[]) =>
  Object.fromEntries(
    Object.entries(tablesOf(...documents).tables).filter(
      ([name, rows]) => rows.length > 0 && !/^(hsn|docs)/.test(name),
    ),
  );
const LAKH = 1_00_000_00;

test("the headers are those of the GST offline tool", () => {
  const hsn =
    "HSN,Description,UQC,Total Quantity,Total Value,Taxable Value,Integrated Tax Amount,Central Tax Amount,State/UT Tax Amount,Cess Amount,Rate";
  expect(
    Object.fromEntries(
      createGstr1()
        .finish()
        .files.map(({ name, header }) => [name, header]),
    ),
  ).toEqual({
    "b2b,sez,de":
      "GSTIN/UIN of Recipient,Receiver Name,Invoice Number,Invoice date,Invoice Value,Place Of Supply,Reverse Charge,Applicable % of Tax Rate,Invoice Type,E-Commerce GSTIN,Rate,Taxable Value,Cess Amount",
    b2cl: "Invoice Number,Invoice date,Invoice Value,Place Of Supply,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount,E-Commerce GSTIN",
    b2cs: "Type,Place Of Supply,Rate,Applicable % of Tax Rate,Taxable Value,Cess Amount,E-Commerce GSTIN",
    cdnr: "GSTIN/UIN of Recipient,Receiver Name,Note Number,Note Date,Note Type,Place Of Supply,Reverse Charge,Note Supply Type,Note Value,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount",
    cdnur:
      "UR Type,Note Number,Note Date,Note Type,Place Of Supply,Note Value,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount",
    exemp: "Description,Nil Rated Supplies,Exempted(other than nil rated/non GST supply),Non-GST Supplies",
    "hsn(b2b)": hsn,
    "hsn(b2c)": hsn,
    docs: "Nature of Document,Sr. No. From,Sr. No. To,Total Number,Cancelled",
  });
});

describe("an invoice to a buyer without GSTIN", () => {
  test.for([
    ["Karnataka", LAKH, "b2cs"],
    ["Karnataka", LAKH + 1, "b2cl"],
    ["Maharashtra", LAKH + 1, "b2cs"],
  ] as const)("to %s of %i paise is in %s", ([place, valuePaise, table]) => {
    expect(Object.keys(filled(documentOf({ place, lines: [{ valuePaise }] })))).toEqual([table]);
  });

  test("has its credit notes in CDNUR when it is in B2CL, else they reduce B2CS", () => {
    const large = documentOf({ day: "2026-10-30", place: "Karnataka", lines: [{ valuePaise: LAKH + 1 }] });
    const note = documentOf({ kind: "credit_note", original: large, lines: [{ valuePaise: 103_00 }] });
    expect(filled(note)).toEqual({
      cdnur: [
        {
          ...{ "UR Type": "B2CL", "Note Number": "C/26-27/000001", "Note Date": "05-Nov-2026", "Note Type": "C" },
          ...{ "Place Of Supply": "29-Karnataka", "Note Value": 103, "Applicable % of Tax Rate": "", Rate: 3 },
          ...{ "Taxable Value": 100, "Cess Amount": 0 },
        },
      ],
    });
    const small = documentOf({ day: "2026-10-30", place: "Karnataka", lines: [{ valuePaise: 206_00 }] });
    const other = documentOf({ kind: "credit_note", original: small, lines: [{ valuePaise: 103_00 }] });
    expect(filled(other).b2cs).toMatchObject([
      { Type: "OE", "Place Of Supply": "29-Karnataka", "Taxable Value": -100 },
    ]);
  });
});

test("a buyer with GSTIN is in B2B with a row for each rate, and in CDNR", () => {
  const invoice = documentOf({
    ...{ place: "Karnataka", buyer: { gstin: GSTIN } },
    lines: [{ valuePaise: 103_00 }, { valuePaise: 103_00 }, { valuePaise: 118_00, rate: 18, isService: true }],
  });
  const note = documentOf({ kind: "credit_note", original: invoice, lines: [{ valuePaise: 103_00 }] });
  const { tables } = tablesOf(invoice, note);
  expect(tables["b2b,sez,de"]).toMatchObject([
    { "GSTIN/UIN of Recipient": GSTIN, "Invoice Value": 324, Rate: 3, "Taxable Value": 200, "Reverse Charge": "N" },
    { "Invoice Number": invoice.number, "Invoice Value": 324, Rate: 18, "Taxable Value": 100 },
  ]);
  expect(tables.cdnr).toMatchObject([{ "Note Number": note.number, "Note Value": 103, "Note Type": "C" }]);
  expect(tables["hsn(b2b)"]).toMatchObject([
    { HSN: "7116", UQC: "NOS-NUMBERS", "Total Quantity": 1, "Total Value": 103, "Integrated Tax Amount": 3, Rate: 3 },
    { UQC: "OTH-OTHERS", "Total Quantity": 0, "Total Value": 118, Rate: 18 },
  ]);
  expect(tables["hsn(b2c)"]).toEqual([]);
});

test("a cart of taxed and exempt pieces is in B2CS and in EXEMP", () => {
  const lines = [{ valuePaise: 103_00 }, { valuePaise: 50_00, treatment: "nil" as const, code: "0604" }];
  expect(filled(documentOf({ kind: "invoice_cum_bill", lines }))).toMatchObject({
    b2cs: [{ "Place Of Supply": "27-Maharashtra", "Taxable Value": 100 }],
    exemp: [{ Description: "Intra-State supplies to unregistered persons", "Nil Rated Supplies": 50 }],
  });
});

test("cancelled numbers are counted in DOCS and nowhere else; a gap begins another row", () => {
  const lines = [{ valuePaise: 103_00 }];
  const cancelled = documentOf({ serial: 2, lines, cancelled: true });
  const { tables, checks } = tablesOf(documentOf({ serial: 4, lines }), cancelled, documentOf({ serial: 1, lines }));
  const nature = "Invoices for outward supply";
  expect(tables.docs).toEqual([
    {
      ...{ "Nature of Document": nature, "Sr. No. From": "A/26-27/000001", "Sr. No. To": "A/26-27/000002" },
      ...{ "Total Number": 2, Cancelled: 1 },
    },
    {
      ...{ "Nature of Document": nature, "Sr. No. From": "A/26-27/000004", "Sr. No. To": "A/26-27/000004" },
      ...{ "Total Number": 1, Cancelled: 0 },
    },
  ]);
  expect(tables.b2cs).toMatchObject([{ "Taxable Value": 200 }]);
  expect(checks[0]).toMatchObject({ files: 200, papers: 200 });
});

test("leaves out receipts, sellers who are not registered, and notes that come too late to reduce tax", () => {
  const lines = [{ valuePaise: 103_00 }];
  const original = documentOf({ day: "2025-05-05", lines });
  const late = documentOf({ kind: "credit_note", day: "2026-12-01", original, lines, isUntaxed: true });
  const exempt = documentOf({ kind: "credit_note", original, lines: [{ valuePaise: 9_00, treatment: "exempt" }] });
  expect(filled(late, documentOf({ kind: "receipt", lines }), documentOf({ mode: "composition", lines }))).toEqual({});
  // The part of an invoice that was not taxed is no late note.
  expect(Object.keys(filled({ ...exempt, day: "2026-11-30" }))).toEqual(["exemp"]);
});

const line = fc.record({
  valuePaise: fc.integer({ min: 1, max: 2 * LAKH }),
  rate: fc.constantFrom(0.25, 3, 5, 18),
  treatment: fc.constantFrom("taxable" as const, "taxable" as const, "nil" as const, "exempt" as const),
  code: fc.constantFrom("7116", "7103", "6802"),
  isService: fc.boolean(),
  qty: fc.integer({ min: 0, max: 5 }),
});
const invoice = fc
  .record({
    place: fc.constantFrom("Maharashtra" as const, "Karnataka" as const, "Delhi" as const),
    buyer: fc.constantFrom({}, { gstin: GSTIN }),
    lines: fc.array(line, { minLength: 1, maxLength: 4 }),
    cancelled: fc.boolean(),
    credited: fc.boolean(),
  })
  .map(({ credited, ...input }) => ({ credited, input }));

test("in any month all files add up to the documents", () => {
  fc.assert(
    fc.property(fc.array(invoice, { maxLength: 30 }), (drafts) => {
      const documents = drafts.flatMap(({ input, credited }, index) => {
        const original = documentOf({ ...input, serial: index + 1 });
        const [{ valuePaise, ...first }] = input.lines as [(typeof input.lines)[number]];
        const lines = [{ ...first, valuePaise: Math.ceil(valuePaise / 2) }];
        if (!credited || input.cancelled) return [original];
        return [original, documentOf({ kind: "credit_note", serial: index + 1, original, lines })];
      });
      const { tables, checks } = tablesOf(...documents);
      const live = documents.filter(({ cancelledAt }) => !cancelledAt);
      const total = (name: "valuePaise" | "taxablePaise" | "igstPaise" | "cgstPaise") =>
        sumOf(live.map((one) => (one.kind === "credit_note" ? -one[name] : one[name])));
      const sum = (title: string, ...names: string[]) =>
        sumOf(names.flatMap((name) => tables[name]!.map((row) => toPaise(row[title] as number))));
      const hsn = ["hsn(b2b)", "hsn(b2c)"];
      expect(sum("Total Value", ...hsn)).toBe(total("valuePaise"));
      expect(sum("Integrated Tax Amount", ...hsn)).toBe(total("igstPaise"));
      expect(sum("Central Tax Amount", ...hsn)).toBe(total("cgstPaise"));
      const exempt = Object.values(tables.exemp!).flatMap((row) => Object.values(row).slice(1).map(Number));
      expect(
        sum("Taxable Value", "b2b,sez,de", "b2cl", "b2cs") -
          sum("Taxable Value", "cdnr", "cdnur") +
          sumOf(exempt.map(toPaise)),
      ).toBe(total("taxablePaise"));
      expect(sum("Total Number", "docs")).toBe(documents.length * 100);
      expect(sum("Cancelled", "docs")).toBe((documents.length - live.length) * 100);
      for (const { files, papers } of checks) expect(files).toBe(papers);
    }),
  );
});
