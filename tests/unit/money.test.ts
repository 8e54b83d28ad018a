import fc from "fast-check";
import { expect, test } from "vitest";
import { requiredRupees } from "../../src/contracts/fields.ts";
import { toPaise, toRupees } from "../../src/contracts/money.ts";

const paise = fc.integer({ min: 0, max: 1_000_000_000 });
const price = requiredRupees("Price", { min: 0 });

test("converts paise to rupees and back", () => {
  fc.assert(fc.property(paise, (amount) => toPaise(toRupees(amount)) === amount));
});

test("parses rupees with two decimals exactly", () => {
  fc.assert(
    fc.property(paise, (amount) => {
      const text = `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, "0")}`;
      expect(toPaise(price.parse(text))).toBe(amount);
    }),
  );
});

test("rejects rupees with three decimals", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 9_999_999 }),
      fc.integer({ min: 0, max: 99 }),
      fc.integer({ min: 1, max: 9 }),
      (whole, cents, third) => {
        const text = `${whole}.${String(cents).padStart(2, "0")}${third}`;
        expect(price.safeParse(text).success).toBe(false);
      },
    ),
  );
});

test("handles binary fractions exactly", () => {
  expect([0.07, 1.1, 8.29, 19.99, 1.15, 4.35, 1299.95].map(toPaise)).toEqual([7, 110, 829, 1999, 115, 435, 129995]);
  expect([7, 110, 829, 1999].map(toRupees)).toEqual([0.07, 1.1, 8.29, 19.99]);
});
