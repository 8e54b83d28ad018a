import { z } from "zod";
import { optionalPhone, optionalText, requiredEmail, requiredText } from "./fields.ts";

export const enquiryForm = z.object({
  name: requiredText("Name", 120),
  email: requiredEmail,
  phone: optionalPhone,
  message: requiredText("Message", 5000),
  page: optionalText("Page", 300),
  website: z
    .string()
    .max(1000)
    .optional()
    .describe("A trap for bots: people never see this field, so they leave it empty."),
});
export type EnquiryForm = z.input<typeof enquiryForm>;

export const enquiryReceived = z.object({ success: z.boolean() });
export type EnquiryReceived = z.infer<typeof enquiryReceived>;
