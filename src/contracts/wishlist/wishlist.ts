import { z } from "zod";
import { requiredEmail, requiredText } from "../fields.ts";

export const MAX_WISHLIST = 200;

export const backInStockForm = z.object({
  itemId: requiredText("Piece", 100).describe("A product's id, or `{productId}:{variantId}` for one of its sizes."),
  email: requiredEmail.optional().describe("Absent: the e-mail address of the account."),
});
export type BackInStockForm = z.input<typeof backInStockForm>;

/** For the export of personal data. */
export const exportedStockWait = z.object({ itemId: z.string(), email: z.string(), askedAt: z.iso.datetime() });
