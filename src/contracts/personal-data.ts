import { z } from "zod";
import { order } from "./order.ts";
import { credentials, profile } from "./user.ts";

/** All that is kept under somebody's account, for them to take with them. */
export const personalData = z.object({
  shop: z.string(),
  madeAt: z.iso.datetime(),
  profile: profile.extend({ createdAt: z.iso.datetime() }),
  orders: z.array(order).describe("Every order of the account, newest first."),
});
export type PersonalData = z.infer<typeof personalData>;

export const erasure = credentials.pick({ password: true });
export type Erasure = z.infer<typeof erasure>;
export const erased = z.object({ message: z.string() });
