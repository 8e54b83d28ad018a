import { z } from "zod";

/** One login of an account: a token that was issued and has not ended. */
export const loginSession = z.object({
  _id: z.string(),
  device: z.string().describe("Browser and system in words, such as `Chrome on Android`."),
  network: z.string().describe("The network of the last call, never the full address."),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime().describe("To within a few minutes."),
  current: z.boolean().describe("Whether it is the login of this call."),
});
export type LoginSession = z.infer<typeof loginSession>;
