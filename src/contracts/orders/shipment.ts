import { z } from "zod";
import { idParams } from "../error.ts";
import { MAX_COURIER_LENGTH, MAX_TRACKING_LENGTH } from "../field-rules.ts";
import { optionalText, optionalUrl, requiredText, versionFrom, wantedQuantity } from "../fields.ts";
import { MAX_LINES } from "./cart-rules.ts";

export const shipment = z.object({
  _id: z.string(),
  courier: z.string(),
  trackingNumber: z.string().optional(),
  trackingUrl: z.string().optional().describe("The courier's page of this parcel."),
  shippedAt: z.iso.datetime(),
  deliveredAt: z.iso.datetime().optional(),
  returnedAt: z.iso.datetime().optional().describe("When it came back undelivered: it holds nothing any more."),
  lines: z.array(z.object({ itemId: z.string(), title: z.string(), qty: z.int() })),
  version: z.int(),
});
export type Shipment = z.infer<typeof shipment>;

const details = {
  courier: requiredText("Courier", MAX_COURIER_LENGTH),
  trackingNumber: optionalText("Tracking number", MAX_TRACKING_LENGTH),
  trackingUrl: optionalUrl("Tracking link").describe(
    "Empty: the link is made from the number and the courier's address in the settings.",
  ),
};

const wantedPieces = z.object(
  {
    itemId: z.string("Each line needs the id of its item.").max(200, "An item's id is at most 200 characters long."),
    qty: wantedQuantity.optional().describe("Absent: every piece of the item that has not left."),
  },
  "Each line needs the id of its item.",
);
export type WantedPieces = z.infer<typeof wantedPieces>;

export const shipmentForm = z.object(
  {
    ...details,
    lines: z
      .array(wantedPieces, "Lines must be a list.")
      .min(1, "Choose at least one piece.")
      .max(MAX_LINES, `A parcel can have at most ${MAX_LINES} lines.`)
      .optional()
      .describe("What is in the parcel. Absent: every piece that has not left."),
  },
  "The request must be an object with a courier.",
);
export type ShipmentForm = z.input<typeof shipmentForm>;

export const shipmentChange = z.object(
  {
    ...details,
    version: versionFrom(1)
      .optional()
      .describe("The version that the form was filled from; another one answers 409. Absent: it is overwritten."),
  },
  "The request must be an object with a courier.",
);
export type ShipmentChange = z.input<typeof shipmentChange>;

export const shipmentParams = idParams.extend({ shipmentId: idParams.shape.id });
