import { defineErrors } from "../platform/http/errors.ts";

export const couponError = defineErrors(["coupons", "orders", "payments"], {
  coupon_not_found: [404, "Coupon not found."],
  coupon_used: [409, "This coupon has been used, so its report stays. Switch it off instead of deleting it."],
  coupon_invalid: [409, "This code cannot be used."],
  changed_meanwhile: [409, "This coupon was changed since you opened it. Nothing was saved."],
});

/** Refuses an order and shows the reason at the coupon field. */
export const couponRefused = (reason: string) =>
  couponError("coupon_invalid", { message: reason, fields: { coupon: reason } });
