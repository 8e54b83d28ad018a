import { z } from "zod";
import { requiredPin } from "../fields.ts";
import { indianStates } from "./state-rules.ts";

export const deliveryQuery = z.object({ pin: requiredPin });

/** The days between which a shipment arrives. */
export const arrival = z.object({ from: z.iso.date(), to: z.iso.date() });
export type Arrival = z.infer<typeof arrival>;

export const deliveryEstimate = arrival.partial().extend({ state: z.enum(indianStates) });
export type DeliveryEstimate = z.infer<typeof deliveryEstimate>;
