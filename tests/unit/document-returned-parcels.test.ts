import { stone, testCases } from "../support/paper-rules.ts";

testCases({
  "a parcel that came back in the same month: credited once, and invoiced again when it is sent again": {
    order: { lines: [{ price: 50, qty: 3 }], coupon: 50, delivery: 40 },
    events(trail) {
      trail.pay();
      trail.ship({ 0: 2 });
      trail.comeBack();
      trail.comeBack();
      trail.wait(2);
      trail.ship();
    },
    papers: ["tax_invoice 106.67 Maharashtra", "credit_note 106.67 Maharashtra", "tax_invoice 140.00 Maharashtra"],
    kept: 140,
  },
  "a parcel that came back after the status was set to shipped: credited, although it is the same month": {
    order: { lines: [stone] },
    events(trail) {
      trail.pay();
      trail.set("shipped");
      trail.ship();
      trail.comeBack();
    },
    papers: ["tax_invoice 1030.00 Maharashtra", "credit_note 1030.00 Maharashtra"],
    kept: 0,
  },
  "a parcel that came back and is not sent again, because the money goes back": {
    order: { lines: [stone], delivery: 40 },
    events(trail) {
      trail.pay();
      trail.ship();
      trail.comeBack();
      trail.refundAll();
      trail.set("cancelled");
    },
    papers: ["tax_invoice 1070.00 Maharashtra", "credit_note 1070.00 Maharashtra"],
    kept: 0,
  },
  "a parcel that came back after one of its pieces was refunded": {
    order: { lines: [{ price: 50, qty: 2 }] },
    events(trail) {
      trail.pay();
      trail.ship();
      trail.refundLines({ 0: 1 });
      trail.comeBack();
      trail.ship();
    },
    papers: [
      "tax_invoice 100.00 Maharashtra",
      "credit_note 50.00 Maharashtra",
      "credit_note 50.00 Maharashtra",
      "tax_invoice 50.00 Maharashtra",
    ],
    kept: 50,
  },
});
