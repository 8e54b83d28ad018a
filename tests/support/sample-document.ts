import type { DocumentLine } from "../../src/contracts/documents/document-rules.ts";
import { sumOf } from "../../src/contracts/money.ts";
import type { PdfInput } from "../../src/server/documents/pdf/write-pdf.ts";

type Document = PdfInput["document"];
type LineChoice = Partial<DocumentLine> & { title: string; grossPaise: number };

/** A line that is taxed at `rate`: intra-State unless `isInterState`. */
export function sampleLine({ rate = 0, discountPaise = 0, ...choice }: LineChoice, isInterState = false): DocumentLine {
  const valuePaise = choice.grossPaise - discountPaise;
  const share = (percent: number) => Math.round((valuePaise * percent) / (100 + rate));
  const [igstPaise, cgstPaise] = isInterState ? [share(rate), 0] : [0, share(rate / 2)];
  return {
    lineIndex: 0,
    code: "",
    isService: false,
    qty: 1,
    treatment: rate > 0 ? "taxable" : "nil",
    ...{ rate, discountPaise, valuePaise, igstPaise, cgstPaise, sgstPaise: cgstPaise },
    taxablePaise: valuePaise - igstPaise - 2 * cgstPaise,
    ...choice,
  };
}

/** What a PDF is written of: a receipt of one line unless `document` says otherwise. Its sums are those of its lines. */
export function sampleInput({
  document,
  shop,
  ...others
}: Partial<Omit<PdfInput, "document" | "shop">> & {
  document?: Partial<Document>;
  shop?: Partial<PdfInput["shop"]>;
} = {}): PdfInput {
  const lines = document?.lines ?? [sampleLine({ title: "Rose Quartz Bracelet", grossPaise: 99_900 })];
  const sum = (key: "valuePaise" | "taxablePaise" | "cgstPaise" | "sgstPaise" | "igstPaise") =>
    sumOf(lines.map((line) => line[key]));
  return {
    orderNumber: "7F3K2Q9D",
    orderUrl: "https://nakshatra.example/orders/0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b",
    ...others,
    shop: {
      ...{ brand: "Nakshatra", phone: "+91 98220 12345", email: "hello@nakshatra.example" },
      ...{ accent: null, logo: undefined, ...shop },
    },
    document: {
      id: "0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b",
      orderId: "0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1c",
      ...{ kind: "receipt", series: "R", year: "26-27", serial: 1, number: "R/26-27/000001" },
      ...{ issuedAt: new Date("2026-11-14T05:00:00Z"), day: "2026-11-14", cause: "paid", originalId: null },
      mode: "unregistered",
      seller: {
        name: "Nakshatra Crystals",
        address: ["12 Temple Road, Dharampeth", "Nagpur 440010"],
        ...{ state: "Maharashtra", gstin: "", signatory: "" },
      },
      buyer: {
        name: "Asha Rao",
        address: ["Flat 4, Lotus Apartments", "Pune 411001"],
        state: "Maharashtra",
        gstin: "",
      },
      ...{ placeOfSupply: "", cancelledAt: null, ...document, lines },
      ...{ valuePaise: sum("valuePaise"), taxablePaise: sum("taxablePaise"), cgstPaise: sum("cgstPaise") },
      ...{ sgstPaise: sum("sgstPaise"), igstPaise: sum("igstPaise") },
    },
  };
}

const regularSeller: Partial<Document> = {
  mode: "regular",
  seller: {
    name: "Nakshatra Crystals Private Limited",
    address: ["12 Temple Road, Dharampeth", "Nagpur 440010"],
    ...{ state: "Maharashtra", gstin: "27AAPFU0939F1ZV", signatory: "Meera Deshmukh" },
  },
  placeOfSupply: "Maharashtra",
};

/** A tax invoice of a regular seller, unless `document` says otherwise. */
export const taxInvoice = (document: Partial<Document> & { lines: DocumentLine[] }, others: Partial<PdfInput> = {}) =>
  sampleInput({
    ...others,
    document: { ...regularSeller, ...{ kind: "tax_invoice", series: "A", number: "A/26-27/000042" }, ...document },
  });
