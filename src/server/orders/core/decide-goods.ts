import type { OrderStatus } from "../../../contracts/orders/order-rules.ts";
import type { Command, Decision, Entry } from "./commands.ts";
import { orderError } from "./errors.ts";
import { chooseLines, countPieces, undeliveredQty, unpackedQty } from "./line-progress.ts";
import { moved, withRow } from "./move.ts";
import type { FullOrder, OrderShipment } from "./order.ts";
import type { Goods } from "./status.ts";

type Of<Type extends Command["type"]> = Extract<Command, { type: Type }>;

const refusals: Partial<Record<OrderStatus, string>> = {
  pending: "This order is not paid yet, so nothing of it can be sent.",
  cancelled: "This order is cancelled, so nothing of it can be sent.",
  delivered: "This order is delivered already. To send more, set its status back to shipped first.",
};

/** Money is not asked: an accepted order may be paid at the door. */
function checkSendable({ order }: FullOrder) {
  const { placement, goods, status, buyerEmail } = order;
  if (placement !== "accepted" || goods === "delivered")
    throw orderError("not_sendable", { message: refusals[status]! });
  if (!buyerEmail) throw orderError("buyer_deleted");
}

function findParcel({ shipments }: FullOrder, parcelId: string) {
  const parcel = shipments.find(({ id }) => id === parcelId);
  if (!parcel) throw orderError("shipment_not_found");
  return parcel;
}

const countIn = ({ lines }: Pick<OrderShipment, "lines">) => countPieces(lines.reduce((sum, { qty }) => sum + qty, 0));
const nameOf = (parcel: OrderShipment) => `${parcel.courier}, ${countIn(parcel)}`;

const shown = (text: string): Entry => ({ kind: "shipment", text, isPublic: true });

const withParcel = (full: FullOrder, parcel: OrderShipment): FullOrder => ({
  ...full,
  shipments: full.shipments.map((one) => (one.id === parcel.id ? parcel : one)),
});

const movedTo = (before: FullOrder, changed: FullOrder, goods: Goods | false, now: Date) =>
  goods ? moved(before, withRow(changed, { goods }), now) : changed;

// Tracking numbers are masked in the activity log.
const secrets = ["trackingNumber", "trackingUrl"];

/** When the parcel has the last unsent piece, all is sent. */
export function send(before: FullOrder, { parcel, lines }: Of<"send">, now: Date): Decision {
  const repeated = before.shipments.find(({ requestKey }) => requestKey && requestKey === parcel.requestKey);
  if (repeated && repeated.requestHash !== parcel.requestHash)
    throw orderError("idempotency_key_used", { message: "This key was used for another parcel." });
  if (repeated) return { after: before, entries: [] };
  checkSendable(before);
  const { id } = parcel;
  const chosen = chooseLines(before.items, before.shipments, lines);
  const sent: OrderShipment = {
    ...parcel,
    orderId: before.order.id,
    shippedAt: now,
    deliveredAt: null,
    refusedAt: null,
    returnedAt: null,
    version: 1,
    lines: chosen.map((line) => ({ ...line, shipmentId: id, orderId: before.order.id })),
  };
  const shipments = [...before.shipments, sent];
  const isComplete = before.items.every((item) => unpackedQty(item, shipments) === 0);
  return {
    after: movedTo(before, { ...before, shipments }, isComplete && "sent", now),
    entries: [shown(`${countIn(sent)} left with ${sent.courier}.`)],
    log: { after: { parcel: nameOf(sent) }, secrets },
  };
}

export function correctParcel(before: FullOrder, { parcelId, details }: Of<"correctParcel">): Decision {
  const parcel = findParcel(before, parcelId);
  if (!before.order.buyerEmail) throw orderError("buyer_deleted");
  const { courier, trackingNumber, trackingUrl } = parcel;
  const was = { courier, trackingNumber, trackingUrl };
  if (JSON.stringify(was) === JSON.stringify(details)) return { after: before, entries: [] };
  return {
    after: withParcel(before, { ...parcel, ...details, version: parcel.version + 1 }),
    entries: [{ kind: "shipment", text: "The tracking of a parcel was corrected.", isPublic: false }],
    log: { before: was, after: details, secrets },
  };
}

const CAME_BACK = "This parcel came back. Send its pieces in another one.";

const isDelivered = ({ order }: FullOrder) => order.goods === "delivered" && order.placement !== "cancelled";

/** After the last piece all is delivered, unless the order has a consultation. */
export function deliver(before: FullOrder, { parcelId }: Of<"deliver">, now: Date): Decision {
  const { order, items } = before;
  const parcel = findParcel(before, parcelId);
  if (parcel.deliveredAt) return { after: before, entries: [] };
  if (parcel.returnedAt) throw orderError("parcel_closed", { message: CAME_BACK });
  if (order.placement !== "accepted")
    throw orderError("parcel_closed", { message: `This order is ${order.status}. Set its status first.` });
  const changed = withParcel(before, { ...parcel, deliveredAt: now });
  const isLeft = items.some((item) => item.itemType === "consultancy" || undeliveredQty(item, changed.shipments) > 0);
  return {
    after: movedTo(before, changed, !isLeft && "delivered", now),
    entries: [shown(`The parcel with ${parcel.courier} was delivered.`)],
    log: { after: { delivered: nameOf(parcel) }, secrets },
  };
}

/** A parcel that nobody received holds nothing any more: its pieces are to be sent again. */
export function returnParcel(before: FullOrder, { parcelId }: Of<"return">, now: Date): Decision {
  const parcel = findParcel(before, parcelId);
  if (parcel.returnedAt) return { after: before, entries: [] };
  if (parcel.deliveredAt)
    throw orderError("parcel_closed", {
      message:
        "This parcel was delivered. For a piece that the buyer sends back, refund it and put it back on the shelf.",
    });
  if (isDelivered(before))
    throw orderError("parcel_closed", {
      message: "This order is delivered. If a parcel came back, set its status back to shipped first.",
    });
  const changed = withParcel(before, { ...parcel, returnedAt: now });
  // What was refunded is not sent again.
  const isLeft = before.items.some((item) => unpackedQty(item, changed.shipments) > 0);
  return {
    after: movedTo(before, changed, isLeft && before.order.goods === "sent" && "unsent", now),
    entries: [shown(`The parcel with ${parcel.courier} came back to us.`)],
    log: { after: { cameBack: nameOf(parcel) }, secrets },
  };
}

/** What comes back pays nothing: the status says what the money says. */
export function takeBack(before: FullOrder, { parcelId }: Of<"takeBack">, now: Date): Decision {
  const parcel = findParcel(before, parcelId);
  if (parcel.returnedAt) throw orderError("parcel_closed", { message: CAME_BACK });
  if (isDelivered(before))
    throw orderError("parcel_closed", {
      message: "This order is delivered. To take a parcel back, set its status back to shipped first.",
    });
  const changed = { ...before, shipments: before.shipments.filter((one) => one !== parcel) };
  return {
    after: movedTo(before, changed, before.order.goods === "sent" && "unsent", now),
    entries: [shown(`The parcel with ${parcel.courier} was taken back.`)],
    log: { before: { parcel: nameOf(parcel) }, secrets },
  };
}

/** Tracking numbers are personal data: the courier's page shows name and town for them. */
export const withoutTracking = (parcels: OrderShipment[]) =>
  parcels.map((parcel) => ({ ...parcel, trackingNumber: "", trackingUrl: "" }));
