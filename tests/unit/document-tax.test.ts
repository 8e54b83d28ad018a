import fc from "fast-check";
import { expect, test } from "vitest";
import { DOCUMENT_NUMBER } from "../../src/contracts/documents/document-rules.ts";
import { splitByWeight, sumOf } from "../../src/contracts/money.ts";
import { toNumber } from "../../src/server/documents/issue.ts";
import { financialYear, mayReduceTax, rateOn, taxHeads } from "../../src/server/documents/tax.ts";
import { indianDay } from "../../src/server/platform/indian-time.ts";
import { confirmedTax } from "../support/paper-shop.ts";
import { openTrail } from "../support/paper-trail.ts";

const RATES = [0, 0.25, 1.5, 3, 5, 18, 28, 40];
const MAX_PAISE = 100_000;

/** Why the parts of a price are wrong, or undefined. Plain comparisons: `expect` is too slow for millions of them. */
function flawOf(paise: number, rate: number, isInterState: boolean) {
  const { taxablePaise, cgstPaise, sgstPaise, igstPaise } = taxHeads(paise, rate, isInterState);
  if (taxablePaise + cgstPaise + sgstPaise + igstPaise !== paise) return "the parts do not add up";
  if (cgstPaise !== sgstPaise) return "CGST differs from SGST";
  if (isInterState ? cgstPaise !== 0 : igstPaise !== 0) return "the wrong head";
  if (Math.min(taxablePaise, cgstPaise, sgstPaise, igstPaise) < 0) return "negative";
  // |head − exact| ≤ ½, as whole numbers: exact = paise × rate ÷ (100 + rate), halved inside a State.
  const [head, share] = isInterState ? [igstPaise, 1] : [cgstPaise, 2];
  const divisor = share * (10_000 + rate * 100);
  return Math.abs(2 * (head * divisor - paise * rate * 100)) <= divisor ? undefined : "too far from the exact tax";
}

test.for(RATES)(
  "at %s percent the parts of every price up to ₹1,000 add up and are nearest to the exact tax",
  (rate) => {
    const flaws: object[] = [];
    for (const isInterState of [true, false])
      for (let paise = 1; paise <= MAX_PAISE; paise += 1) {
        const flaw = flawOf(paise, rate, isInterState);
        if (flaw) flaws.push({ paise, isInterState, flaw });
      }
    expect(flaws.slice(0, 3)).toEqual([]);
  },
);

test("splits prices of any size exactly", () => {
  const price = fc.integer({ min: 1, max: 100_000_000_00 });
  fc.assert(
    fc.property(price, fc.constantFrom(...RATES), fc.boolean(), (paise, rate, isInterState) => {
      expect(flawOf(paise, rate, isInterState)).toBeUndefined();
    }),
  );
});

test("splits known prices", () => {
  expect(taxHeads(999_00, 3, false)).toEqual({
    taxablePaise: 969_90,
    cgstPaise: 14_55,
    sgstPaise: 14_55,
    igstPaise: 0,
  });
  expect(taxHeads(999_00, 3, true)).toEqual({ taxablePaise: 969_90, cgstPaise: 0, sgstPaise: 0, igstPaise: 29_10 });
  expect(taxHeads(49_00, 0.25, false)).toEqual({ taxablePaise: 48_88, cgstPaise: 6, sgstPaise: 6, igstPaise: 0 });
  expect(taxHeads(49_00, 0.25, true)).toEqual({ taxablePaise: 48_88, cgstPaise: 0, sgstPaise: 0, igstPaise: 12 });
});

test("a coupon of ₹100 over three equal lines adds up exactly, whatever the weights", () => {
  expect(splitByWeight(100_00, [500_00, 500_00, 500_00])).toEqual([33_34, 33_33, 33_33]);
  const weights = fc.array(fc.integer({ min: 0, max: 10_000_000_00 }), { minLength: 1, maxLength: 100 });
  fc.assert(
    fc.property(weights, fc.integer({ min: 0, max: 1_000 }), (all, thousandths) => {
      const amount = Math.floor((sumOf(all) * thousandths) / 1_000);
      const parts = splitByWeight(amount, all);
      expect(sumOf(parts)).toBe(amount);
      expect(parts.every((part, n) => part >= 0 && part <= all[n]!)).toBe(true);
    }),
  );
});

test("the financial year begins at midnight of 1 April in India", () => {
  const yearAt = (time: string) => financialYear(indianDay(new Date(time)));
  expect(yearAt("2027-03-31T23:59:59+05:30")).toBe("26-27");
  expect(yearAt("2027-03-31T18:29:59Z")).toBe("26-27");
  expect(yearAt("2027-04-01T00:00:00+05:30")).toBe("27-28");
  expect(yearAt("2027-03-31T18:30:00Z")).toBe("27-28");
  expect([financialYear("2099-12-31"), financialYear("2100-03-31")]).toEqual(["99-00", "99-00"]);
});

test("refuses a number of more than 16 characters or with other signs", () => {
  expect(toNumber("A", "26-27", 1)).toBe("A/26-27/000001");
  expect(toNumber("SHA", "26-27", 999_999)).toBe("SHA/26-27/999999");
  expect(() => toNumber("SHOP", "26-27", 1)).toThrow("is no number");
  expect(() => toNumber("SHA", "26-27", 1_000_000)).toThrow("is no number");
  expect(() => toNumber("Ä", "26-27", 1)).toThrow("is no number");
  expect(() => toNumber("A ", "26-27", 1)).toThrow("is no number");
  expect(DOCUMENT_NUMBER.test("")).toBe(false);
});

test("a credit note reduces the tax until 30 November after the financial year", () => {
  expect(mayReduceTax("2026-04-01", "2027-11-30")).toBe(true);
  expect(mayReduceTax("2026-04-01", "2027-12-01")).toBe(false);
  expect(mayReduceTax("2027-03-31", "2027-11-30")).toBe(true);
  expect(mayReduceTax("2027-03-31", "2027-12-01")).toBe(false);
  expect(mayReduceTax("2027-04-01", "2028-11-30")).toBe(true);

  const refundOn = (day: string) => {
    const trail = openTrail({ lines: [{ price: 1030 }], at: "2027-03-31T23:00:00+05:30" });
    trail.pay();
    trail.set("delivered");
    trail.wait((Date.parse(day) - Date.parse("2027-03-31")) / 86_400_000);
    trail.refundAll();
    return trail.documents.at(-1)!;
  };
  expect(refundOn("2027-11-30")).toMatchObject({ valuePaise: 1030_00, taxablePaise: 1000_00, cgstPaise: 15_00 });
  expect(refundOn("2027-12-01")).toMatchObject({ valuePaise: 1030_00, taxablePaise: 1030_00, cgstPaise: 0 });
});

test("a rate counts from its day; a credit note has the rate, place and parties of its invoice", () => {
  const [first, ...others] = confirmedTax().classes;
  const later = { ...first!.rates[0]!, from: "2026-12-01", rate: 5 };
  const tax = { ...confirmedTax(), classes: [{ ...first!, rates: [later, ...first!.rates] }, ...others] };
  const rateAt = (day: string) => rateOn(tax, first!.id, day)?.rate;
  expect([rateAt("2020-01-01"), rateAt("2026-11-30"), rateAt("2026-12-01")]).toEqual([3, 3, 5]);
  expect(rateOn(tax, "unknown", "2026-12-01")).toBeUndefined();

  const trail = openTrail({ lines: [{ of: first!.id, price: 1030, qty: 2 }], state: "Delhi" });
  trail.change("tax", tax);
  trail.pay();
  trail.ship({ 0: 1 });
  trail.wait(30);
  trail.correct({ shippingState: "Goa", shippingName: "Somebody else" });
  trail.ship();
  trail.refundLines({ 0: 2 });
  expect(trail.documents).toMatchObject([
    { kind: "tax_invoice", placeOfSupply: "Delhi", igstPaise: 30_00, lines: [{ rate: 3 }] },
    { kind: "tax_invoice", placeOfSupply: "Goa", igstPaise: 49_05, lines: [{ rate: 5 }] },
    { kind: "credit_note", placeOfSupply: "Delhi", igstPaise: 30_00, lines: [{ rate: 3 }] },
    { kind: "credit_note", placeOfSupply: "Goa", igstPaise: 49_05, lines: [{ rate: 5 }] },
  ]);
  const [invoice, , note] = trail.documents;
  expect(note).toMatchObject({ originalId: invoice!.id, buyer: invoice!.buyer, seller: invoice!.seller });
});
