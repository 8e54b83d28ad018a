import { randomUUIDv7 } from "node:crypto";
import type { z } from "zod";
import type { Shipment, shipmentChange, shipmentForm } from "../../contracts/orders/shipment.ts";
import { trackingLink } from "../../contracts/orders/shipment-rules.ts";
import type { OrderCore } from "../orders/core/change.ts";
import type { Command } from "../orders/core/commands.ts";
import { orderError } from "../orders/core/errors.ts";
import type { FullOrder, ItemRow, OrderShipment } from "../orders/core/order.ts";
import type { Platform } from "../platform/platform.ts";
import { hashRequest } from "../platform/sha256.ts";
import type { SettingsService } from "../settings/service.ts";

type ShipmentRequest = z.output<typeof shipmentForm>;
type ShipmentCorrection = z.output<typeof shipmentChange>;

interface Sender {
  owner: string;
  key?: string | undefined;
}

interface ParcelDeps extends Pick<Platform, "db"> {
  settings: SettingsService;
  core: OrderCore;
}

/** A shipment as the contract shows it. `items` are the lines of its order. */
export const toShipment = (shipment: OrderShipment, items: ItemRow[]): Shipment => ({
  _id: shipment.id,
  courier: shipment.courier,
  ...(shipment.trackingNumber && { trackingNumber: shipment.trackingNumber }),
  ...(shipment.trackingUrl && { trackingUrl: shipment.trackingUrl }),
  shippedAt: shipment.shippedAt.toISOString(),
  ...(shipment.deliveredAt && { deliveredAt: shipment.deliveredAt.toISOString() }),
  ...(shipment.returnedAt && { returnedAt: shipment.returnedAt.toISOString() }),
  lines: shipment.lines.map(({ lineIndex, qty }) => {
    const { itemId, title } = items.find((item) => item.lineIndex === lineIndex)!;
    return { itemId, title, qty };
  }),
  version: shipment.version,
});

/** The parcels of orders, for the owner. The lock of the order keeps two owners from sending the same piece. */
export function createParcels({ db, core, settings }: ParcelDeps) {
  /** Fills in the courier's tracking link if the owner gave no link. */
  async function withLink<T extends ShipmentCorrection>(form: T): Promise<T> {
    const { couriers } = (await settings.read()).delivery;
    return { ...form, trackingUrl: form.trackingUrl || trackingLink(couriers, form.courier, form.trackingNumber) };
  }

  const change = (orderId: string, owner: string, command: (full: FullOrder) => Command) =>
    db.transaction((tx) =>
      core.change(tx, orderId, { actor: "owner", userId: owner }, (full) => {
        if (full.order.deletedAt) throw orderError("order_not_found");
        return command(full);
      }),
    );

  function find({ shipments, items }: FullOrder, isIt: (shipment: FullOrder["shipments"][number]) => boolean) {
    return toShipment(shipments.find(isIt)!, items);
  }

  return {
    /** Records a sent parcel. When it contains the last unsent piece, the order becomes "shipped". */
    async ship(orderId: string, request: ShipmentRequest, { owner, key }: Sender): Promise<Shipment> {
      const form = await withLink(request);
      const { lines, courier, trackingNumber, trackingUrl } = form;
      const id = randomUUIDv7();
      const details = { courier, trackingNumber, trackingUrl };
      const repeat = { requestKey: key ?? null, requestHash: key ? hashRequest(form) : null };
      const parcel = { id, ...details, ...repeat, createdBy: owner };
      const { after } = await change(orderId, owner, () => ({ type: "send", parcel, lines }));
      return find(after, (one) => one.id === id || (key !== undefined && one.requestKey === key));
    },

    async correct(orderId: string, parcelId: string, form: ShipmentCorrection, owner: string): Promise<Shipment> {
      const { courier, trackingNumber, trackingUrl } = await withLink(form);
      const details = { courier, trackingNumber, trackingUrl };
      const { after } = await change(orderId, owner, (full) => {
        const parcel = full.shipments.find(({ id }) => id === parcelId);
        const isChanged = parcel && form.version !== undefined && form.version !== parcel.version;
        if (isChanged && full.order.buyerEmail)
          throw orderError("changed_meanwhile", { data: { current: toShipment(parcel, full.items) } });
        return { type: "correctParcel", parcelId, details };
      });
      return find(after, ({ id }) => id === parcelId);
    },

    async deliver(orderId: string, parcelId: string, owner: string): Promise<Shipment> {
      const { after } = await change(orderId, owner, () => ({ type: "deliver", parcelId }));
      return find(after, ({ id }) => id === parcelId);
    },

    async comeBack(orderId: string, parcelId: string, owner: string): Promise<Shipment> {
      const { after } = await change(orderId, owner, () => ({ type: "return", parcelId }));
      return find(after, ({ id }) => id === parcelId);
    },

    async takeBack(orderId: string, parcelId: string, owner: string) {
      await change(orderId, owner, () => ({ type: "takeBack", parcelId }));
    },
  };
}
export type Parcels = ReturnType<typeof createParcels>;
