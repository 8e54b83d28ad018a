import { z } from "zod";

/** A task to do before the shop can sell. The list is in `src/server/first-day/service.ts`. */
export const firstDayItem = z.object({
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
    .enum(["sandbox", "test", "live"])
    .describe("`sandbox`: the shop plays the provider. `test`: the provider's test keys. No money moves in either."),
  hasKeys: z.boolean().describe("Whether the provider's keys are set; never the keys."),
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
