import { z } from "zod";
import { wantedLine } from "../orders/quote.ts";

/** What the page behind an agent's `continue_url` shows and asks for. The agent's words may be wrong or missing. */
export const agentCheckout = z.object({
  state: z.enum(["open", "completed", "cancelled"]).describe("Cancelled by the agent, or expired."),
  items: z.array(wantedLine).describe("As cart lines. A product with sizes may lack its size."),
  coupon: z.string().describe("Empty without one."),
  shipping: z.object({
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    address: z.string(),
    pin: z.string(),
  }),
  orderId: z.string().nullable().describe("Of a completed one. Only its buyer can open it."),
});
export type AgentCheckout = z.infer<typeof agentCheckout>;
