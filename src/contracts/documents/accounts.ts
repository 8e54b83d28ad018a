import { z } from "zod";
import { listQuery } from "../list.ts";
import { refundStatuses } from "../refunds/refund-rules.ts";
import { orderDocument } from "./document.ts";
import { documentKinds } from "./document-rules.ts";

export const monthParams = z.object({
  month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, "Month must be like 2026-11."),
});
export const accountsQuery = listQuery.pick({ page: true });

const amounts = z
  .object({ value: z.number(), taxable: z.number(), cgst: z.number(), sgst: z.number(), igst: z.number() })
  .describe("Rupees. The value includes the taxes; what is not taxed is taxable too.");
const row = orderDocument
  .omit({ pdf: true, amount: true })
  .extend({ orderId: z.string(), buyer: z.string(), gstin: z.string(), place: z.string(), ...amounts.shape });

const owedPapers = z.array(z.object({ orderId: z.string(), problem: z.string() }));

export const monthAccounts = z.object({
  isRegistered: z.boolean().describe("GSTR-1 concerns the shop, or did in this month."),
  totals: z
    .array(amounts.extend({ kind: z.enum(documentKinds), count: z.int(), from: z.string(), to: z.string() }))
    .describe("By kind, without cancelled papers. `from` and `to` are their numbers."),
  hsn: z.array(
    amounts.extend({ code: z.string(), rate: z.number(), qty: z.number(), isB2b: z.boolean(), isService: z.boolean() }),
  ),
  checks: z
    .array(z.object({ name: z.string(), files: z.number(), register: z.number() }))
    .describe("What the files of the month add up to, beside the papers themselves."),
  sales: z.object({ total: z.int(), items: z.array(row) }).describe("A page of 50."),
  creditNotes: z.array(row).describe("The first 500."),
  refunds: z
    .array(
      z.object({
        ...{ _id: z.string(), orderId: z.string(), at: z.iso.datetime(), amount: z.number() },
        ...{ status: z.enum(refundStatuses), paymentId: z.string(), reason: z.string(), failure: z.string() },
      }),
    )
    .describe("The first 500 that began in this month."),
  owed: owedPapers.describe("Of any month: why a paper could not be made; the oldest 50."),
});
export type MonthAccounts = z.infer<typeof monthAccounts>;

export const settlements = z.array(
  z.object({
    ...{ _id: z.string(), date: z.string(), utr: z.string().describe("The bank's reference."), count: z.int() },
    ...{ amount: z.number().describe("Rupees that reached the bank."), fees: z.number(), tax: z.number() },
  }),
);
export type Settlement = z.infer<typeof settlements>[number];
