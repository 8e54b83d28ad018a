import { z } from "zod";
import { documentKinds } from "./document-rules.ts";

export const party = z.object({
  name: z.string(),
  address: z.array(z.string()),
  state: z.string(),
  gstin: z.string(),
});

/** A paper of an order, as buyer and owner see it. */
export const orderDocument = z.object({
  _id: z.string(),
  number: z.string().describe("Such as `A/26-27/000001`."),
  kind: z.enum(documentKinds),
  date: z.iso.date().describe("In Indian time."),
  amount: z.number().describe("Rupees, taxes included."),
  originalNumber: z.string().optional().describe("Of a credit note: the paper that it corrects."),
  cancelled: z.literal(true).optional().describe("The number stays used."),
  pdf: z.string().describe("The address of the PDF."),
});
export type OrderDocument = z.infer<typeof orderDocument>;
