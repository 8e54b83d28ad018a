import { z } from "zod";

/** What the browser must know of how this shop is set up; nothing in it is secret. */
export const siteSettings = z.object({
  payments: z.enum(["razorpay", "sandbox"]),
  checkoutScript: z.string().describe("Where the payment popup's script comes from, once somebody pays."),
  web3forms: z
    .object({ url: z.string(), accessKey: z.string() })
    .nullable()
    .describe("Where enquiries are sent as well."),
});
export type SiteSettings = z.infer<typeof siteSettings>;
