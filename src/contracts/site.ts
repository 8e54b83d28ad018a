import { z } from "zod";
import { paymentModes } from "./order-states.ts";

/** Public settings of this installation. */
export const siteSettings = z.object({
  payments: z.enum(paymentModes),
  checkoutScript: z.string().describe("Where the payment popup's script comes from, once somebody pays."),
  web3forms: z
    .object({ url: z.string(), accessKey: z.string() })
    .nullable()
    .describe("Where enquiries are sent as well."),
});
export type SiteSettings = z.infer<typeof siteSettings>;
