export const couponKinds = ["percent", "amount", "free_delivery"] as const;
export type CouponKind = (typeof couponKinds)[number];

/** What a coupon applies to: the whole cart, some categories, or some products and courses. */
export const couponScopes = ["all", "category", "items"] as const;
export type CouponScope = (typeof couponScopes)[number];

/** Pseudo-categories that a coupon can cover beside product categories, whose ids have no colon. */
export const serviceCategories = { "type:course": "All courses", "type:consultancy": "All consultations" } as const;

export const MAX_CODE_LENGTH = 40;
/** Stored in upper case; lower case is accepted. For the server and for an input's `pattern`. */
export const CODE_PATTERN = "[A-Za-z0-9][A-Za-z0-9\\-]*";
export const CODE_RULE = "Code must be letters, digits and hyphens, such as DIWALI-10.";

export const MAX_COUPON_ITEMS = 50;
/** Enough for all categories of a shop and the two service categories. */
export const MAX_COUPON_CATEGORIES = 42;

/** `reserved` by an unpaid order, `confirmed` by payment, `released`, or `late`: paid after the coupon was used up. */
export const couponUseStates = ["reserved", "confirmed", "released", "late"] as const;
