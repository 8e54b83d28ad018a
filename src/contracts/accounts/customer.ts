import { z } from "zod";
import { MAX_CUSTOMER_NOTES_LENGTH } from "../field-rules.ts";
import { optionalText, versionFrom } from "../fields.ts";
import { listQuery, searchText } from "../list.ts";
import { customerSortOrders, MAX_ORDER_SEARCH_LENGTH } from "../list-rules.ts";

export const customer = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string().describe("Empty when none is known."),
  createdAt: z.iso.datetime().describe("When the account was created."),
  orderCount: z.int().describe("All orders, unpaid and cancelled ones too; deleted ones do not count."),
  spent: z.number().describe("Rupees of the orders that are paid, as the dashboard counts them."),
  lastOrderAt: z.iso.datetime().nullable(),
});
export type Customer = z.infer<typeof customer>;

export const customerNotes = z.object({
  text: z.string(),
  version: z.int().describe("0 before the first notes are saved."),
  updatedAt: z.iso.datetime().nullable(),
});
export type CustomerNotes = z.infer<typeof customerNotes>;

export const customerDetails = customer.extend({ notes: customerNotes });
export type CustomerDetails = z.infer<typeof customerDetails>;

export const notesForm = z.object(
  {
    text: optionalText("Notes", MAX_CUSTOMER_NOTES_LENGTH).describe("Empty removes the notes."),
    version: versionFrom(0)
      .optional()
      .describe(
        "The version that the form was filled from; another one answers 409. Absent: the notes are overwritten.",
      ),
  },
  "The request must be an object with a text.",
);
export type NotesForm = z.input<typeof notesForm>;

export const customerQuery = listQuery.extend({
  q: searchText(MAX_ORDER_SEARCH_LENGTH).optional().describe("Part of a name, an e-mail address or a phone number."),
  sort: z
    .enum(customerSortOrders, `Sort must be one of: ${customerSortOrders.join(", ")}.`)
    .optional()
    .describe("`newest` account first by default."),
});
export type CustomerQuery = z.output<typeof customerQuery>;

export const customerExportQuery = customerQuery.pick({ q: true });
