import type { IndianState } from "../orders/state-rules.ts";

/** How the seller is registered for GST. It decides which papers the shop gives. */
export const sellerModes = ["unregistered", "composition", "regular"] as const;
export type SellerMode = (typeof sellerModes)[number];

export const documentKinds = ["receipt", "bill_of_supply", "tax_invoice", "invoice_cum_bill", "credit_note"] as const;
export type DocumentKind = (typeof documentKinds)[number];

interface KindRules {
  title: string;
  /** The first letter of the serial numbers. Each series has its own numbers from 1 in each financial year. */
  series: string;
  /** It charges for what was supplied: credit notes refer to it. */
  isInvoice: boolean;
  /** How a seller is registered whose sales it lists. A registered seller's receipt only confirms a payment. */
  isSaleFor: readonly SellerMode[];
  /** A registered seller declares it in GSTR-1. */
  isDeclared: boolean;
}

const invoice = { isInvoice: true, isSaleFor: sellerModes, isDeclared: true };

export const documentRules: Record<DocumentKind, KindRules> = {
  receipt: { title: "Receipt", series: "R", isInvoice: false, isSaleFor: ["unregistered"], isDeclared: false },
  bill_of_supply: { title: "Bill of supply", series: "B", ...invoice },
  tax_invoice: { title: "Tax invoice", series: "A", ...invoice },
  invoice_cum_bill: { title: "Invoice-cum-bill of supply", series: "A", ...invoice },
  credit_note: { title: "Credit note", series: "C", isInvoice: false, isSaleFor: [], isDeclared: true },
};

/** At most 16 letters, digits, `-` and `/` (Rule 46 of the CGST Rules). */
export const DOCUMENT_NUMBER = /^[A-Za-z0-9/-]{1,16}$/;

/** `nil`: taxed at 0 %; `exempt`: not taxed by a notification. Both go on a bill of supply. */
export const taxTreatments = ["taxable", "nil", "exempt"] as const;
export type TaxTreatment = (typeof taxTreatments)[number];

/** The seller or the buyer as they were when the document was issued. */
export interface Party {
  name: string;
  address: string[];
  state: IndianState | "";
  gstin: string;
}

export interface DocumentLine {
  /** The line of the order. Null: delivery. */
  lineIndex: number | null;
  title: string;
  /** HSN or SAC; empty where no tax class applies (receipts). */
  code: string;
  isService: boolean;
  /** 0 on a credit note for a part of the price. */
  qty: number;
  /** Before the discount, taxes included. */
  grossPaise: number;
  discountPaise: number;
  /** What was charged: gross − discount = taxable + taxes. */
  valuePaise: number;
  treatment: TaxTreatment;
  /** Percent; 0 unless `taxable`. */
  rate: number;
  taxablePaise: number;
  cgstPaise: number;
  sgstPaise: number;
  igstPaise: number;
}
