import { z } from "zod";
import { order } from "./order.ts";
import { credentials, profile } from "./user.ts";

/** The personal data export of an account. */
export const personalData = z.object({
  shop: z.string(),
  madeAt: z.iso.datetime(),
  profile: profile.extend({ createdAt: z.iso.datetime() }),
  notes: z.string().describe("What the shop has noted about the person for itself."),
  orders: z.array(order).describe("Every order of the account, newest first."),
});
export type PersonalData = z.infer<typeof personalData>;

export const erasure = credentials.pick({ password: true });
export type Erasure = z.infer<typeof erasure>;
export const erased = z.object({ message: z.string() });
