import { expect } from "vitest";
import { course, paid, paidAndSent, rudraksha, stone, testCases } from "../support/paper-rules.ts";
import { confirmedTax } from "../support/paper-shop.ts";

testCases({
  "a piece: invoiced when it leaves, not at payment": {
    order: { lines: [stone] },
    events: paid,
    papers: [],
    kept: 0,
  },
  "a piece to the seller's State": {
    order: { lines: [stone] },
    events: paidAndSent,
    papers: ["tax_invoice 1030.00 Maharashtra"],
    kept: 1030,
  },
  "a piece to another State": {
    order: { lines: [stone], state: "Delhi" },
    events: paidAndSent,
    papers: ["tax_invoice 1030.00 Delhi"],
    kept: 1030,
  },
  "a State that only the PIN code tells": {
    order: { lines: [stone], state: "", pin: "560001" },
    events: paidAndSent,
    papers: ["tax_invoice 1030.00 Karnataka"],
    kept: 1030,
  },
  "an unknown State: where the seller is": {
    order: { lines: [stone, course], state: "" },
    events: paidAndSent,
    papers: ["tax_invoice 1180.00 Maharashtra", "tax_invoice 1030.00 Maharashtra"],
    kept: 2210,
  },
  "a course: invoiced at payment": {
    order: { lines: [course], state: "Kerala" },
    events: paid,
    papers: ["tax_invoice 1180.00 Kerala"],
    kept: 1180,
  },
  "two sizes of a product and a course: goods and services on papers of their own": {
    order: { lines: [{ price: 900 }, { price: 1000, qty: 2 }, course] },
    events: paidAndSent,
    papers: ["tax_invoice 1180.00 Maharashtra", "tax_invoice 2900.00 Maharashtra"],
    kept: 4080,
  },
  "a coupon: only what was charged": {
    order: { lines: [{ price: 500 }, { price: 500 }, { of: "courses", price: 500 }], coupon: 100 },
    events: paidAndSent,
    papers: ["tax_invoice 466.67 Maharashtra", "tax_invoice 933.33 Maharashtra"],
    kept: 1400,
  },
  "a free order has papers of ₹0, and no credit note when it is cancelled": {
    order: { lines: [stone, course], coupon: 2210 },
    events(trail) {
      trail.set("paid");
      trail.set("shipped");
      trail.set("cancelled");
    },
    papers: ["tax_invoice 0.00 Maharashtra", "tax_invoice 0.00 Maharashtra"],
    kept: 0,
  },
  "a delivery charge is on the first paper of pieces": {
    order: { lines: [{ price: 100, qty: 3 }, course], delivery: 80 },
    events(trail) {
      trail.pay();
      trail.ship({ 0: 1 });
      trail.ship();
    },
    papers: ["tax_invoice 1180.00 Maharashtra", "tax_invoice 180.00 Maharashtra", "tax_invoice 200.00 Maharashtra"],
    kept: 1560,
  },
  "₹100 for three pieces in three parcels": {
    order: { lines: [{ price: 50, qty: 3 }], coupon: 50 },
    events(trail) {
      trail.pay();
      for (let parcel = 0; parcel < 3; parcel += 1) trail.ship({ 0: 1 });
    },
    papers: ["tax_invoice 33.34 Maharashtra", "tax_invoice 33.33 Maharashtra", "tax_invoice 33.33 Maharashtra"],
    kept: 100,
  },
  "₹100 for three pieces: one refunded before, two sent in two parcels": {
    order: { lines: [{ price: 50, qty: 3 }], coupon: 50 },
    events(trail) {
      trail.pay();
      trail.refundLines({ 0: 1 });
      trail.ship({ 0: 1 });
      trail.ship();
    },
    papers: ["tax_invoice 33.34 Maharashtra", "tax_invoice 33.33 Maharashtra"],
    kept: 66.67,
  },
  "one parcel, then the status shipped by hand: one paper for the rest": {
    order: { lines: [{ price: 100, qty: 3 }, stone] },
    events(trail) {
      trail.pay();
      trail.ship({ 0: 1 });
      trail.set("shipped");
      trail.set("delivered");
    },
    papers: ["tax_invoice 100.00 Maharashtra", "tax_invoice 1230.00 Maharashtra"],
    kept: 1330,
  },
  "the status shipped by hand, then a parcel with its tracking number: no second paper": {
    order: { lines: [{ price: 50, qty: 3 }], coupon: 50, delivery: 40 },
    events(trail) {
      paidAndSent(trail);
      trail.ship({ 0: 2 });
      trail.ship();
    },
    papers: ["tax_invoice 140.00 Maharashtra"],
    kept: 140,
  },
  "a mixed cart: invoice-cum-bill of supply": {
    order: { lines: [stone, rudraksha] },
    events: paidAndSent,
    papers: ["invoice_cum_bill 1530.00 Maharashtra"],
    kept: 1530,
  },
  "only untaxed pieces: bill of supply": {
    order: { lines: [rudraksha] },
    events: paidAndSent,
    papers: ["bill_of_supply 500.00 Maharashtra"],
    kept: 500,
  },
  "a mixed cart of a registered buyer: two papers": {
    order: { lines: [stone, rudraksha], gstin: "07AAPFU0939F1ZX", state: "Delhi" },
    events: paidAndSent,
    papers: ["tax_invoice 1030.00 Delhi", "bill_of_supply 500.00 Delhi"],
    kept: 1530,
  },
  "a mixed cart of a registered buyer with a delivery charge by the pieces": {
    order: { lines: [stone, { ...rudraksha, price: 1030 }], gstin: "07AAPFU0939F1ZX", state: "Delhi", delivery: 80 },
    events: paidAndSent,
    papers: ["tax_invoice 1070.00 Delhi", "bill_of_supply 1070.00 Delhi"],
    kept: 2140,
  },
  "a mixed cart of a registered buyer with a delivery charge at the highest rate": {
    order: {
      lines: [stone, rudraksha],
      gstin: "07AAPFU0939F1ZX",
      state: "Delhi",
      delivery: 80,
      deliveryTax: "highest",
    },
    events: paidAndSent,
    papers: ["tax_invoice 1110.00 Delhi", "bill_of_supply 500.00 Delhi"],
    kept: 1610,
  },
  "a registered buyer: services where they are registered, goods where they go": {
    order: { lines: [course, stone], gstin: "07AAPFU0939F1ZX", state: "Goa" },
    events: paidAndSent,
    papers: ["tax_invoice 1180.00 Delhi", "tax_invoice 1030.00 Goa"],
    kept: 2210,
  },
  "a seller in the composition scheme gives bills of supply": {
    order: { lines: [stone, rudraksha, course], mode: "composition", unconfirmed: ["gemstone"], delivery: 50 },
    events: paidAndSent,
    papers: ["bill_of_supply 1180.00 Maharashtra", "bill_of_supply 1580.00 Maharashtra"],
    kept: 2760,
  },
  "a seller who is not registered gives one receipt and no credit notes": {
    order: { lines: [stone, course], mode: "unregistered", delivery: 50, coupon: 60, unconfirmed: ["gemstone"] },
    events(trail) {
      paidAndSent(trail);
      trail.refundLines({ 0: 1 });
      trail.set("cancelled");
      trail.refundAll();
    },
    papers: ["receipt 2200.00"],
    kept: 0,
  },
  "a registered seller who gives receipts too": {
    order: { lines: [stone], isReceiptGiven: true },
    events: paidAndSent,
    papers: ["receipt 1030.00", "tax_invoice 1030.00 Maharashtra"],
    kept: 1030,
  },
  "registered between payment and dispatch: the pieces are invoiced, the course was sold before": {
    order: { lines: [stone, course], mode: "unregistered", delivery: 50 },
    events(trail) {
      trail.pay();
      trail.wait(1);
      trail.change("seller", { mode: "regular" });
      trail.set("shipped");
    },
    papers: ["receipt 2260.00", "tax_invoice 1080.00 Maharashtra"],
    kept: 1080,
  },
  "registered after dispatch: what left before gets no invoice, what leaves later does": {
    order: { lines: [stone, { price: 100, qty: 2 }], mode: "unregistered" },
    events(trail) {
      trail.pay();
      trail.ship({ 0: 1, 1: 1 });
      trail.wait(1);
      trail.change("seller", { mode: "regular" });
      trail.refundLines({ 0: 1 });
      trail.ship();
      trail.set("delivered");
    },
    papers: ["receipt 1230.00", "tax_invoice 100.00 Maharashtra"],
    kept: 100,
  },
  "from composition to regular between two parcels: each as the seller was": {
    order: { lines: [{ price: 100, qty: 2 }], mode: "composition" },
    events(trail) {
      trail.pay();
      trail.ship({ 0: 1 });
      trail.wait(1);
      trail.change("seller", { mode: "regular" });
      trail.ship();
      trail.refundAll();
    },
    papers: [
      "bill_of_supply 100.00 Maharashtra",
      "tax_invoice 100.00 Maharashtra",
      "credit_note 100.00 Maharashtra",
      "credit_note 100.00 Maharashtra",
    ],
    kept: 0,
  },
  "₹49,999.99 without an address": {
    order: { lines: [{ price: 49_999.99 }], address: "" },
    events: paidAndSent,
    papers: ["tax_invoice 49999.99 Maharashtra"],
    kept: 49_999.99,
  },
  "₹50,000 with an address": {
    order: { lines: [{ price: 50_000 }] },
    events: paidAndSent,
    papers: ["tax_invoice 50000.00 Maharashtra"],
    kept: 50_000,
  },
  "₹50,000 without an address: nothing until there is one; the course has its paper": {
    order: { lines: [{ price: 50_000 }, course], address: "" },
    events(trail) {
      paidAndSent(trail);
      expect(trail.problem()).toMatch("needs the buyer's address");
      expect(trail.net()).toBe(1180);
      trail.correct({ shippingAddress: "12 Tara Marg" });
      trail.wait(0.1);
      trail.issue();
      expect(trail.problem()).toBe("");
    },
    papers: ["tax_invoice 1180.00 Maharashtra", "tax_invoice 50000.00 Maharashtra"],
    kept: 51_180,
  },
  "an unconfirmed class: nothing until it is confirmed; other supplies have theirs": {
    order: { lines: [stone, course], unconfirmed: ["courses"], delivery: 50 },
    events(trail) {
      paidAndSent(trail);
      expect(trail.problem()).toBe("The tax class “Courses” is not confirmed.");
      expect(trail.papers()).toEqual(["tax_invoice 1080.00 Maharashtra"]);
      trail.wait(10);
      trail.change("tax", { classes: confirmedTax().classes });
      trail.issue();
      expect(trail.documents.at(-1)).toMatchObject({ day: "2026-11-20" });
    },
    papers: ["tax_invoice 1080.00 Maharashtra", "tax_invoice 1180.00 Maharashtra"],
    kept: 2260,
  },
  "a missing GSTIN: nothing": {
    order: { lines: [stone], mode: "composition" },
    events(trail) {
      trail.change("business", { gstin: "" });
      paidAndSent(trail);
      expect(trail.problem()).toBe("The GSTIN of the shop is missing.");
    },
    papers: [],
    kept: 0,
  },
  "sent without a payment, then paid": {
    order: { lines: [stone, course] },
    events(trail) {
      trail.set("shipped");
      expect(trail.papers()).toEqual(["tax_invoice 1030.00 Maharashtra"]);
      trail.pay();
    },
    papers: ["tax_invoice 1030.00 Maharashtra", "tax_invoice 1180.00 Maharashtra"],
    kept: 2210,
  },
});
