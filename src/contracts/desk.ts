import { z } from "zod";
import { appointmentDetails } from "./appointment.ts";

/** The sessions of the expert who is logged in. */
export const desk = z.object({
  expert: z
    .object({ _id: z.string(), name: z.string() })
    .nullable()
    .describe("Null while the account is not linked to an expert, or the expert is no longer with the shop."),
  now: z.iso.datetime().describe("By the shop's clock."),
  roomUrl: z.string().describe("The expert's room for video calls. Empty: calls by phone."),
  open: z.array(appointmentDetails).describe("Over, and nobody has said how they went. The earliest first."),
  next: z.array(appointmentDetails).describe("Not over yet. The earliest first."),
  past: z.array(appointmentDetails).describe("Of the last 30 days, with how they ended. The latest first."),
});
export type Desk = z.output<typeof desk>;

/** A link to the expert's sessions for calendar programs. */
export const feedState = z.object({ isOn: z.boolean() });
export type FeedState = z.output<typeof feedState>;

export const newFeed = z.object({
  url: z.string().describe("Shown once: only its hash is stored. A new link ends the one before."),
});
export type NewFeed = z.output<typeof newFeed>;

export const feedParams = z.object({ token: z.string().max(500, "A link is shorter.") });
