import { createHash, randomUUIDv7 } from "node:crypto";
import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { OrderStatus } from "../../contracts/orders/order-rules.ts";
import type { Shipment, shipmentChange, shipmentForm } from "../../contracts/orders/shipment.ts";
import { trackingLink } from "../../contracts/orders/shipment-rules.ts";
import type { Transaction } from "../platform/database/database.ts";
import { moveTo } from "./change-status.ts";
import { orderError } from "./errors.ts";
import { undeliveredQty, unpackedQty } from "./line-progress.ts";
import { recordEvent } from "./order-events.ts";
import {
  type ItemRow,
  lockOrder,
  type OrderRow,
  orderTitle,
  type Parcel,
  readItems,
  readParcels,
} from "./order-rows.ts";
import { toShipment } from "./order-view.ts";
import type { OrderContext } from "./service.ts";
import { chooseLines, countPieces } from "./shipment-lines.ts";
import { shipmentLines, shipments } from "./shipment-table.ts";

type ShipmentRequest = z.output<typeof shipmentForm>;
type ShipmentCorrection = z.output<typeof shipmentChange>;

/** `key` is the request's idempotency key. */
interface Sender {
  owner: string;
  key?: string | undefined;
}

interface Locked {
  order: OrderRow;
  items: ItemRow[];
  parcels: Parcel[];
}

/** The lock of the order keeps two owners from sending the same piece. */
async function lockWithParcels(tx: Transaction, orderId: string): Promise<Locked> {
  const order = await lockOrder(tx, orderId);
  if (order.deletedAt) throw orderError("order_not_found");
  const [items, parcels] = [await readItems(tx, [order.id]), await readParcels(tx, order.id)];
  return { order, items, parcels };
}

function findParcel({ parcels }: Locked, shipmentId: string) {
  const parcel = parcels.find(({ id }) => id === shipmentId);
  if (!parcel) throw orderError("shipment_not_found");
  return parcel;
}

const refusals: Partial<Record<OrderStatus, string>> = {
  pending: "This order is not paid yet, so nothing of it can be sent.",
  cancelled: "This order is cancelled, so nothing of it can be sent.",
  delivered: "This order is delivered already. To send more, set its status back to shipped first.",
};

function checkSendable({ status, buyerEmail }: OrderRow) {
  const message = refusals[status];
  if (message) throw orderError("not_sendable", { message });
  if (!buyerEmail) throw orderError("buyer_deleted");
}

const hashOf = (form: ShipmentRequest) => createHash("sha256").update(JSON.stringify(form)).digest("hex");

/** The parcel that was recorded with this idempotency key. */
function findRepeat({ parcels }: Locked, form: ShipmentRequest, key: string | undefined) {
  const repeated = key ? parcels.find(({ requestKey }) => requestKey === key) : undefined;
  if (repeated && repeated.requestHash !== hashOf(form)) {
    throw orderError("idempotency_key_used", { message: "This key was used for another parcel." });
  }
  return repeated;
}

const detailsOf = ({ courier, trackingNumber, trackingUrl }: ShipmentCorrection) => ({
  courier,
  trackingNumber,
  trackingUrl,
});

const countIn = ({ lines }: Pick<Parcel, "lines">) => countPieces(lines.reduce((sum, { qty }) => sum + qty, 0));
const nameOf = (parcel: Parcel) => `${parcel.courier}, ${countIn(parcel)}`;

/** The parcels of orders, for the owner. Each call is one transaction under the lock of the order. */
export function createShipments(context: OrderContext) {
  const { db, clock, settings, activity, parcelMails } = context;

  /** Fills in the courier's tracking link if the owner gave no link. */
  async function withLink<T extends ShipmentCorrection>(form: T): Promise<T> {
    const { couriers } = (await settings.read()).delivery;
    return { ...form, trackingUrl: form.trackingUrl || trackingLink(couriers, form.courier, form.trackingNumber) };
  }

  /** Writes to the order's history and to the activity log, where tracking numbers are masked. */
  async function record(
    tx: Transaction,
    order: OrderRow,
    owner: string,
    event: { text: string; isPublic: boolean },
    [before, after]: [before: object, after: object],
  ) {
    await recordEvent(tx, clock, { ...event, orderId: order.id, kind: "shipment", actor: "owner", userId: owner });
    const entry = { action: "updated", kind: "order", recordId: order.id, title: orderTitle(order) } as const;
    await activity.record(tx, { ...entry, by: owner, before, after, secrets: ["trackingNumber", "trackingUrl"] });
  }

  async function insertParcel(tx: Transaction, locked: Locked, form: ShipmentRequest, sender: Sender) {
    const { lines: wanted, ...details } = form;
    const lines = chooseLines(locked.items, locked.parcels, wanted);
    const row = {
      ...details,
      id: randomUUIDv7(),
      orderId: locked.order.id,
      shippedAt: clock.now(),
      deliveredAt: null,
      createdBy: sender.owner,
      version: 1,
      requestKey: sender.key ?? null,
      requestHash: sender.key ? hashOf(form) : null,
    };
    const parcel: Parcel = { ...row, lines: lines.map((line) => ({ ...line, shipmentId: row.id })) };
    await tx.insert(shipments).values(row);
    await tx.insert(shipmentLines).values(parcel.lines);
    return parcel;
  }

  return {
    /** Records a sent parcel. When it contains the last unsent piece, the order becomes "shipped". */
    async ship(orderId: string, request: ShipmentRequest, sender: Sender): Promise<Shipment> {
      const form = await withLink(request);
      const { owner } = sender;
      return db.transaction(async (tx) => {
        const locked = await lockWithParcels(tx, orderId);
        const { order, items, parcels } = locked;
        const repeated = findRepeat(locked, form, sender.key);
        if (repeated) return toShipment(repeated, items);
        checkSendable(order);
        const parcel = await insertParcel(tx, locked, form, sender);
        const isComplete = items.every((item) => unpackedQty(item, [...parcels, parcel]) === 0);
        const status = isComplete ? "shipped" : order.status;
        if (status !== order.status) await moveTo(tx, context, order, status, owner);
        const text = `${countIn(parcel)} left with ${parcel.courier}.`;
        await record(tx, order, owner, { text, isPublic: true }, [
          { status: order.status },
          { status, parcel: nameOf(parcel) },
        ]);
        await parcelMails.enqueueSent(tx, parcel.id);
        return toShipment(parcel, items);
      });
    },

    /** Changes courier, number and link. Sends no mail. */
    async correct(orderId: string, shipmentId: string, form: ShipmentCorrection, owner: string): Promise<Shipment> {
      const after = detailsOf(await withLink(form));
      return db.transaction(async (tx) => {
        const locked = await lockWithParcels(tx, orderId);
        const { order, items } = locked;
        const parcel = findParcel(locked, shipmentId);
        if (!order.buyerEmail) throw orderError("buyer_deleted");
        if (form.version !== undefined && form.version !== parcel.version) {
          throw orderError("changed_meanwhile", { data: { current: toShipment(parcel, items) } });
        }
        const before = detailsOf(parcel);
        if (JSON.stringify(before) === JSON.stringify(after)) return toShipment(parcel, items);
        const changed = { ...parcel, ...after, version: parcel.version + 1 };
        await tx
          .update(shipments)
          .set({ ...after, version: changed.version })
          .where(eq(shipments.id, parcel.id));
        const text = "The tracking of a parcel was corrected.";
        await record(tx, order, owner, { text, isPublic: false }, [before, after]);
        return toShipment(changed, items);
      });
    },

    /** Marks a parcel as delivered. After the last piece the order is "delivered", unless it has a consultation. */
    deliver: (orderId: string, shipmentId: string, owner: string): Promise<Shipment> =>
      db.transaction(async (tx) => {
        const locked = await lockWithParcels(tx, orderId);
        const { order, items, parcels } = locked;
        const parcel = findParcel(locked, shipmentId);
        if (parcel.deliveredAt) return toShipment(parcel, items);
        if (order.status === "pending" || order.status === "cancelled") {
          throw orderError("parcel_closed", { message: `This order is ${order.status}. Set its status first.` });
        }
        const delivered = { ...parcel, deliveredAt: clock.now() };
        await tx.update(shipments).set({ deliveredAt: delivered.deliveredAt }).where(eq(shipments.id, parcel.id));
        const now = parcels.map((one) => (one === parcel ? delivered : one));
        const isComplete = items.every((item) => item.itemType !== "consultancy" && undeliveredQty(item, now) === 0);
        const status = isComplete ? "delivered" : order.status;
        if (status !== order.status) await moveTo(tx, context, order, status, owner);
        const text = `The parcel with ${parcel.courier} was delivered.`;
        await record(tx, order, owner, { text, isPublic: true }, [
          { status: order.status },
          { status, delivered: nameOf(parcel) },
        ]);
        // For a delivered order, the mail of the status change has already covered this parcel.
        if (order.status !== "delivered") await parcelMails.enqueueDelivered(tx, parcel.id);
        return toShipment(delivered, items);
      }),

    /** Removes a parcel that was recorded by mistake. Its pieces are to be sent again. */
    takeBack: (orderId: string, shipmentId: string, owner: string) =>
      db.transaction(async (tx) => {
        const locked = await lockWithParcels(tx, orderId);
        const { order } = locked;
        const parcel = findParcel(locked, shipmentId);
        if (order.status === "delivered") {
          throw orderError("parcel_closed", {
            message: "This order is delivered. To take a parcel back, set its status back to shipped first.",
          });
        }
        await tx.delete(shipments).where(eq(shipments.id, parcel.id));
        const status = order.status === "shipped" ? "paid" : order.status;
        if (status !== order.status) await moveTo(tx, context, order, status, owner);
        // The order was set to "shipped" by hand without being paid first, so the buyer has no confirmation yet.
        if (status === "paid" && !order.paidAt) await context.mails.enqueuePaid(tx, order.id);
        const text = `The parcel with ${parcel.courier} was taken back.`;
        await record(tx, order, owner, { text, isPublic: true }, [
          { status: order.status, parcel: nameOf(parcel) },
          { status },
        ]);
      }),
  };
}
