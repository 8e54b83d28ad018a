import { z } from "zod";
import { categoryId, settingGroupNames } from "./settings.ts";

const values = z.record(z.string(), z.unknown());

/** A group as the owner edits it. */
export const settingState = z.object({
  group: z.enum(settingGroupNames),
  version: z.int().describe("0 while nobody has changed the group."),
  values,
  updatedAt: z.iso.datetime().nullable(),
  updatedBy: z.string().nullable(),
  draft: values.nullable().describe("What was last previewed and not published."),
  problem: z.string().nullable().describe("Why the stored values are not used and the defaults are."),
});
export type SettingState = z.infer<typeof settingState>;

const storedVersion = z
  .int("Version must be a number.")
  .min(0, "Version must be at least 0.")
  .max(2_147_483_647, "Version is too large.");

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
