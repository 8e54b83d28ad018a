import { z } from "zod";
import { requiredText } from "../fields.ts";
import { documentKinds } from "./document-rules.ts";

export const monthParams = z.object({
  month: requiredText("Month", 7).regex(/^20\d\d-(0[1-9]|1[0-2])$/, "Month must be like 2026-11."),
});

export const register = z
  .object({
    name: z.string(),
    header: z.array(z.string()),
    total: z.int().describe("All rows; those here are fewer."),
    rows: z.array(z.array(z.union([z.string(), z.number()]))),
  })
  .describe("Rows of a register as in its file. Amounts are rupees.");
export type Register = z.infer<typeof register>;

export const monthAccounts = z.object({
  isRegistered: z.boolean().describe("GSTR-1 concerns the shop, or did in this month."),
  totals: z
    .array(
      z.object({
        kind: z.enum(documentKinds),
        count: z.int(),
        from: z.string(),
        to: z.string(),
        value: z.number(),
        taxable: z.number(),
        cgst: z.number(),
        sgst: z.number(),
        igst: z.number(),
      }),
    )
    .describe("By kind, in rupees, without cancelled papers. `from` and `to` are the first and last number."),
  checks: z
    .array(z.object({ name: z.string(), files: z.number(), papers: z.number() }))
    .describe("What the GSTR-1 files of the month add up to, beside the papers themselves."),
  registers: z.array(register).describe("HSN summary, a page of the sales, the first 500 credit notes and refunds."),
  owed: z
    .array(z.object({ orderId: z.string(), problem: z.string() }))
    .describe("Of any month: papers that could not be made; the oldest 50."),
});
export type MonthAccounts = z.infer<typeof monthAccounts>;
