import { z } from "zod";
import { exportedIntake } from "../appointments/intake.ts";
import { orderDocument, party } from "../documents/document.ts";
import { order } from "../orders/order.ts";
import { ownReview } from "../reviews/review.ts";
import { exportedStockWait } from "../wishlist/wishlist.ts";
import { savedAddress } from "./address.ts";
import { ownPassword, secondFactor } from "./second-factor.ts";
import { ownLogin, profile } from "./user.ts";

export const personalData = z.object({
  shop: z.string(),
  madeAt: z.iso.datetime(),
  profile: profile.extend({ createdAt: z.iso.datetime() }),
  addresses: z.array(savedAddress.omit({ _id: true })).describe("The saved addresses."),
  notes: z.string().describe("What the shop has noted about the person for itself."),
  logins: z.array(ownLogin.omit({ _id: true, current: true })).describe("Where the account is logged in."),
  intakes: z.array(exportedIntake).describe("What the person told experts before sessions, until it is erased."),
  wishlist: z.array(z.string()).describe("The ids of the saved products."),
  backInStock: z.array(exportedStockWait).describe("Sold-out pieces that the person asked about."),
  passkeys: secondFactor.shape.passkeys,
  papers: z
    .array(orderDocument.extend({ order: z.string(), buyer: party }))
    .describe("Receipts, invoices and credit notes. Invoices are kept as long as the law asks for it."),
  reviews: z.array(ownReview.omit({ _id: true })).describe("What the person wrote about pieces, courses and experts."),
  orders: z.array(order).describe("Every order of the account, newest first."),
});
export type PersonalData = z.infer<typeof personalData>;

export const erasure = z.object({
  password: ownPassword.optional().describe("Not for an account without a password, which needs a new login instead."),
});
export type Erasure = z.infer<typeof erasure>;
