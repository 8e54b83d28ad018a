import { type DocumentLine, documentRules } from "../../../contracts/documents/document-rules.ts";
import { sumOf, toPaise, toRupees } from "../../../contracts/money.ts";
import { stateCodes } from "../../../contracts/orders/state-rules.ts";
import { formatDay, startOfDay } from "../../platform/indian-time.ts";
import type { DocumentRow } from "../document-table.ts";
import { type Amounts, addAmounts, mayReduceTax, sumAmounts } from "../tax.ts";

/** A document with the one that it corrects. */
export type MonthDocument = DocumentRow & { original: DocumentRow | null };
export type Cells = (string | number)[];
/** A register for people: the same columns on the screen and in its file. */
export interface RegisterOf<T> {
  name: string;
  header: string;
  cells(record: T): Cells;
}

const EXEMPTED = "Exempted(other than nil rated/non GST supply)";
const HSN =
  "HSN,Description,UQC,Total Quantity,Total Value,Taxable Value,Integrated Tax Amount,Central Tax Amount,State/UT Tax Amount,Cess Amount,Rate";
/** The files of the GST offline tool with its headers. */
const headers = {
  "b2b,sez,de":
    "GSTIN/UIN of Recipient,Receiver Name,Invoice Number,Invoice date,Invoice Value,Place Of Supply,Reverse Charge,Applicable % of Tax Rate,Invoice Type,E-Commerce GSTIN,Rate,Taxable Value,Cess Amount",
  b2cl: "Invoice Number,Invoice date,Invoice Value,Place Of Supply,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount,E-Commerce GSTIN",
  b2cs: "Type,Place Of Supply,Rate,Applicable % of Tax Rate,Taxable Value,Cess Amount,E-Commerce GSTIN",
  cdnr: "GSTIN/UIN of Recipient,Receiver Name,Note Number,Note Date,Note Type,Place Of Supply,Reverse Charge,Note Supply Type,Note Value,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount",
  cdnur:
    "UR Type,Note Number,Note Date,Note Type,Place Of Supply,Note Value,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount",
  exemp: `Description,Nil Rated Supplies,${EXEMPTED},Non-GST Supplies`,
  "hsn(b2b)": HSN,
  "hsn(b2c)": HSN,
  docs: "Nature of Document,Sr. No. From,Sr. No. To,Total Number,Cancelled",
};
type FileName = keyof typeof headers;

/** Inter-State invoices to buyers without a GSTIN are listed one by one above ₹1,00,000 (since August 2024). */
const LARGE_PAISE = 1_00_000_00;
const CESS = 0;

const isNote = ({ kind }: Pick<DocumentRow, "kind">) => kind === "credit_note";
const placeOf = ({ placeOfSupply, seller }: DocumentRow) => placeOfSupply || seller.state;
const isInterState = (document: DocumentRow) => placeOf(document) !== document.seller.state;
const isLarge = (document: DocumentRow) =>
  !document.buyer.gstin && isInterState(document) && document.valuePaise > LARGE_PAISE;
const taxOf = ({ cgstPaise, sgstPaise, igstPaise }: Amounts) => cgstPaise + sgstPaise + igstPaise;

const isReported = ({ mode, kind }: DocumentRow) => mode === "regular" && documentRules[kind].isDeclared;

/** A note that returns money and no tax is not declared. */
export const isTooLate = ({ original, ...note }: MonthDocument) =>
  original !== null && taxOf(note) === 0 && taxOf(original) > 0 && !mayReduceTax(original.day, note.day);

/** `2026-11-05` → `05-Nov-2026`. */
const gstDate = (day: string) => formatDay(startOfDay(day)).replaceAll(" ", "-").padStart(11, "0");

/** `27-Maharashtra`. */
export function gstPlace(document: DocumentRow) {
  const place = placeOf(document);
  return place && `${stateCodes[place]}-${place}`;
}

/** The row with these values; it is added when there is none. */
function rowWith<Row>(rows: Map<string, Row>, values: Cells, create: () => Row) {
  const key = values.join();
  const row = rows.get(key) ?? create();
  rows.set(key, row);
  return row;
}

type Serial = Pick<DocumentRow, "kind" | "number" | "series" | "year" | "serial" | "cancelledAt">;

/** Numbers without a gap. A paper may have the date of the day before, so a series may have several runs in a month. */
function toRuns(issued: Serial[]) {
  const runs: Serial[][] = [];
  for (const one of issued.sort((a, b) => (a.number < b.number ? -1 : 1))) {
    const last = runs.at(-1)?.at(-1);
    const isNext = last?.series === one.series && last.year === one.year && last.serial + 1 === one.serial;
    if (isNext) runs.at(-1)!.push(one);
    else runs.push([one]);
  }
  return runs;
}

interface HsnRow extends Amounts, Pick<DocumentLine, "code" | "isService" | "rate" | "qty"> {
  isB2b: boolean;
}

/** GSTR-1 of a month: sorts documents into the tables of the return. */
export function createGstr1() {
  const sections = { "b2b,sez,de": [] as Cells[], b2cl: [] as Cells[], cdnr: [] as Cells[], cdnur: [] as Cells[] };
  const b2cs = new Map<string, { place: string; rate: number; paise: number }>();
  const exempt = new Map<string, { description: string; nil: number; exempt: number }>();
  const hsn = new Map<string, HsnRow>();
  const issued: Serial[] = [];
  /** Sums of the documents themselves; the files are made of their lines. */
  const papers = { ...sumAmounts() };

  function addTaxable(document: MonthDocument, rate: number, taxablePaise: number) {
    const { buyer, number, original } = document;
    if (!buyer.gstin && !isLarge(original ?? document)) {
      const [place, sign] = [gstPlace(document), isNote(document) ? -1 : 1];
      rowWith(b2cs, [place, rate], () => ({ place, rate, paise: 0 })).paise += sign * taxablePaise;
      return;
    }
    const [date, value, place] = [gstDate(document.day), toRupees(document.valuePaise), gstPlace(document)];
    const taxable = [rate, toRupees(taxablePaise), CESS];
    const paper = [buyer.gstin, buyer.name, number, date];
    if (buyer.gstin && isNote(document))
      sections.cdnr.push([...paper, "C", place, "N", "Regular B2B", value, "", ...taxable]);
    else if (buyer.gstin) sections["b2b,sez,de"].push([...paper, value, place, "N", "", "Regular B2B", "", ...taxable]);
    else if (original) sections.cdnur.push(["B2CL", number, date, "C", place, value, "", ...taxable]);
    else sections.b2cl.push([number, date, value, place, "", ...taxable, ""]);
  }

  const hsnCells = (wanted: boolean) =>
    [...hsn.values()]
      .filter(({ isB2b }) => isB2b === wanted)
      .map(({ code, isService, qty, rate, ...row }) => [
        ...[code, "", isService ? "OTH-OTHERS" : "NOS-NUMBERS", qty],
        ...[row.valuePaise, row.taxablePaise, row.igstPaise, row.cgstPaise, row.sgstPaise].map(toRupees),
        ...[CESS, rate],
      ]);

  return {
    add(document: MonthDocument) {
      if (!isReported(document)) return;
      const { kind, number, series, year, serial, cancelledAt, buyer } = document;
      issued.push({ kind, number, series, year, serial, cancelledAt });
      if (cancelledAt || isTooLate(document)) return;
      const sign = isNote(document) ? -1 : 1;
      addAmounts(papers, document, sign);
      const taxableByRate = new Map<number, number>();
      for (const line of document.lines) {
        const { code, isService, rate, treatment, taxablePaise } = line;
        const isB2b = buyer.gstin !== "";
        const create = () => ({ isB2b, code, isService, rate, qty: 0, ...sumAmounts() });
        const row = rowWith(hsn, [`${isB2b}`, code, `${isService}`, rate], create);
        addAmounts(row, line, sign);
        if (!isService) row.qty += sign * line.qty;
        if (treatment === "taxable") taxableByRate.set(rate, (taxableByRate.get(rate) ?? 0) + taxablePaise);
        else {
          const supplies = `${isInterState(document) ? "Inter" : "Intra"}-State supplies`;
          const description = `${supplies} to ${buyer.gstin ? "registered" : "unregistered"} persons`;
          rowWith(exempt, [description], () => ({ description, nil: 0, exempt: 0 }))[treatment] += sign * taxablePaise;
        }
      }
      for (const [rate, taxablePaise] of taxableByRate) addTaxable(document, rate, taxablePaise);
    },

    /** The files, and what their cells add up to beside what the papers add up to, in rupees. */
    finish() {
      const rows: Record<FileName, Cells[]> = {
        ...sections,
        b2cs: [...b2cs.values()].map((row) => ["OE", row.place, row.rate, "", toRupees(row.paise), CESS, ""]),
        exemp: [...exempt.values()].map((row) => [row.description, toRupees(row.nil), toRupees(row.exempt), 0]),
        "hsn(b2b)": hsnCells(true),
        "hsn(b2c)": hsnCells(false),
        docs: toRuns(issued).map((run) => [
          isNote(run[0]!) ? "Credit Note" : "Invoices for outward supply",
          ...[run[0]!.number, run.at(-1)!.number, run.length, run.filter(({ cancelledAt }) => cancelledAt).length],
        ]),
      };
      const cells = (row: Cells) => row;
      const files = Object.entries(headers).map(([name, header]) => ({
        name,
        header,
        cells,
        rows: rows[name as FileName],
      }));
      const sum = (title: string, ...names: FileName[]) =>
        sumOf(
          names.flatMap((name) => {
            const column = headers[name].split(",").indexOf(title);
            return rows[name].map((row) => toPaise(row[column] as number));
          }),
        );
      const supplies = sum("Taxable Value", "b2b,sez,de", "b2cl", "b2cs") - sum("Taxable Value", "cdnr", "cdnur");
      const exempted = sum("Nil Rated Supplies", "exemp") + sum(EXEMPTED, "exemp");
      const hsnSum = (title: string) => sum(title, "hsn(b2b)", "hsn(b2c)");
      const rupees = (name: string, inFiles: number, onPapers: number) => ({
        name,
        files: toRupees(inFiles),
        papers: toRupees(onPapers),
      });
      const checks = [
        rupees("Taxable and exempt supplies", supplies + exempted, papers.taxablePaise),
        rupees("HSN: value", hsnSum("Total Value"), papers.valuePaise),
        rupees("HSN: taxable value", hsnSum("Taxable Value"), papers.taxablePaise),
        rupees("HSN: IGST", hsnSum("Integrated Tax Amount"), papers.igstPaise),
        rupees("HSN: CGST", hsnSum("Central Tax Amount"), papers.cgstPaise),
        rupees("HSN: SGST", hsnSum("State/UT Tax Amount"), papers.sgstPaise),
      ];
      return { files, checks };
    },
  };
}
