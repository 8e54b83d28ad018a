import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import { encode } from "uqr";
import { type DocumentLine, documentRules, type Party } from "../../../contracts/documents/document-rules.ts";
import { sumOf, toRupees } from "../../../contracts/money.ts";
import { type IndianState, stateCodes } from "../../../contracts/orders/state-rules.ts";
import { DEFAULT_ACCENT } from "../../../contracts/settings/accent-rules.ts";
import { formatDay, startOfDay } from "../../platform/indian-time.ts";
import type { DocumentRow } from "../document-table.ts";
import { mayReduceTax } from "../tax.ts";
import { amountInWords } from "./amount-in-words.ts";
import { type Block, beside, createBlocks, INK, LABEL, stack } from "./blocks.ts";

export interface PdfInput {
  document: Omit<DocumentRow, "pdfHash">;
  /** Of a credit note: the document that it corrects. */
  original?: { number: string; day: string };
  orderNumber: string;
  orderUrl: string;
  /** The logo is a PNG or JPEG, embedded as it is. */
  shop: { brand: string; phone: string; email: string; accent: string | null; logo: Uint8Array | undefined };
}

const [PAGE_WIDTH, PAGE_HEIGHT, MARGIN, QR_SIDE] = [595.28, 841.89, 48, 62];
const WIDTH = PAGE_WIDTH - 2 * MARGIN;
const [HALF, RIGHT] = [WIDTH / 2 - 12, WIDTH / 2 + 12];
const BODY = { size: 9.5 };
const STRONG = { size: 9.5, isBold: true };
const LOOSE = { size: 9.5, leading: 1.8 };
const BIG = { size: 15, isBold: true };
const COMPOSITION = "Composition taxable person, not eligible to collect tax on supplies.";
const TOO_LATE = "Issued after the last date of section 34: the tax of the invoice is not reduced.";
/** Codes of the Union Territories without a legislature, whose tax is UTGST. */
const UTGST = ["04", "26", "31", "35", "38"];

const when = <Item>(condition: boolean, ...items: Item[]) => (condition ? items : []);
const exact = new Intl.NumberFormat("en-IN", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const amount = (paise: number) => exact.format(toRupees(paise));
const sum = (lines: DocumentLine[], key: keyof DocumentLine & `${string}Paise`) =>
  amount(sumOf(lines.map((line) => line[key])));
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

export async function writePdf({ document, original, orderNumber, orderUrl, shop }: PdfInput): Promise<Buffer> {
  const { kind, mode, number, seller, buyer, lines, placeOfSupply } = document;
  const title = documentRules[kind].title;
  // With the time of issue the same document gives the same bytes.
  const info = { Title: `${title} ${number}`, Author: seller.name, CreationDate: document.issuedAt };
  const doc = new PDFDocument({ size: "A4", margin: 0, bufferPages: true, lang: "en-IN", displayTitle: true, info });
  const { text, rule, table } = createBlocks(doc);
  const accent = shop.accent ?? DEFAULT_ACCENT;
  const heads = headsOf(document);
  const isTaxed = heads.length > 0;
  const isRegistered = mode !== "unregistered";
  const isUntaxed = document.valuePaise === document.taxablePaise;
  const isTooLate = isTaxed && !!original && isUntaxed && !mayReduceTax(original.day, document.day);
  const isDiscounted = lines.some(({ discountPaise }) => discountPaise > 0);

  const drawLogo = (x: number, y: number) => doc.image(Buffer.from(shop.logo!), x, y, { fit: [160, 42] });
  const brand = text([shop.brand], [{ size: 12, isBold: true }], 165);
  const name = text([title], [{ size: 22, isBold: true }], WIDTH - 170, "right");
  const notices = [
    ...when(mode === "composition", COMPOSITION),
    ...when(!!original, `Against ${original?.number} of ${original && dayOf(original.day)}`),
    ...when(isTooLate, TOO_LATE),
  ];
  const facts = [
    ["Number", number],
    ["Date", dayOf(document.day)],
    ["Order", orderNumber],
    ...when(isRegistered && !!placeOfSupply, ["Place of supply", withCode(placeOfSupply)]),
    ...when(kind === "tax_invoice" || kind === "invoice_cum_bill", ["Reverse charge", "No"]),
  ];
  const step = WIDTH / Math.max(facts.length, 4);
  const party = (label: string, { name, address, state, gstin }: Party) => {
    const details = [...address, isRegistered ? withCode(state) : state, gstin && `GSTIN ${gstin}`];
    return text([label, name, ...details], [LABEL, STRONG, BODY], HALF);
  };
  const heading = stack(
    15,
    beside([0, stack(8, ...when(!!shop.logo, { height: 42, draw: drawLogo }), brand)], [170, name]),
    ...when(notices.length > 0, text(notices, [STRONG], WIDTH)),
    beside(...facts.map((fact, at): [number, Block] => [at * step, text(fact, [LABEL, STRONG], step - 8)])),
    rule(WIDTH),
    beside([0, party("From", seller)], [RIGHT, party("To", buyer)]),
  );

  const toRow = (line: DocumentLine) => {
    const code = line.code && `${line.isService ? "SAC" : "HSN"} ${line.code}`;
    const details = [code, isTaxed && !isTaxable(line) && rateOf(line)].filter(Boolean).join(" · ");
    const taxed = (...cell: string[]) => (isTaxable(line) ? cell : ["–"]);
    return [
      [line.title, details],
      [line.qty > 0 ? `${line.qty}` : "–"],
      ...when(isDiscounted, [amount(line.grossPaise)], [line.discountPaise ? `–${amount(line.discountPaise)}` : "–"]),
      ...when(isTaxed, taxed(amount(line.taxablePaise))),
      ...heads.map(({ key, share }) => taxed(amount(line[key]), `${line.rate * share} %`)),
      [amount(line.valuePaise)],
    ];
  };
  const columns = ["Description", "Qty", ...when(isDiscounted, "Price", "Discount"), ...when(isTaxed, "Taxable value")];
  const headNames = heads.map(({ name }) => name);
  const { head, rows } = table(
    [...columns, ...headNames, "Amount ₹"],
    lines.map(toRow),
    WIDTH,
    lines.length > 12 ? 8.5 : 10,
  );

  const rates = [...Map.groupBy(lines, rateOf)].sort(([, [a]], [, [b]]) => a!.rate - b!.rate);
  const keys = ["taxablePaise", ...heads.map(({ key }) => key)] as const;
  const ofRates = rates.map(([rate, of]) => [[rate], ...keys.map((key) => [sum(of, key)])]);
  const summary = table(["Tax rate", "Value", ...headNames], ofRates, HALF, 8.5);
  const words = text(["Amount in words", amountInWords(document.valuePaise)], [LABEL, STRONG], HALF);
  const untaxed = lines.filter((line) => !isTaxable(line));
  const entries = [
    ...when(isDiscounted, ["Price", sum(lines, "grossPaise")], ["Discount", `–${sum(lines, "discountPaise")}`]),
    ...when(isTaxed, ["Taxable value", sum(lines.filter(isTaxable), "taxablePaise")]),
    ...when(isTaxed && untaxed.length > 0, ["Not taxed", sum(untaxed, "taxablePaise")]),
    ...heads.map(({ name, key }) => [name, amount(document[key])]),
  ];
  const [labels, values] = [entries.map(([label]) => label!), entries.map(([, value]) => value!)];
  const total = [`₹${amount(document.valuePaise)}`, ...when(mode === "regular", "Inclusive of all taxes")];
  const totals = stack(
    6,
    beside([0, text(labels, [LOOSE], HALF)], [0, text(values, [LOOSE], HALF, "right")]),
    rule(HALF, accent, 2),
    beside([0, text(["Total"], [BIG], HALF)], [0, text(total, [BIG, LABEL], HALF, "right")]),
  );

  const { size, data } = encode(orderUrl, { ecc: "M", border: 0 });
  const unit = QR_SIDE / size;
  const drawQr = (x: number, y: number) => {
    data.map((row, down) => row.map((isDark, at) => isDark && doc.rect(x + at * unit, y + down * unit, unit, unit)));
    doc.fill(INK).link(x, y, QR_SIDE, QR_SIDE, orderUrl);
  };
  const order = text([`Order ${orderNumber}`, "Scan to see it online."], [STRONG, LABEL], 170);
  const signed = kind === "receipt" ? ["Thank you for your order.", ""] : [`For ${seller.name}`, seller.signatory];
  const signature = text([...signed, "This is a computer-generated document."], [STRONG, BODY, LABEL], HALF, "right");
  const taxes = when(isTaxed, stack(0, summary.head, ...summary.rows));
  const closing = stack(
    26,
    beside([0, stack(14, ...taxes, words)], [RIGHT, totals]),
    beside([0, { height: QR_SIDE, draw: drawQr }], [QR_SIDE + 12, order], [RIGHT, signature]),
  );

  let y = MARGIN;
  const put = (block: Block, space = 0) => {
    block.draw(MARGIN, y);
    y += block.height + space;
  };
  put(stack(26, heading, head));
  for (const [index, row] of rows.entries()) {
    // The last rows stay with the totals.
    const isLast = index === rows.length - (rows.length > 3 ? 2 : 1);
    const { height } = isLast ? stack(0, ...rows.slice(index), closing) : row;
    if (y + height > PAGE_HEIGHT - 80) {
      doc.addPage();
      y = MARGIN;
      put(stack(16, text([`${shop.brand} · ${title} ${number}`], [LABEL], WIDTH), head));
    }
    put(row, index === rows.length - 1 ? 16 : 0);
  }
  put(closing);

  const { count } = doc.bufferedPageRange();
  const contact = text([[shop.brand, shop.phone, shop.email].filter(Boolean).join(" · ")], [LABEL], WIDTH - 80);
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page);
    rule(PAGE_WIDTH, accent, 6).draw(0, 0);
    const place = text(when(count > 1, `Page ${page + 1} of ${count}`), [LABEL], WIDTH, "right");
    beside([0, contact], [0, place]).draw(MARGIN, PAGE_HEIGHT - 46);
  }
  doc.end();
  return buffer(doc);
}
