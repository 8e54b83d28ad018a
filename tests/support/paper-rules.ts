import { describe, expect, test } from "vitest";
import type { DocumentLine } from "../../src/contracts/documents/document-rules.ts";
import { sumOf, toPaise } from "../../src/contracts/money.ts";
import { isInvoice } from "../../src/server/documents/document-table.ts";
import { chargedFor } from "../../src/server/documents/supplies.ts";
import type { TrailOptions } from "./paper-shop.ts";
import { openTrail, type Trail } from "./paper-trail.ts";

export const isLive = ({ cancelledAt }: Trail["documents"][number]) => !cancelledAt;
const taxOf = ({ cgstPaise, sgstPaise, igstPaise }: DocumentLine) => cgstPaise + sgstPaise + igstPaise;

/** What holds for the papers of any order at any time. */
export function expectSound({ documents, full, net, leftQty, issue }: Trail) {
  for (const { lines, kind, seller, placeOfSupply, mode } of documents) {
    expect(lines).not.toEqual([]);
    for (const line of lines) {
      const { valuePaise, taxablePaise, grossPaise, discountPaise, cgstPaise, sgstPaise, igstPaise, qty } = line;
      expect(taxablePaise + taxOf(line)).toBe(valuePaise);
      expect(grossPaise - discountPaise).toBe(valuePaise);
      expect(cgstPaise).toBe(sgstPaise);
      expect(Math.min(valuePaise, taxablePaise, cgstPaise, igstPaise, qty)).toBeGreaterThanOrEqual(0);
      const isOutside = placeOfSupply !== seller.state;
      expect(isOutside ? cgstPaise : igstPaise).toBe(0);
      if (line.treatment !== "taxable" || mode !== "regular" || kind === "bill_of_supply") expect(taxOf(line)).toBe(0);
    }
  }
  const live = documents.filter(isLive);
  for (const invoice of live.filter(isInvoice)) {
    const notes = live.filter(({ originalId }) => originalId === invoice.id).flatMap(({ lines }) => lines);
    for (const line of invoice.lines) {
      const own = notes.filter(({ lineIndex, rate }) => lineIndex === line.lineIndex && rate === line.rate);
      expect(sumOf(own.map(({ valuePaise }) => valuePaise))).toBeLessThanOrEqual(line.valuePaise);
      expect(sumOf(own.map(({ cgstPaise }) => cgstPaise))).toBeLessThanOrEqual(line.cgstPaise);
      expect(sumOf(own.map(({ igstPaise }) => igstPaise))).toBeLessThanOrEqual(line.igstPaise);
      expect(sumOf(own.map(({ qty }) => qty))).toBeLessThanOrEqual(line.qty);
    }
  }
  if (!full.order.paidAt) expect(live.filter(({ kind }) => kind === "receipt")).toEqual([]);
  const left = full.items.map((item) => Math.ceil((chargedFor(item) * leftQty(item)) / item.qty));
  expect(toPaise(net())).toBeGreaterThanOrEqual(0);
  expect(toPaise(net())).toBeLessThanOrEqual(sumOf(left) + full.order.deliveryPaise);
  expect(issue(), "the same state gives nothing more").toBe(0);
}

export interface Case {
  order: TrailOptions;
  events(trail: Trail): void;
  /** Kind, rupees and place of supply, in the order of their numbers. */
  papers: string[];
  /** What the buyer paid for what left or was served, and did not get back. Rupees. */
  kept: number;
}

export const stone = { price: 1030 };
export const rudraksha = { of: "rudraksha", price: 500 };
export const course = { of: "courses", price: 1180 };
export const session = { of: "consultations", price: 590 };
export const paid = (trail: Trail) => trail.pay();
export const paidAndSent = (trail: Trail) => {
  trail.pay();
  trail.set("shipped");
};

/** One test for each case. */
export function testCases(cases: Record<string, Case>) {
  describe("the papers of", () => {
    test.for(Object.entries(cases))("%s", ([, { order, events, papers, kept }]) => {
      const trail = openTrail(order);
      events(trail);
      expect(trail.papers()).toEqual(papers);
      expect(trail.net()).toBe(kept);
      expectSound(trail);
    });
  });
}
