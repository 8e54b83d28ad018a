import { z } from "zod";
import { MAX_NAME_LENGTH } from "../field-rules.ts";
import { optionalPhone, optionalText, requiredEmail, requiredText } from "../fields.ts";
import { listQuery } from "../list.ts";
import { isOwnPath } from "../pages/page-rules.ts";

export const enquiryForm = z.object({
  name: requiredText("Name", MAX_NAME_LENGTH),
  email: requiredEmail,
  phone: optionalPhone,
  message: requiredText("Message", 5000),
  page: optionalText("Page", 300).refine(
    (path) => path === "" || isOwnPath(path),
    "Page must be a path of this shop, for example /contact.",
  ),
  website: z
    .string()
    .max(1000)
    .optional()
    .describe("A trap for bots: people never see this field, so they leave it empty."),
});
export type EnquiryForm = z.input<typeof enquiryForm>;

export const enquiryReceived = z.object({ success: z.boolean() });
export type EnquiryReceived = z.infer<typeof enquiryReceived>;

export const enquiry = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string().describe("Empty when none was given."),
  message: z.string(),
  page: z.string().describe("The path of the page it was sent from."),
  pageName: z.string().describe("That page's name: a product's title, for example. Empty when there is none."),
  read: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type Enquiry = z.infer<typeof enquiry>;

export const enquiryQuery = listQuery.extend({
  unread: z.enum(["true", "false"], "Unread must be true or false.").optional().describe("true: only the unread."),
});
export type EnquiryQuery = z.output<typeof enquiryQuery>;

export const enquiryMark = z.object({ read: z.boolean("Read must be true or false.") });
export type EnquiryMark = z.infer<typeof enquiryMark>;
