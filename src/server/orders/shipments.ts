import { randomUUIDv7 } from "node:crypto";
import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { OrderStatus } from "../../contracts/orders/order-rules.ts";
import type { Shipment, shipmentChange, shipmentForm } from "../../contracts/orders/shipment.ts";
import { trackingLink } from "../../contracts/orders/shipment-rules.ts";
import type { Transaction } from "../platform/database/database.ts";
import { hashRequest } from "../platform/sha256.ts";
import { orderError } from "./errors.ts";
import { chooseLines, countPieces, undeliveredQty, unpackedQty } from "./line-progress.ts";
import {
  type FullOrder,
  lockOrder,
  type OrderRow,
  type OrderShipment,
  readItems,
  readShipments,
  recordEvent,
} from "./order-records.ts";
import { toShipment } from "./order-view.ts";
import { type OrderChange, stepsTo, takeSteps } from "./process.ts";
import type { OrderContext } from "./service.ts";
import { shipmentLines, shipments } from "./shipment-table.ts";

type ShipmentRequest = z.output<typeof shipmentForm>;
type ShipmentCorrection = z.output<typeof shipmentChange>;
type ShipmentEvent = Pick<OrderChange, "log" | "shipmentId" | "status"> & { isPublic?: boolean };

interface Sender {
  owner: string;
  key?: string | undefined;
}

type Locked = Pick<FullOrder, "order" | "items" | "shipments">;

/** The lock of the order keeps two owners from sending the same piece. */
async function lockWithShipments(tx: Transaction, orderId: string): Promise<Locked> {
  const order = await lockOrder(tx, orderId);
  if (order.deletedAt) throw orderError("order_not_found");
  return { order, items: await readItems(tx, [order.id]), shipments: await readShipments(tx, order.id) };
}

function findShipment({ shipments }: Locked, shipmentId: string) {
  const shipment = shipments.find(({ id }) => id === shipmentId);
  if (!shipment) throw orderError("shipment_not_found");
  return shipment;
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

function findRepeat({ shipments }: Locked, form: ShipmentRequest, key: string | undefined) {
  const repeated = key ? shipments.find(({ requestKey }) => requestKey === key) : undefined;
  if (repeated && repeated.requestHash !== hashRequest(form)) {
    throw orderError("idempotency_key_used", { message: "This key was used for another parcel." });
  }
  return repeated;
}

const detailsOf = ({ courier, trackingNumber, trackingUrl }: ShipmentCorrection) => ({
  courier,
  trackingNumber,
  trackingUrl,
});

const countIn = ({ lines }: Pick<OrderShipment, "lines">) => countPieces(lines.reduce((sum, { qty }) => sum + qty, 0));
const nameOf = (shipment: OrderShipment) => `${shipment.courier}, ${countIn(shipment)}`;

/** The shipments of orders, for the owner. Each call is one transaction under the lock of the order. */
export function createShipments(context: OrderContext) {
  const { db, clock, settings, mails } = context;

  /** Fills in the courier's tracking link if the owner gave no link. */
  async function withLink<T extends ShipmentCorrection>(form: T): Promise<T> {
    const { couriers } = (await settings.read()).delivery;
    return { ...form, trackingUrl: form.trackingUrl || trackingLink(couriers, form.courier, form.trackingNumber) };
  }

  /** Records the change in the order's history and the activity log, and moves the order's status if it must. */
  async function record(
    tx: Transaction,
    { order, items }: Locked,
    owner: string,
    text: string,
    { status = order.status, isPublic = true, ...change }: ShipmentEvent,
  ) {
    const by = { actor: "owner", userId: owner } as const;
    const steps = status === order.status ? [] : stepsTo(status, order.status);
    // Tracking numbers are masked in the log.
    const log = { ...change.log, secrets: ["trackingNumber", "trackingUrl"] };
    await takeSteps(tx, context, { ...change, order, items, steps, status, by, log });
    // After the step, so that the history shows the status first.
    await recordEvent(tx, clock, { ...by, orderId: order.id, kind: "shipment", text, isPublic });
  }

  async function insertShipment(tx: Transaction, locked: Locked, form: ShipmentRequest, sender: Sender) {
    const { lines: wanted, ...details } = form;
    const lines = chooseLines(locked.items, locked.shipments, wanted);
    const row = {
      ...details,
      id: randomUUIDv7(),
      orderId: locked.order.id,
      shippedAt: clock.now(),
      deliveredAt: null,
      createdBy: sender.owner,
      version: 1,
      requestKey: sender.key ?? null,
      requestHash: sender.key ? hashRequest(form) : null,
    };
    const shipment: OrderShipment = { ...row, lines: lines.map((line) => ({ ...line, shipmentId: row.id })) };
    await tx.insert(shipments).values(row);
    await tx.insert(shipmentLines).values(shipment.lines);
    return shipment;
  }

  return {
    /** Records a sent shipment. When it contains the last unsent piece, the order becomes "shipped". */
    async ship(orderId: string, request: ShipmentRequest, sender: Sender): Promise<Shipment> {
      const form = await withLink(request);
      return db.transaction(async (tx) => {
        const locked = await lockWithShipments(tx, orderId);
        const { order, items } = locked;
        const repeated = findRepeat(locked, form, sender.key);
        if (repeated) return toShipment(repeated, items);
        checkSendable(order);
        const shipment = await insertShipment(tx, locked, form, sender);
        const isComplete = items.every((item) => unpackedQty(item, [...locked.shipments, shipment]) === 0);
        const text = `${countIn(shipment)} left with ${shipment.courier}.`;
        await record(tx, locked, sender.owner, text, {
          shipmentId: shipment.id,
          log: { after: { parcel: nameOf(shipment) } },
          ...(isComplete && { status: "shipped" }),
        });
        await mails.enqueueShipmentStep(tx, shipment.id, "shipped");
        return toShipment(shipment, items);
      });
    },

    async correct(orderId: string, shipmentId: string, form: ShipmentCorrection, owner: string): Promise<Shipment> {
      const after = detailsOf(await withLink(form));
      return db.transaction(async (tx) => {
        const locked = await lockWithShipments(tx, orderId);
        const { order, items } = locked;
        const shipment = findShipment(locked, shipmentId);
        if (!order.buyerEmail) throw orderError("buyer_deleted");
        if (form.version !== undefined && form.version !== shipment.version) {
          throw orderError("changed_meanwhile", { data: { current: toShipment(shipment, items) } });
        }
        const before = detailsOf(shipment);
        if (JSON.stringify(before) === JSON.stringify(after)) return toShipment(shipment, items);
        const changed = { ...shipment, ...after, version: shipment.version + 1 };
        await tx
          .update(shipments)
          .set({ ...after, version: changed.version })
          .where(eq(shipments.id, shipment.id));
        const text = "The tracking of a parcel was corrected.";
        await record(tx, locked, owner, text, { isPublic: false, log: { before, after } });
        return toShipment(changed, items);
      });
    },

    /** Marks a shipment as delivered. After the last piece the order is "delivered", unless it has a consultation. */
    deliver: (orderId: string, shipmentId: string, owner: string): Promise<Shipment> =>
      db.transaction(async (tx) => {
        const locked = await lockWithShipments(tx, orderId);
        const { order, items } = locked;
        const shipment = findShipment(locked, shipmentId);
        if (shipment.deliveredAt) return toShipment(shipment, items);
        if (order.status === "pending" || order.status === "cancelled") {
          throw orderError("parcel_closed", { message: `This order is ${order.status}. Set its status first.` });
        }
        const delivered = { ...shipment, deliveredAt: clock.now() };
        await tx.update(shipments).set({ deliveredAt: delivered.deliveredAt }).where(eq(shipments.id, shipment.id));
        const now = locked.shipments.map((one) => (one === shipment ? delivered : one));
        const isComplete = items.every((item) => item.itemType !== "consultancy" && undeliveredQty(item, now) === 0);
        const text = `The parcel with ${shipment.courier} was delivered.`;
        await record(tx, locked, owner, text, {
          shipmentId,
          log: { after: { delivered: nameOf(shipment) } },
          ...(isComplete && { status: "delivered" }),
        });
        // For a delivered order, the mail of the status change has already covered this shipment.
        if (order.status !== "delivered") await mails.enqueueShipmentStep(tx, shipment.id, "delivered");
        return toShipment(delivered, items);
      }),

    takeBack: (orderId: string, shipmentId: string, owner: string) =>
      db.transaction(async (tx) => {
        const locked = await lockWithShipments(tx, orderId);
        const { order } = locked;
        const shipment = findShipment(locked, shipmentId);
        if (order.status === "delivered") {
          throw orderError("parcel_closed", {
            message: "This order is delivered. To take a parcel back, set its status back to shipped first.",
          });
        }
        await tx.delete(shipments).where(eq(shipments.id, shipment.id));
        const text = `The parcel with ${shipment.courier} was taken back.`;
        await record(tx, locked, owner, text, {
          log: { before: { parcel: nameOf(shipment) } },
          ...(order.status === "shipped" && { status: "paid" }),
        });
      }),
  };
}
