import { z } from "zod";
import { actors } from "../activity/activity-rules.ts";
import { appointment } from "../appointments/appointment.ts";
import { ID_LENGTH } from "../error.ts";
import { MAX_ADDRESS_LENGTH, MAX_INTERNAL_NOTE_LENGTH, MAX_NAME_LENGTH, MAX_NOTE_LENGTH } from "../field-rules.ts";
import {
  gstinOrEmpty,
  MAX_RUPEES,
  optionalFact,
  optionalPin,
  optionalText,
  personName,
  requiredEmail,
  requiredPhone,
  stateOrEmpty,
} from "../fields.ts";
import { listQuery, searchText } from "../list.ts";
import { MAX_BULK_ORDERS, MAX_ORDER_SEARCH_LENGTH, orderTasks } from "../list-rules.ts";
import { PAYMENT_METHOD } from "../payments/payment-rules.ts";
import { dispute, refund, refundLine } from "../refunds/refund.ts";
import { itemTypes, MAX_LINES, MAX_QUANTITY } from "./cart-rules.ts";
import { arrival } from "./delivery.ts";
import { LISTED_EVENTS, lineProgress, orderEventKinds, orderStatuses } from "./order-rules.ts";
import { typedCoupon, wantedLine } from "./quote.ts";
import { receivedPayment } from "./recorded-payment.ts";
import { shipment } from "./shipment.ts";
import { indianStates } from "./state-rules.ts";

export const shipping = z.object(
  {
    name: personName("Full Name", MAX_NAME_LENGTH),
    email: requiredEmail,
    phone: requiredPhone,
    address: optionalText("Address", MAX_ADDRESS_LENGTH),
    pin: optionalPin.describe("Indian PIN code of the address: six digits."),
    state: stateOrEmpty
      .transform((state) => state || undefined)
      .optional()
      .describe("The place of supply. Required where the shop is registered for GST, unless the PIN code tells it."),
    gstin: gstinOrEmpty.transform((gstin) => gstin || undefined).optional(),
  },
  "Shipping must carry a name, an e-mail address and a phone number.",
);
export type ShippingForm = z.input<typeof shipping>;

const MAX_TOTAL = MAX_LINES * MAX_QUANTITY * MAX_RUPEES;

/** An order request. Titles and prices come from the server's catalogue, never from the request. */
export const orderForm = z.object(
  {
    items: z
      .array(wantedLine, "Items must be a list.")
      .min(1, "Your cart is empty!")
      .max(MAX_LINES, `An order can have at most ${MAX_LINES} lines.`),
    totalAmount: z
      .number("The total must be a number of rupees.")
      .min(0, "The total cannot be negative.")
      .max(MAX_TOTAL, "The total is more than all of this could cost.")
      .describe("What the buyer saw: lines − discount + delivery. Another total now answers 409."),
    coupon: typedCoupon.transform((code) => code || undefined).optional(),
    paymentMethod: z.literal(PAYMENT_METHOD, `Payment is by ${PAYMENT_METHOD}.`).default(PAYMENT_METHOD),
    shipping,
    note: optionalText("Note for us", MAX_NOTE_LENGTH).describe("What the buyer wants the shop to know."),
    agentCheckout: optionalFact("Agent's checkout", 100).describe("The token of the one that this order finishes."),
  },
  "An order must be an object with items, a total and shipping.",
);
export type OrderForm = z.input<typeof orderForm>;

export const orderItem = z.object({
  itemId: z.string(),
  itemType: z.enum(itemTypes),
  title: z.string(),
  price: z.number().describe("Rupees for one, as it was bought."),
  qty: z.int(),
  image: z.string(),
  discount: z.number().optional().describe("Rupees: the line's share of the order's discount."),
  groupLink: z.string().optional().describe("The way into a course; only once the order is paid."),
  nextStart: z.string().optional().describe("The day of a course's next start, with its link; not once it is over."),
  startTime: z.string().optional().describe("`09:30` in Indian time, with `nextStart`."),
  days: z.string().optional().describe("When a course's classes are held."),
  progress: z.enum(lineProgress).optional().describe("Where the line is; only once the order is paid."),
  shippedQty: z.int().optional().describe("Pieces that have left, delivered ones too."),
  deliveredQty: z.int().optional().describe("Pieces that have arrived."),
  unpackedQty: z.int().optional().describe("Pieces that are in no parcel and not refunded."),
  refundedQty: z.int().optional().describe("How many were refunded. Refunds of a duplicate payment do not count."),
});
export type OrderItem = z.infer<typeof orderItem>;

export const ownedCourse = z.object({
  courseId: z.string(),
  orderId: z.string().describe("The newest paid order with the course."),
});
export type OwnedCourse = z.infer<typeof ownedCourse>;

const statusChange = z.object({
  status: z.enum(orderStatuses),
  at: z.string(),
  by: z.enum(actors),
});

export const order = z.object({
  _id: z.string(),
  number: z.int().describe("Counts the orders of the shop from 1001, with gaps. Screens show it as #1001."),
  items: z.array(orderItem),
  totalAmount: z.number().describe("Rupees: lines − discount + delivery."),
  discount: z.number().optional().describe("Rupees that a coupon took off the lines."),
  delivery: z.number().optional().describe("Rupees for delivery."),
  coupon: z.string().optional().describe("The code it was placed with. Without a discount: free delivery."),
  byAgent: z.boolean().optional().describe("Whether it was placed at the link of an agent's checkout."),
  paymentMethod: z.string(),
  paymentId: z.string().optional(),
  status: z.enum(orderStatuses),
  shipping: z.object({
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    address: z.string(),
    pin: z.string().optional().describe("Indian PIN code of the address."),
    state: z.enum(indianStates).optional().describe("The place of supply."),
    gstin: z.string().optional().describe("The buyer's."),
  }),
  shippingChange: z
    .object({ at: z.string(), by: z.enum(["buyer", "owner"]) })
    .optional()
    .describe("When and by whom the shipping details were last changed."),
  arrival: arrival
    .optional()
    .describe(
      "Of a paid order with pieces and a PIN code: the days that its buyer was told, until all pieces have left.",
    ),
  note: z.string().optional().describe("What the buyer wrote for the shop."),
  user: z.object({ name: z.string(), email: z.string() }),
  history: z.array(statusChange),
  events: z
    .array(z.object({ kind: z.enum(orderEventKinds), text: z.string(), at: z.string(), by: z.enum(actors) }))
    .optional()
    .describe(
      `What else happened: address, parcels, refunds. The buyer sees what concerns them. The newest: lists have ${LISTED_EVENTS} of an order.`,
    ),
  earlierEvents: z.int().optional().describe("How many older events are not shown; absent without any."),
  appointments: z.array(appointment).optional().describe("The sessions of a paid order."),
  shipments: z.array(shipment).optional().describe("The parcels, oldest first."),
  internalNote: z.string().optional().describe("The owner's own note; the buyer gets it with a copy of their data."),
  createdAt: z.string(),
  held: z
    .boolean()
    .optional()
    .describe("Of an unpaid order: whether its pieces and times are reserved. If not, the payment takes them."),
  heldUntil: z.string().optional().describe("Of an unpaid order: when its hold ends or ended."),
  paidAt: z.string().optional().describe("When it was paid, also by hand; only the owner sees this."),
  archivedAt: z.string().optional().describe("When the owner deleted it; only the owner sees this."),
  customerId: z.string().optional().describe("The buyer's account; only the owner sees this."),
  stockShort: z.boolean().optional().describe("Paid, but the stock was gone; only the owner sees this."),
  paymentNotes: z
    .array(
      z.object({
        at: z.string(),
        paymentId: z.string(),
        note: z.string(),
        refundable: z.number().optional().describe("Rupees that can still be refunded of it."),
      }),
    )
    .optional()
    .describe("Money that needs a look; only the owner sees this."),
  payments: z
    .array(receivedPayment)
    .optional()
    .describe(
      "Money that counts, when some of it was recorded or marked by the owner, or a part is due; only the owner sees this.",
    ),
  refunds: z.array(refund).optional().describe("The oldest first. The buyer sees those that the provider knows of."),
  refundable: z
    .number()
    .optional()
    .describe("Rupees of the payment that settled the order which can still be refunded; only the owner sees this."),
  returnable: z
    .number()
    .optional()
    .describe("Rupees that the owner recorded as received and has not returned; only the owner sees this."),
  refundableLines: z
    .array(refundLine)
    .optional()
    .describe("What of a paid order's lines can still be refunded; only the owner sees this."),
  disputes: z.array(dispute).optional().describe("Only the owner sees these."),
});
export type Order = z.infer<typeof order>;

export const placedOrder = order.extend({
  reused: z
    .literal(true)
    .optional()
    .describe("An open order for the same cart was found: its details were updated and nothing new was placed."),
});
export type PlacedOrder = z.infer<typeof placedOrder>;

const STATUS_RULE = `Status must be one of ${orderStatuses.join(", ")}.`;

export const statusForm = z.object(
  {
    status: z.enum(orderStatuses, STATUS_RULE),
    paymentId: z.string("The payment's id must be text.").max(100, "The payment's id is too long.").optional(),
    signature: z.string("The signature must be text.").max(200, "The signature is too long.").optional(),
    from: z
      .enum(orderStatuses, STATUS_RULE)
      .optional()
      .describe("The status that the owner saw; another one now answers 409 `changed_meanwhile`."),
  },
  "The request must be an object with a status.",
);
export type StatusForm = z.input<typeof statusForm>;

export const internalNoteForm = z.object(
  {
    note: optionalText("Internal note", MAX_INTERNAL_NOTE_LENGTH).describe("Empty removes the note."),
    noteWas: optionalFact("The note before", MAX_INTERNAL_NOTE_LENGTH).describe(
      "The note that the form was filled from; another one answers 409. Absent: it is overwritten.",
    ),
  },
  "The request must be an object with a note.",
);
export type InternalNoteForm = z.input<typeof internalNoteForm>;

export const bulkStatusForm = z
  .object(
    {
      ids: z
        .array(z.string("An order's id must be text.").max(ID_LENGTH, `An order's id has ${ID_LENGTH} characters.`))
        .min(1, "Choose at least one order.")
        .max(MAX_BULK_ORDERS, `At most ${MAX_BULK_ORDERS} orders can be changed at a time.`),
      status: z.enum(orderStatuses, STATUS_RULE),
      from: z
        .array(z.enum(orderStatuses, STATUS_RULE), "From must be a list.")
        .max(MAX_BULK_ORDERS, `At most ${MAX_BULK_ORDERS} orders can be changed at a time.`)
        .optional()
        .describe("The status that the owner saw, for each id. An order that has another one now stays as it is."),
    },
    "The request must be an object with ids and a status.",
  )
  .refine(({ ids, from }) => from === undefined || from.length === ids.length, {
    message: "From must have a status for each id.",
    path: ["from"],
  });
export type BulkStatusForm = z.input<typeof bulkStatusForm>;

export const bulkStatusResult = z.object({
  changed: z
    .array(z.string())
    .describe("The ids of the orders that have the status now, also those that had it before."),
  failed: z.array(z.object({ _id: z.string(), message: z.string() })).describe("The others, each with its reason."),
});
export type BulkStatusResult = z.infer<typeof bulkStatusResult>;

/** Deleted orders, for the owner. */
export const archivedQuery = z.object({
  archived: z.literal("true", "Archived can only be true.").optional().describe("Deleted orders; owners only."),
});

export type ArchivedQuery = z.input<typeof archivedQuery>;

const day = (label: string) => z.iso.date(`${label} must be a day like 2026-11-14.`).optional();

export const orderQuery = listQuery.extend({
  ...archivedQuery.shape,
  status: z.enum(orderStatuses, STATUS_RULE).optional(),
  q: searchText(MAX_ORDER_SEARCH_LENGTH)
    .optional()
    .describe("The end of an id, a number such as #1001, or part of a name, an e-mail address or a phone number."),
  from: day("From").describe("The first day, in Indian time."),
  to: day("To").describe("The last day, in Indian time."),
  task: z
    .enum(orderTasks, `Task must be one of: ${orderTasks.join(", ")}.`)
    .optional()
    .describe(
      "Orders that wait for the owner. `pack`: paid, with pieces to send and an address; `address`: the same without an address; `arrange`: with a paid session that has no time.",
    ),
});
export type OrderQuery = z.output<typeof orderQuery>;

export const paymentRequest = z.object(
  { orderId: z.string("Which order is to be paid?").max(100, "An order's id has at most 100 characters.") },
  "The request must be an object with an order's id.",
);
export type PaymentRequest = z.input<typeof paymentRequest>;

export const paymentOrder = z.object({
  key: z.string(),
  amount: z.int().describe("Paise, from the order."),
  orderId: z.string().describe("The provider's id of this payment."),
});
export type PaymentOrder = z.infer<typeof paymentOrder>;
