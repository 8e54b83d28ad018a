import fc from "fast-check";
import { describe, test } from "vitest";
import { defaultSettings } from "../../site.config.ts";
import { deliveryPrice } from "../../src/contracts/orders/delivery-rules.ts";
import { parseItem } from "../../src/contracts/orders/item-rules.ts";
import type { PricedLine } from "../../src/server/checkout/pricing.ts";
import { sumUp } from "../../src/server/checkout/totals.ts";
import type { CouponRow } from "../../src/server/coupons/coupon-table.ts";
import { evaluate } from "../../src/server/coupons/evaluate.ts";
import type { Evaluated } from "../../src/server/orders/core/coupon-cart.ts";

const NO_CHARGE = defaultSettings.delivery.charge;

const couponOf = (changes: Partial<CouponRow>): CouponRow => ({
  id: "",
  code: "TEST",
  kind: "percent",
  valueHundredths: 1000,
  minTotalPaise: null,
  fromDay: null,
  untilDay: null,
  totalUses: null,
  usesPerCustomer: null,
  firstOrderOnly: false,
  scope: "all",
  categories: [],
  products: [],
  courses: [],
  active: true,
  version: 1,
  createdAt: new Date(),
  ...changes,
});

const lineOf = (pricePaise: number, qty: number, category = "a"): PricedLine => ({
  itemId: "",
  itemType: "product",
  ...parseItem({ itemType: "product", itemId: "" }),
  qty,
  title: "",
  pricePaise,
  image: "",
  groupLink: "",
  available: 99,
  problem: null,
  category,
});

/** The totals of a cart, or the reason why the coupon does nothing. */
function totalsOf(coupon: CouponRow, lines: PricedLine[], charge = NO_CHARGE) {
  const cart = {
    lines: lines.map(({ itemType, productId, courseId, category, pricePaise, qty }) => ({
      itemType,
      productId,
      courseId,
      category,
      totalPaise: pricePaise * qty,
    })),
    deliveryPaise: sumUp({ lines, pin: "" }, charge, undefined).delivery,
  };
  const facts = { total: 0, customer: undefined, hasOrdered: undefined, today: "2026-11-14" };
  const evaluation = evaluate(coupon, cart, facts);
  if (evaluation.problem !== undefined) return evaluation.problem;
  return sumUp({ lines, pin: "" }, charge, evaluation as Evaluated);
}

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

test("over 2,000 random carts the shares add up, no line is negative, and the rest can be paid", () => {
  const anyLine = fc
    .tuple(fc.integer({ min: 0, max: 1_000_000_000 }), fc.integer({ min: 1, max: 999 }), fc.constantFrom("a", "b"))
    .map((values) => lineOf(...values));
  const smallLine = fc
    .tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 3 }), fc.constantFrom("a", "b"))
    .map((values) => lineOf(...values));
  const anyCoupon = fc
    .record({
      kind: fc.constantFrom("percent" as const, "amount" as const),
      valueHundredths: fc.integer({ min: 1, max: 10_000 }),
      scope: fc.constantFrom("all" as const, "category" as const),
    })
    .map((changes) => couponOf({ ...changes, categories: ["a"] }));
  const carts = fc.array(fc.oneof(anyLine, smallLine), { minLength: 1, maxLength: 8 });
  const charges = fc.integer({ min: 0, max: 300 }).map((paise) => ({
    ...NO_CHARGE,
    isCharged: true,
    flat: paise / 100,
  }));
  fc.assert(
    fc.property(anyCoupon, carts, charges, (coupon, lines, charge) => {
      const totals = totalsOf(coupon, lines, charge);
      if (typeof totals === "string") return true;
      const { subtotal, lineDiscounts, discount, delivery, total } = totals;
      const isLineRight = ({ pricePaise, qty, category }: PricedLine, place: number) => {
        const most = coupon.scope === "category" && category === "b" ? 0 : pricePaise * qty;
        return lineDiscounts[place]! >= 0 && lineDiscounts[place]! <= most;
      };
      // Lines and delivery of less than ₹1 cannot be paid with or without a coupon.
      const isPayable = total === 0 || total >= 100 || subtotal + delivery < 100;
      const isExact = sum(lineDiscounts) === discount && total === subtotal - discount + delivery;
      return isExact && isPayable && lines.every(isLineRight);
    }),
    { numRuns: 2_000 },
  );
});

describe("discounts", () => {
  test.for([
    [
      "₹100 over three equal lines",
      couponOf({ kind: "amount", valueHundredths: 10_000 }),
      [
        [50_000, 1],
        [50_000, 1],
        [50_000, 1],
      ],
      [3_334, 3_333, 3_333],
      140_000,
    ],
    [
      "10 percent, half a paisa rounded up",
      couponOf({}),
      [
        [1_005, 1],
        [10_000, 1],
      ],
      [101, 1_000],
      9_904,
    ],
    [
      "more than the cart costs: nothing is left",
      couponOf({ kind: "amount", valueHundredths: 99_900 }),
      [[50_000, 1]],
      [50_000],
      0,
    ],
    [
      "50 paise would be left: ₹1 is paid",
      couponOf({ kind: "amount", valueHundredths: 49_950 }),
      [[50_000, 1]],
      [49_900],
      100,
    ],
  ] as const)("%s", ([, coupon, lines, shares, total], { expect }) => {
    const priced = lines.map(([price, qty]) => lineOf(price, qty));
    expect(totalsOf(coupon, priced)).toMatchObject({ lineDiscounts: shares, total });
  });
});

describe("the delivery charge", () => {
  const charge = {
    isCharged: true,
    flat: 99,
    freeAbove: 999,
    slabs: [
      { upToGrams: 2000, price: 120 },
      { upToGrams: 500, price: 60 },
    ],
    defaultWeightGrams: 250,
    pinPrices: [
      { prefix: "7", price: 150 },
      { prefix: "744", price: 300 },
      { prefix: "440010", price: 0 },
    ],
  };
  test.for([
    ["no pieces", charge, undefined, "", 0],
    ["charging is off", { ...charge, isCharged: false }, { goodsPaise: 100, grams: 1 }, "", 0],
    ["up to the first slab", charge, { goodsPaise: 90_000, grams: 500 }, "", 60],
    ["above the first slab", charge, { goodsPaise: 90_000, grams: 500.5 }, "", 120],
    ["heavier than every slab", charge, { goodsPaise: 90_000, grams: 2001 }, "", 99],
    ["no slabs", { ...charge, slabs: [] }, { goodsPaise: 90_000, grams: 1 }, "", 99],
    ["just below the free limit", charge, { goodsPaise: 99_899, grams: 1 }, "", 60],
    ["at the free limit", charge, { goodsPaise: 99_900, grams: 1 }, "744101", 0],
    ["never free", { ...charge, freeAbove: 0 }, { goodsPaise: 9_999_900, grams: 1 }, "", 60],
    ["a PIN prefix", charge, { goodsPaise: 90_000, grams: 1 }, "700001", 150],
    ["the longest PIN prefix", charge, { goodsPaise: 90_000, grams: 1 }, "744101", 300],
    ["a whole PIN code without a charge", charge, { goodsPaise: 90_000, grams: 9999 }, "440010", 0],
    ["a PIN code without a price", charge, { goodsPaise: 90_000, grams: 1 }, "400001", 60],
  ] as const)("%s", ([, settings, parcel, pin, rupees], { expect }) => {
    expect(
      deliveryPrice({ ...settings, slabs: [...settings.slabs], pinPrices: [...settings.pinPrices] }, parcel, pin),
    ).toBe(rupees * 100);
  });
});
