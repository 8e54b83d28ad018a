import { z } from "zod";
import {
  choice,
  flag,
  formVersion,
  optionalDayFact,
  optionalFlag,
  optionalIdsFact,
  optionalKeysFact,
  optionalRupees,
  optionalWholeNumber,
  recordVersion,
  requiredText,
} from "../fields.ts";
import { searchQuery } from "../list.ts";
import {
  CODE_PATTERN,
  CODE_RULE,
  couponKinds,
  couponScopes,
  MAX_CODE_LENGTH,
  MAX_COUPON_CATEGORIES,
  MAX_COUPON_ITEMS,
} from "./coupon-rules.ts";

const couponReport = z.object({
  uses: z.int().describe("Paid orders with this coupon."),
  reserved: z.int().describe("Unpaid orders that hold a use."),
  late: z.int().describe("Orders that were paid after the coupon was used up; not counted in the limit."),
  discount: z.number().describe("Rupees taken off paid orders, waived delivery charges too."),
  revenue: z.number().describe("Rupees that these orders came to."),
});

export const coupon = z.object({
  _id: z.string(),
  code: z.string(),
  kind: z.enum(couponKinds),
  value: z.number().nullable().describe("Percent or rupees; null for free delivery."),
  minTotal: z.number().nullable().describe("Rupees that the lines must come to."),
  from: z.string().nullable().describe("The first day, in Indian time."),
  until: z.string().nullable().describe("The last day, in Indian time."),
  totalUses: z.int().nullable(),
  usesPerCustomer: z.int().nullable(),
  firstOrderOnly: z.boolean(),
  scope: z.enum(couponScopes),
  categories: z.array(z.string()).describe("Ids of categories, `type:course` and `type:consultancy`."),
  products: z.array(z.string()),
  courses: z.array(z.string()),
  active: z.boolean(),
  report: couponReport,
  createdAt: z.iso.datetime(),
  version: recordVersion,
});
export type Coupon = z.infer<typeof coupon>;

export const couponQuery = searchQuery.pick({ page: true, limit: true }).extend({
  q: searchQuery.shape.q.describe("Part of a code."),
});
export type CouponQuery = z.output<typeof couponQuery>;

const MAX_USES = 1_000_000;
const CODE = new RegExp(`^${CODE_PATTERN}$`);

export const couponForm = z
  .object({
    code: requiredText("Code", MAX_CODE_LENGTH)
      .refine((code) => code === "" || CODE.test(code), CODE_RULE)
      .toUpperCase(),
    kind: choice("Kind", couponKinds, "percent"),
    value: optionalRupees("Value", { min: 0.01 }),
    minTotal: optionalRupees("Minimum", { min: 1 }),
    from: optionalDayFact("Valid from"),
    until: optionalDayFact("Valid until"),
    totalUses: optionalWholeNumber("Uses in all", { min: 1, max: MAX_USES }),
    usesPerCustomer: optionalWholeNumber("Per buyer", { min: 1, max: MAX_USES }),
    firstOrderOnly: flag("First order only"),
    scope: choice("Applies to", couponScopes, "all"),
    categories: optionalKeysFact("Categories", MAX_COUPON_CATEGORIES),
    products: optionalIdsFact("Products", MAX_COUPON_ITEMS),
    courses: optionalIdsFact("Courses", MAX_COUPON_ITEMS),
    active: optionalFlag("Active"),
    version: formVersion,
  })
  .superRefine(({ kind, value, from, until, scope, categories, products, courses }, ctx) => {
    const refuse = (field: string, message: string) => ctx.addIssue({ code: "custom", path: [field], message });
    if (kind !== "free_delivery" && value === undefined) refuse("value", "Value is required.");
    if (kind === "percent" && value !== undefined && value > 100) refuse("value", "Value must be at most 100 percent.");
    if (from && until && until < from) refuse("until", "Valid until must not be before Valid from.");
    if (scope === "category" && !categories?.length) refuse("categories", "Choose at least one category.");
    if (scope === "items" && !products?.length && !courses?.length)
      refuse("products", "Choose at least one product or course.");
  });
export type CouponForm = z.output<typeof couponForm>;
