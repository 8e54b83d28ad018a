import { randomUUIDv7 as randomUUID } from "node:crypto";
import type { DocumentKind, DocumentLine, Party } from "../../src/contracts/documents/document-rules.ts";
import { sumOf } from "../../src/contracts/money.ts";
import type { IndianState } from "../../src/contracts/orders/state-rules.ts";
import type { MonthDocument } from "../../src/server/documents/accounts/gstr1.ts";
import { toNumber } from "../../src/server/documents/issue.ts";
import { financialYear, taxHeads, untaxed } from "../../src/server/documents/tax.ts";

export const SELLER = {
  name: "Nakshatra",
  address: ["Nagpur"],
  state: "Maharashtra" as const,
  gstin: "27AAPFU0939F1ZV",
  signatory: "",
};
export const GSTIN = "29AAGCB7383J1Z4";

interface LineInput extends Partial<Pick<DocumentLine, "code" | "rate" | "treatment" | "isService" | "qty">> {
  valuePaise: number;
}

interface DocumentInput {
  kind?: DocumentKind;
  serial?: number;
  day?: string;
  mode?: MonthDocument["mode"];
  place?: IndianState;
  buyer?: Partial<Party>;
  lines: LineInput[];
  original?: MonthDocument;
  cancelled?: boolean;
  /** A credit note that comes too late reduces no tax. */
  isUntaxed?: boolean;
}

/** A document as the shop issues it, of a registered seller in Maharashtra. */
export function documentOf(input: DocumentInput): MonthDocument {
  const { kind = "tax_invoice", serial = 1, day = "2026-11-05", mode = "regular", original = null } = input;
  const placeOfSupply = input.place ?? original?.placeOfSupply ?? SELLER.state;
  const lines = input.lines.map(({ valuePaise, rate = 3, treatment = "taxable", ...line }, lineIndex) => ({
    ...{ lineIndex, title: "Rose quartz", code: "7116", isService: false, qty: 1, ...line },
    ...{ grossPaise: valuePaise, discountPaise: 0, valuePaise, treatment },
    rate: treatment === "taxable" ? rate : 0,
    ...(treatment === "taxable" && !input.isUntaxed && mode === "regular"
      ? taxHeads(valuePaise, rate, placeOfSupply !== SELLER.state)
      : untaxed(valuePaise)),
  }));
  const sum = (name: "valuePaise" | "taxablePaise" | "cgstPaise" | "sgstPaise" | "igstPaise") =>
    sumOf(lines.map((line) => line[name]));
  const series = { credit_note: "C", receipt: "R", bill_of_supply: "B" }[kind as string] ?? "A";
  const year = financialYear(day);
  const issuedAt = new Date(`${day}T12:00:00+05:30`);
  return {
    ...{ id: randomUUID(), orderId: randomUUID(), kind, series, year, serial, number: toNumber(series, year, serial) },
    ...{ issuedAt, day, cause: randomUUID(), originalId: original?.id ?? null, original, mode, seller: SELLER },
    buyer: { name: "Asha Rao", address: ["Pune"], state: placeOfSupply, gstin: "", ...original?.buyer, ...input.buyer },
    ...{ placeOfSupply, lines, valuePaise: sum("valuePaise"), taxablePaise: sum("taxablePaise") },
    ...{ cgstPaise: sum("cgstPaise"), sgstPaise: sum("sgstPaise"), igstPaise: sum("igstPaise") },
    cancelledAt: input.cancelled ? issuedAt : null,
    pdfHash: null,
  };
}
