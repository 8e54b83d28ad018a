import { couponForm } from "../../src/contracts/coupons/coupon.ts";
import { someCode } from "./coupons.ts";
import { publishSettings } from "./settings.ts";
import type { TestShop } from "./test-shop.ts";

/** Delivery costs ₹49, and nothing to this PIN code. */
export const FREE_PIN = "560001";

/** Logs in again, because simulated weeks pass in a history. */
export const chargeForDelivery = async (shop: TestShop) =>
  publishSettings({ ...shop, ownerToken: await shop.logIn() }, "delivery", {
    charge: {
      isCharged: true,
      flat: 49,
      freeAbove: 3000,
      slabs: [],
      defaultWeightGrams: 100,
      pinPrices: [{ prefix: FREE_PIN.slice(0, 3), price: 0 }],
    },
  });

/** Coupons with few uses. One of them covers whole orders. */
export async function openCoupons({ services }: TestShop, ownerId: string) {
  const make = (fields: Record<string, string>) =>
    services.coupons.create(couponForm.parse({ code: someCode(), kind: "percent", ...fields }), ownerId);
  const made = [
    await make({ value: "10", totalUses: "1" }),
    await make({ kind: "amount", value: "333.35", totalUses: "2", usesPerCustomer: "1" }),
    await make({ value: "100", totalUses: "3", usesPerCustomer: "1" }),
  ];
  return {
    ids: made.map(({ _id }) => _id),
    /** The code of a coupon, or undefined for a number above the last. */
    choose: (which: number) => made[which]?.code,
  };
}
