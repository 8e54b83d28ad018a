import { expect } from "vitest";
import { course, paidAndSent, session, stone, testCases } from "../support/paper-rules.ts";

testCases({
  "a refund before dispatch needs no credit note": {
    order: { lines: [stone], delivery: 50 },
    events(trail) {
      trail.pay();
      trail.refundAll();
      trail.set("cancelled");
    },
    papers: [],
    kept: 0,
  },
  "a refund of one line": {
    order: { lines: [stone, { price: 515 }], state: "Delhi" },
    events(trail) {
      paidAndSent(trail);
      trail.refundLines({ 1: 1 });
    },
    papers: ["tax_invoice 1545.00 Delhi", "credit_note 515.00 Delhi"],
    kept: 1030,
  },
  "a refund of one of three pieces, then of the others": {
    order: { lines: [{ price: 50, qty: 3 }], coupon: 50 },
    events(trail) {
      paidAndSent(trail);
      for (let piece = 0; piece < 3; piece += 1) trail.refundLines({ 0: 1 });
    },
    papers: [
      "tax_invoice 100.00 Maharashtra",
      "credit_note 33.33 Maharashtra",
      "credit_note 33.33 Maharashtra",
      "credit_note 33.34 Maharashtra",
    ],
    kept: 0,
  },
  "a refund of an amount is shared out over what is invoiced": {
    order: { lines: [{ price: 600 }, { of: "courses", price: 400 }] },
    events(trail) {
      trail.pay();
      trail.refundAmount(100);
      trail.set("shipped");
    },
    papers: [
      "tax_invoice 400.00 Maharashtra",
      "credit_note 40.00 Maharashtra",
      "tax_invoice 600.00 Maharashtra",
      "credit_note 60.00 Maharashtra",
    ],
    kept: 900,
  },
  "a refund of everything, delivery included": {
    order: { lines: [stone, course], delivery: 50 },
    events(trail) {
      paidAndSent(trail);
      trail.refundLines({ 0: 1 });
      trail.refundAll();
    },
    papers: [
      "tax_invoice 1180.00 Maharashtra",
      "tax_invoice 1080.00 Maharashtra",
      "credit_note 1030.00 Maharashtra",
      "credit_note 1180.00 Maharashtra",
      "credit_note 50.00 Maharashtra",
    ],
    kept: 0,
  },
  "a refund that fails keeps its note, and its repetition gets no second": {
    order: { lines: [stone, { price: 100 }] },
    events(trail) {
      paidAndSent(trail);
      trail.refundLines({ 0: 1 });
      trail.failRefund();
      trail.wait(40);
      trail.retryRefund();
    },
    papers: ["tax_invoice 1130.00 Maharashtra", "credit_note 1030.00 Maharashtra"],
    kept: 100,
  },
  "a refund of everything that fails keeps its note and gives no second invoice": {
    order: { lines: [stone] },
    events(trail) {
      paidAndSent(trail);
      trail.refundAll();
      trail.failRefund();
      trail.retryRefund();
    },
    papers: ["tax_invoice 1030.00 Maharashtra", "credit_note 1030.00 Maharashtra"],
    kept: 0,
  },
  "a failed refund of a piece that never left gives no invoice for it": {
    order: { lines: [{ price: 100, qty: 2 }] },
    events(trail) {
      trail.pay();
      trail.refundLines({ 0: 1 });
      trail.ship();
      trail.wait(2);
      trail.failRefund();
    },
    papers: ["tax_invoice 100.00 Maharashtra"],
    kept: 100,
  },
  "a cancelled session whose price is refunded": {
    order: { lines: [{ ...session, qty: 2 }, stone] },
    events(trail) {
      trail.pay();
      trail.refundLines({ 0: 1 });
    },
    papers: ["tax_invoice 1180.00 Maharashtra", "credit_note 590.00 Maharashtra"],
    kept: 590,
  },
  "a cancelled session without a refund": {
    order: { lines: [session] },
    events(trail) {
      trail.pay();
      trail.wait(1);
      trail.set("delivered");
    },
    papers: ["tax_invoice 590.00 Maharashtra"],
    kept: 590,
  },
  "an order paid by hand": {
    order: { lines: [stone, course] },
    events(trail) {
      trail.set("paid");
      trail.set("delivered");
    },
    papers: ["tax_invoice 1180.00 Maharashtra", "tax_invoice 1030.00 Maharashtra"],
    kept: 2210,
  },
  "an order paid by hand and cancelled: all is credited": {
    order: { lines: [stone, course] },
    events(trail) {
      trail.set("paid");
      trail.set("shipped");
      trail.set("cancelled");
    },
    papers: [
      "tax_invoice 1180.00 Maharashtra",
      "tax_invoice 1030.00 Maharashtra",
      "credit_note 1180.00 Maharashtra",
      "credit_note 1030.00 Maharashtra",
    ],
    kept: 0,
  },
  "an order that is cancelled by mistake and opened again: new papers": {
    order: { lines: [stone, course], delivery: 50 },
    events(trail) {
      trail.set("paid");
      trail.ship();
      trail.set("cancelled");
      trail.wait(1);
      trail.set("shipped");
    },
    papers: [
      "tax_invoice 1180.00 Maharashtra",
      "tax_invoice 1080.00 Maharashtra",
      "credit_note 1180.00 Maharashtra",
      "credit_note 1080.00 Maharashtra",
      "tax_invoice 1180.00 Maharashtra",
      "tax_invoice 1080.00 Maharashtra",
    ],
    kept: 2260,
  },
  "a deleted or cancelled order that has no paper yet gets none": {
    order: { lines: [stone], unconfirmed: ["gemstone"] },
    events(trail) {
      trail.set("paid");
      trail.set("shipped");
      trail.set("cancelled");
      expect(trail.problem()).toBe("");
    },
    papers: [],
    kept: 0,
  },
  "a cancelled order: its money decides, here paid back outside the provider": {
    order: { lines: [course] },
    events(trail) {
      trail.pay();
      trail.set("cancelled");
      expect(trail.net()).toBe(1180);
      trail.dealWith();
    },
    papers: ["tax_invoice 1180.00 Maharashtra", "credit_note 1180.00 Maharashtra"],
    kept: 0,
  },
  "a deleted order that was paid by hand and not delivered": {
    order: { lines: [course, stone] },
    events(trail) {
      trail.set("paid");
      trail.remove();
    },
    papers: ["tax_invoice 1180.00 Maharashtra", "credit_note 1180.00 Maharashtra"],
    kept: 0,
  },
  "a deleted order that was delivered keeps its papers": {
    order: { lines: [stone] },
    events(trail) {
      trail.set("paid");
      trail.set("delivered");
      trail.remove();
    },
    papers: ["tax_invoice 1030.00 Maharashtra"],
    kept: 1030,
  },
  "a parcel taken back in the same month: its number is cancelled": {
    order: { lines: [{ price: 50, qty: 3 }], coupon: 50, delivery: 40 },
    events(trail) {
      trail.pay();
      trail.ship({ 0: 2 });
      trail.takeBack();
      trail.ship({ 0: 1 });
      trail.ship();
    },
    papers: [
      "tax_invoice 106.67 Maharashtra cancelled",
      "tax_invoice 73.34 Maharashtra",
      "tax_invoice 66.66 Maharashtra",
    ],
    kept: 140,
  },
  "a parcel taken back in a later month: credited": {
    order: { lines: [stone], delivery: 40 },
    events(trail) {
      trail.pay();
      trail.ship();
      trail.wait(40);
      trail.takeBack();
      trail.ship();
    },
    papers: ["tax_invoice 1070.00 Maharashtra", "credit_note 1070.00 Maharashtra", "tax_invoice 1070.00 Maharashtra"],
    kept: 1070,
  },
  "the status set back in a later month, sent again, then a part refund": {
    order: { lines: [{ price: 100 }], delivery: 100 },
    events(trail) {
      paidAndSent(trail);
      trail.wait(40);
      trail.set("paid");
      trail.set("shipped");
      trail.refundAmount(50);
    },
    papers: [
      "tax_invoice 200.00 Maharashtra",
      "credit_note 200.00 Maharashtra",
      "tax_invoice 200.00 Maharashtra",
      "credit_note 50.00 Maharashtra",
    ],
    kept: 150,
  },
  "a part refund before the status is set back counts again for the new paper": {
    order: { lines: [{ price: 100 }] },
    events(trail) {
      paidAndSent(trail);
      trail.refundAmount(30);
      trail.set("paid");
      trail.set("shipped");
    },
    papers: [
      "tax_invoice 100.00 Maharashtra",
      "credit_note 30.00 Maharashtra",
      "credit_note 70.00 Maharashtra",
      "tax_invoice 100.00 Maharashtra",
      "credit_note 30.00 Maharashtra",
    ],
    kept: 70,
  },
  "a registered buyer's two papers, one with a note, set back and sent again": {
    order: {
      lines: [{ price: 100 }, { of: "rudraksha", price: 100, qty: 2 }],
      gstin: "07AAPFU0939F1ZX",
      state: "Delhi",
    },
    events(trail) {
      paidAndSent(trail);
      trail.refundLines({ 1: 1 });
      trail.set("paid");
      trail.set("shipped");
    },
    papers: [
      "tax_invoice 100.00 Delhi cancelled",
      "bill_of_supply 200.00 Delhi",
      "credit_note 100.00 Delhi",
      "credit_note 100.00 Delhi",
      "tax_invoice 100.00 Delhi",
      "bill_of_supply 100.00 Delhi",
    ],
    kept: 200,
  },
});
