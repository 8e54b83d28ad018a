import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import { encode } from "uqr";
import { type DocumentLine, documentTitles, type Party } from "../../../contracts/documents/document-rules.ts";
import { sumOf, toRupees } from "../../../contracts/money.ts";
import { type IndianState, stateCodes } from "../../../contracts/orders/state-rules.ts";
import { DEFAULT_ACCENT } from "../../../contracts/settings/accent-rules.ts";
import { formatDay, startOfDay } from "../../platform/indian-time.ts";
import type { DocumentRow } from "../document-table.ts";
import { amountInWords } from "./amount-in-words.ts";
import { type Block, beside, createBlocks, gap, INK, LABEL, stack } from "./blocks.ts";

export interface PdfInput {
  document: Omit<DocumentRow, "pdfHash">;
  /** Of a credit note: the document that it corrects. */
  original?: { number: string; day: string };
  orderNumber: string;
  orderUrl: string;
  /** The logo is a PNG or JPEG, embedded as it is. */
  shop: { brand: string; phone: string; email: string; accent: string | null; logo: Uint8Array | undefined };
}

const [PAGE_WIDTH, PAGE_HEIGHT, MARGIN] = [595.28, 841.89, 48];
const WIDTH = PAGE_WIDTH - 2 * MARGIN;
const HALF = WIDTH / 2 - 12;
const RIGHT = WIDTH - HALF;
const BODY = { size: 9.5 };
const STRONG = { size: 9.5, isBold: true };
const BIG = { size: 15, isBold: true };
const QR_SIDE = 62;

/** Union Territories without a legislature, whose tax is UTGST. */
const UTGST = ["04", "26", "31", "35", "38"];

const when = <Item>(condition: boolean, ...items: Item[]) => (condition ? items : []);
const exact = new Intl.NumberFormat("en-IN", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const amount = (paise: number) => exact.format(toRupees(paise));
const sum = (
  lines: DocumentLine[],
  key: "grossPaise" | "discountPaise" | "cgstPaise" | "sgstPaise" | "igstPaise" | "taxablePaise",
) => amount(sumOf(lines.map((line) => line[key])));
const dayOf = (day: string) => formatDay(startOfDay(day));
const withCode = (state: IndianState | "") => (state ? `${state} (${stateCodes[state]})` : "");
const isTaxable = ({ treatment }: DocumentLine) => treatment === "taxable";
const rateOf = ({ treatment, rate }: DocumentLine) =>
  ({ taxable: `${rate} %`, nil: "Nil-rated", exempt: "Exempt" })[treatment];

/** The tax columns: none, IGST, or CGST and the tax of the State or Union Territory. */
function headsOf({ kind, mode, lines, igstPaise, cgstPaise, placeOfSupply, seller }: PdfInput["document"]) {
  if (mode !== "regular" || kind === "receipt" || kind === "bill_of_supply" || !lines.some(isTaxable)) return [];
  const isInterState = igstPaise > 0 || (cgstPaise === 0 && placeOfSupply !== seller.state);
  if (isInterState) return [{ name: "IGST", key: "igstPaise", share: 1 } as const];
  const name = UTGST.includes(placeOfSupply && stateCodes[placeOfSupply]) ? "UTGST" : "SGST";
  return [{ name: "CGST", key: "cgstPaise", share: 0.5 } as const, { name, key: "sgstPaise", share: 0.5 } as const];
}

/** A credit note reduces the tax until the 30 November after the financial year of the invoice (section 34). */
function isTooLateForTax({ document, original }: PdfInput) {
  const [year = 0, month = 0] = original?.day.split("-").map(Number) ?? [];
  const isUntaxed = headsOf(document).length > 0 && document.valuePaise === document.taxablePaise;
  return year > 0 && isUntaxed && document.day > `${month > 3 ? year + 1 : year}-11-30`;
}

export async function writePdf(input: PdfInput): Promise<Buffer> {
  const { document, original, orderNumber, orderUrl, shop } = input;
  const { kind, mode, seller, buyer, lines, placeOfSupply } = document;
  const title = documentTitles[kind];
  const accent = shop.accent ?? DEFAULT_ACCENT;
  const heads = headsOf(document);
  const isTaxed = heads.length > 0;
  const isRegistered = mode !== "unregistered";
  const isDiscounted = lines.some(({ discountPaise }) => discountPaise > 0);
  // With the time of issue the same document gives the same bytes.
  const info = { Title: `${title} ${document.number}`, Author: seller.name, CreationDate: document.issuedAt };
  const doc = new PDFDocument({ size: "A4", margin: 0, bufferPages: true, lang: "en-IN", displayTitle: true, info });
  const { text, rule, table } = createBlocks(doc);

  const party = (label: string, { name, address, state, gstin }: Party) => {
    const details = [...address, isRegistered ? withCode(state) : state, gstin && `GSTIN ${gstin}`];
    return text([label, name, ...details], [LABEL, STRONG, BODY], HALF);
  };

  function heading() {
    const notices = [
      ...when(mode === "composition", "Composition taxable person, not eligible to collect tax on supplies."),
      ...when(!!original, `Against ${original?.number} of ${original && dayOf(original.day)}`),
      ...when(
        isTooLateForTax(input),
        "Issued after the last date of section 34: the tax of the invoice is not reduced.",
      ),
    ];
    const facts = [
      ["Number", document.number],
      ["Date", dayOf(document.day)],
      ["Order", orderNumber],
      ...when(isRegistered && !!placeOfSupply, ["Place of supply", withCode(placeOfSupply)]),
      ...when(kind === "tax_invoice" || kind === "invoice_cum_bill", ["Reverse charge", "No"]),
    ];
    const step = WIDTH / Math.max(facts.length, 4);
    const draw = (x: number, y: number) => doc.image(Buffer.from(shop.logo!), x, y, { fit: [160, 42] });
    const brand = stack(
      ...when(!!shop.logo, { height: 50, draw }),
      text([shop.brand], [{ size: 12, isBold: true }], 165),
    );
    return stack(
      beside([0, brand], [170, text([title], [{ size: 22, isBold: true }], WIDTH - 170, "right")]),
      gap(10),
      text(notices, [STRONG], WIDTH),
      gap(14),
      beside(...facts.map((fact, at): [number, Block] => [at * step, text(fact, [LABEL, STRONG], step - 8)])),
      gap(14),
      rule(WIDTH),
      gap(14),
      beside([0, party("From", seller)], [RIGHT, party("To", buyer)]),
      gap(26),
    );
  }

  function toRow(line: DocumentLine) {
    const code = line.code && `${line.isService ? "SAC" : "HSN"} ${line.code}`;
    const details = [code, isTaxed && !isTaxable(line) && rateOf(line)].filter(Boolean).join(" · ");
    const taxed = (...cell: string[]) => (isTaxable(line) ? cell : ["–"]);
    return [
      [line.title, details],
      [line.qty > 0 ? `${line.qty}` : "–"],
      ...when(isDiscounted, [amount(line.grossPaise)], [`–${amount(line.discountPaise)}`]),
      ...when(isTaxed, taxed(amount(line.taxablePaise))),
      ...heads.map(({ key, share }) => taxed(amount(line[key]), `${line.rate * share} %`)),
      [amount(line.valuePaise)],
    ];
  }

  function totals() {
    const [taxable, untaxed] = [lines.filter(isTaxable), lines.filter((line) => !isTaxable(line))];
    const entries = [
      ...when(isDiscounted, ["Price", sum(lines, "grossPaise")], ["Discount", `–${sum(lines, "discountPaise")}`]),
      ...when(isTaxed, ["Taxable value", sum(taxable, "taxablePaise")]),
      ...when(isTaxed && untaxed.length > 0, ["Not taxed", sum(untaxed, "taxablePaise")]),
      ...heads.map(({ name, key }) => [name, amount(document[key])]),
    ];
    const column = (at: number) => entries.map((entry) => entry[at]!);
    const loose = [{ ...BODY, leading: 1.8 }];
    const total = [`₹${amount(document.valuePaise)}`, ...when(mode === "regular", "Inclusive of all taxes")];
    return stack(
      beside([0, text(column(0), loose, HALF)], [0, text(column(1), loose, HALF, "right")]),
      gap(4),
      rule(HALF, accent, 2),
      gap(7),
      beside([0, text(["Total"], [BIG], HALF)], [0, text(total, [BIG, LABEL], HALF, "right")]),
    );
  }

  function taxSummary() {
    const rates = [...Map.groupBy(lines, rateOf)].sort(([, [a]], [, [b]]) => a!.rate - b!.rate);
    const keys = ["taxablePaise", ...heads.map(({ key }) => key)] as const;
    const rows = rates.map(([rate, of]) => [[rate], ...keys.map((key) => [sum(of, key)])]);
    const summary = table(["Tax rate", "Value", ...heads.map(({ name }) => name)], rows, HALF, [8.5, 7.5, 6.5]);
    return stack(summary.head, ...summary.rows, gap(14));
  }

  function drawQr(x: number, y: number) {
    const { size, data } = encode(orderUrl, { ecc: "M", border: 0 });
    const unit = QR_SIDE / size;
    for (const [row, modules] of data.entries())
      for (const [column, isDark] of modules.entries())
        if (isDark) doc.rect(x + column * unit, y + row * unit, unit, unit);
    doc.fill(INK).link(x, y, QR_SIDE, QR_SIDE, orderUrl);
  }

  function closing() {
    const words = text(["Amount in words", amountInWords(document.valuePaise)], [LABEL, STRONG], HALF);
    const order = text([`Order ${orderNumber}`, "Scan to see it online."], [STRONG, LABEL], 170);
    const first = kind === "receipt" ? "Thank you for your order." : `For ${seller.name}`;
    const last = [kind === "receipt" ? "" : seller.signatory, "This is a computer-generated document."];
    return stack(
      gap(16),
      beside([0, stack(...when(isTaxed, taxSummary()), words)], [RIGHT, totals()]),
      gap(30),
      beside(
        [0, { height: QR_SIDE, draw: drawQr }],
        [QR_SIDE + 12, stack(gap(36), order)],
        [RIGHT, stack(text([first], [STRONG], HALF, "right"), gap(22), text(last, [BODY, LABEL], HALF, "right"))],
      ),
    );
  }

  let y = MARGIN;
  const put = (block: Block) => {
    block.draw(MARGIN, y);
    y += block.height;
  };
  const columns = ["Description", "Qty", ...when(isDiscounted, "Price", "Discount"), ...when(isTaxed, "Taxable value")];
  const titles = [...columns, ...heads.map(({ name }) => name), "Amount ₹"];
  const { head, rows } = table(titles, lines.map(toRow), WIDTH, [10, 9.5, 9, 8.5, 8, 7.5, 7, 6.5]);
  const end = closing();
  put(stack(heading(), head));
  for (const [index, row] of rows.entries()) {
    // The last rows stay with the totals. The footer needs 64 points.
    const isLast = index === rows.length - (rows.length > 3 ? 2 : 1);
    const { height } = isLast ? stack(...rows.slice(index), end) : row;
    if (y + height > PAGE_HEIGHT - 64) {
      doc.addPage();
      y = MARGIN;
      put(stack(text([`${shop.brand} · ${title} ${document.number}`], [LABEL], WIDTH), gap(16), head));
    }
    put(row);
  }
  put(end);

  const { count } = doc.bufferedPageRange();
  const contact = text([[shop.brand, shop.phone, shop.email].filter(Boolean).join(" · ")], [LABEL], WIDTH - 80);
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page);
    rule(PAGE_WIDTH, accent, 6).draw(0, 0);
    const number = text(when(count > 1, `Page ${page + 1} of ${count}`), [LABEL], WIDTH, "right");
    beside([0, contact], [0, number]).draw(MARGIN, PAGE_HEIGHT - 46);
  }
  doc.end();
  return buffer(doc);
}
