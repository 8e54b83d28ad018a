import { defaultSettings } from "../../site.config.ts";
import type { SellerMode } from "../../src/contracts/documents/document-rules.ts";
import type { IndianState } from "../../src/contracts/orders/state-rules.ts";
import type { Settings } from "../../src/contracts/settings/settings.ts";
import type { ItemRow } from "../../src/server/orders/core/order.ts";

/** In Maharashtra. */
export const GSTIN = "27AAPFU0939F1ZV";

/** Every class of the proposals, confirmed except the named ones. */
export const confirmedTax = (except: string[] = []): Settings["tax"] => ({
  ...defaultSettings.tax,
  classes: defaultSettings.tax.classes.map((one) => ({
    ...one,
    rates: one.rates.map((rate) => ({ ...rate, confirmedBy: except.includes(one.id) ? "" : "CA Joshi" })),
  })),
});

export interface Line {
  /** The tax class; it decides whether the line is a course, a session or a piece. */
  of?: string;
  /** Rupees. */
  price: number;
  qty?: number;
}

export interface TrailOptions {
  lines: Line[];
  mode?: SellerMode;
  /** Rupees. */
  delivery?: number;
  coupon?: number;
  state?: IndianState | "";
  pin?: string;
  address?: string;
  gstin?: string;
  isReceiptGiven?: boolean;
  deliveryTax?: "pieces" | "highest";
  unconfirmed?: string[];
  at?: string;
}

export const typeOf = (taxClass: string): ItemRow["itemType"] =>
  taxClass === "courses" ? "course" : taxClass === "consultations" ? "consultancy" : "product";
