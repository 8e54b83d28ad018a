import { expect, test } from "vitest";
import { defaultSettings } from "../../site.config.ts";
import type { DeliveryCharge } from "../../src/contracts/settings/settings.ts";
import { deliveryLine, deliveryPriceText, sessionPolicyTexts } from "../../src/web/lib/policy-texts.ts";

const { charge } = defaultSettings.delivery;
const charged = (change: Partial<DeliveryCharge>) => ({ ...charge, isCharged: true, ...change });

test.each([
  ["nothing is charged", charge, "The price includes delivery."],
  ["every price is zero", charged({}), "The price includes delivery."],
  ["one price", charged({ flat: 60 }), "Delivery costs ₹60."],
  ["free from a sum on", charged({ flat: 60, freeAbove: 999 }), "Delivery costs ₹60, and nothing from ₹999 on."],
  [
    "by weight, where the lightest parcel is free",
    charged({ flat: 120, slabs: [{ upToGrams: 500, price: 0 }] }),
    "Delivery costs ₹0 to ₹120 by weight.",
  ],
  [
    "by weight and PIN code",
    charged({ flat: 80, slabs: [{ upToGrams: 500, price: 40 }], pinPrices: [{ prefix: "79", price: 150 }] }),
    "Delivery costs ₹40 to ₹150 by weight and PIN code.",
  ],
  [
    "the same everywhere, written as two prices",
    charged({ flat: 60, pinPrices: [{ prefix: "44", price: 60 }] }),
    "Delivery costs ₹60.",
  ],
])("the price of delivery in words: %s", (_, settings, text) => {
  expect(deliveryPriceText(settings)).toBe(text);
});

test("the note about delivery is the owner's; only the claim of the former standard note follows the charge", () => {
  const { business, delivery } = defaultSettings;
  const lineOf = (deliveryNote: string, change: Partial<DeliveryCharge> = {}) =>
    deliveryLine({ business: { ...business, deliveryNote }, delivery: { ...delivery, charge: charged(change) } });
  expect(lineOf(business.deliveryNote)).toBe("Delivered within India. The price includes delivery.");
  expect(lineOf("Delivered within India; the price includes it.", { flat: 60 })).toBe(
    "Delivered within India. Delivery costs ₹60.",
  );
  expect(lineOf("By bicycle in Nagpur.", { flat: 60 })).toBe("By bicycle in Nagpur. Delivery costs ₹60.");
  expect(lineOf("", { flat: 60 })).toBe("Delivery costs ₹60.");
});

test("what a buyer can do with a booked session is what the settings allow", () => {
  const policy = { maxMoves: 2, freeChangeHours: 24, isRefunded: true, intakeDays: 90 };
  expect(sessionPolicyTexts(policy)).toEqual([
    "On the page of your order you can move a booked session twice and cancel it until 24 hours before it begins. After that, please call us.",
    "If you cancel it there in time, we return what you paid for it.",
  ]);
  expect(sessionPolicyTexts({ ...policy, maxMoves: 0, freeChangeHours: 1, isRefunded: false })).toEqual([
    "On the page of your order you can cancel a booked session until 1 hour before it begins. After that, please call us.",
    "If you cancel it there in time, we get in touch with you about what you paid for it.",
  ]);
  expect(sessionPolicyTexts({ ...policy, maxMoves: 1, freeChangeHours: 0 })[0]).toContain(
    "move a booked session once and cancel it until it begins.",
  );
});
