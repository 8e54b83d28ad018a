import { z } from "zod";
import { callWays } from "./call-rules.ts";
import { consultationModes } from "./consultation-rules.ts";

/** The page of a call. Everybody with its link can read it, so it does not name the buyer. */
export const joinPage = z.object({
  title: z.string(),
  mode: z.enum(consultationModes),
  minutes: z.int(),
  state: z.enum(["without_time", "early", "open", "over", "cancelled"]),
  startsAt: z.iso.datetime().nullable(),
  endsAt: z.iso.datetime().nullable(),
  opensAt: z.iso.datetime().nullable().describe("From when it can be joined."),
  isMoved: z.boolean().describe("It had another time before."),
  zone: z.string().describe("The caller's, as it was when the time was chosen."),
  callWay: z.enum(callWays),
  whoCalls: z.string().describe("A sentence for the caller, with the end of their number only."),
  now: z.iso.datetime().describe("By the shop's clock."),
  call: z
    .object({
      roomUrl: z.string().describe("Empty for calls by phone, and while the link is not known."),
      phone: z.string().describe("The number to call."),
    })
    .nullable()
    .describe("Only while it can be joined."),
});
export type JoinPage = z.output<typeof joinPage>;
