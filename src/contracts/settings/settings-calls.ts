import { z } from "zod";
import { storedVersion } from "../fields.ts";
import { categoryId } from "./catalogue-settings.ts";
import { settingGroupNames } from "./settings.ts";

const values = z.record(z.string(), z.unknown());

export const settingState = z.object({
  group: z.enum(settingGroupNames),
  version: z.int().describe("0 while nobody has changed the group."),
  values,
  updatedAt: z.iso.datetime().nullable(),
  updatedBy: z.string().nullable(),
  draft: values.nullable().describe("What was last previewed and not published."),
  problem: z
    .string()
    .nullable()
    .describe("Why the stored values are not used, but the last good ones or else the defaults."),
});
export type SettingState = z.infer<typeof settingState>;

export const settingForm = z.object({
  version: storedVersion,
  values: z.record(z.string(), z.unknown(), "Values must be an object."),
  moved: z
    .array(z.object({ from: categoryId, into: categoryId }))
    .max(40)
    .optional()
    .describe("Categories that are removed, and the category their products move to."),
});
export type SettingForm = z.input<typeof settingForm>;

export const settingDraft = settingForm.pick({ values: true });
export const settingPreview = z.object({
  preview: z.string().describe("The page that shows the draft, for one hour."),
});
export const settingRevert = z.object({ version: storedVersion, to: storedVersion.describe("0: the defaults.") });

export const settingChange = z.object({
  version: z.int(),
  at: z.iso.datetime(),
  by: z.string(),
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
});
export type SettingChange = z.infer<typeof settingChange>;
export const settingPicture = z.object({ path: z.string() });

/** A task to do before the shop can sell. The list is in `src/server/first-day/service.ts`. */
const firstDayItem = z.object({
  key: z.string(),
  done: z.boolean(),
  title: z.string(),
  text: z.string(),
  link: z.object({ to: z.string(), text: z.string() }).nullable().describe("Where the owner does it."),
});
export type FirstDayItem = z.infer<typeof firstDayItem>;

export const demoCounts = z
  .object({ products: z.int(), courses: z.int(), experts: z.int(), blogs: z.int() })
  .describe("Records of the demo data that nobody has changed.");
export type DemoCounts = z.infer<typeof demoCounts>;

export const paymentStatus = z.object({
  mode: z
    .enum(["none", "sandbox", "test", "live"])
    .describe(
      "`sandbox`: the shop plays the provider. `test`: the provider's test keys. Money moves with `live` only.",
    ),
  hasKeys: z.boolean().describe("Whether the provider's keys are in use; never the keys."),
  lastWebhook: z
    .object({ kind: z.string().describe("Empty for events of older versions."), at: z.iso.datetime() })
    .nullable()
    .describe("The provider's last event within 30 days."),
  lastPayment: z
    .object({ orderId: z.string(), amount: z.number().describe("Rupees."), at: z.iso.datetime() })
    .nullable()
    .describe("The last payment that settled an order."),
});
export type PaymentStatus = z.infer<typeof paymentStatus>;

export const firstDay = z.object({
  items: z.array(firstDayItem),
  demo: demoCounts,
  mail: z.enum(["smtp", "file"]).describe("Without an SMTP server mails are written to files."),
  payments: paymentStatus,
});
export type FirstDay = z.infer<typeof firstDay>;

export const testMail = z.object({
  outcome: z.enum(["sent", "written", "refused"]),
  message: z.string().describe("What happened, in words for the owner."),
});
export type TestMail = z.infer<typeof testMail>;
