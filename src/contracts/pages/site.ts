import { z } from "zod";
import { paymentModes } from "../payments/payment-rules.ts";

const named = z.object({ id: z.string(), name: z.string() });

const shopIdentity = z.object({
  brand: z.string(),
  tagline: z.string(),
  description: z.string(),
  phone: z.string(),
  whatsapp: z.string(),
  email: z.string(),
  address: z.array(z.string()),
  map: z.object({ latitude: z.number(), longitude: z.number() }),
  social: z.array(z.object({ name: z.string(), url: z.string() })),
  founder: z.string(),
  gstin: z.string(),
  credit: z.object({ name: z.string(), url: z.string() }),
  logo: z.string().describe("A path; the shop's own drawing unless the owner has sent one."),
  look: z.object({
    accent: z.string().nullable(),
    logo: z.string().nullable(),
    icon: z.string().nullable(),
  }),
  categories: z.array(named.extend({ subCategories: z.array(named) })),
  maxPiecesPerOrder: z.int().describe("Pieces of one product that an order can have."),
  delivery: z
    .object({ hasPinPrices: z.boolean().describe("Some PIN codes cost more or less.") })
    .nullable()
    .describe("Null while delivery costs nothing."),
  addressNeeded: z.boolean().describe("Orders with pieces need an address and a PIN code."),
  isRegistered: z.boolean().describe("For GST: orders need the State of the buyer."),
  announcement: z.object({ text: z.string(), link: z.string() }),
});
export type ShopIdentity = z.infer<typeof shopIdentity>;

export const siteSettings = z.object({
  payments: z.enum(paymentModes),
  checkoutScript: z.string().describe("Where the payment popup's script comes from, once somebody pays."),
  web3forms: z
    .object({ url: z.string(), accessKey: z.string() })
    .nullable()
    .describe("Where enquiries are sent as well."),
  shop: shopIdentity,
});
export type SiteSettings = z.infer<typeof siteSettings>;
