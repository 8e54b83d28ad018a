import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { TestShop } from "./test-shop.ts";
import type { Action, Owner, Placed, Services } from "./world-actions.ts";

/** Sends orders in parcels, takes parcels back and delivers them. */
export function openParcels(shop: TestShop, owner: Owner, productIds: readonly string[]) {
  /** All parcels ever created, by id. */
  const sent = new Map<string, { orderId: string; isDelivered: boolean }>();
  /** Counts changes of parcels. */
  let changes = 0;
  const pick = ({ which }: Action) => [...sent][which % sent.size];

  async function ship({ orders }: Services, { id }: Placed, { which, amounts }: Action, times = 1) {
    const line = { itemId: productIds[which % 2]!, ...(amounts[1] === 1 && { qty: 1 }) };
    const lines = amounts[1] === 2 ? {} : { lines: [line] };
    const key = randomUUID();
    const form = { courier: "A courier", trackingNumber: "1234", trackingUrl: "", ...lines };
    const results = await Promise.allSettled(
      Array.from({ length: times }, () => orders.shipments.ship(id, form, { owner: owner.id, key })),
    );
    const made = results.flatMap((result) => (result.status === "fulfilled" ? result.value._id : []));
    changes += made.length;
    for (const parcel of made) sent.set(parcel, { orderId: id, isDelivered: false });
    expect(new Set(made).size).toBeLessThanOrEqual(1);
    for (const result of results) if (result.status === "rejected") throw result.reason;
  }

  async function deliver({ orders }: Services, action: Action) {
    const [id, parcel] = pick(action) ?? [];
    if (!id || !parcel) return;
    await orders.shipments.deliver(parcel.orderId, id, owner.id);
    if (!parcel.isDelivered) changes++;
    parcel.isDelivered = true;
  }

  async function takeBack({ orders }: Services, action: Action) {
    const [id, parcel] = pick(action) ?? [];
    if (!id || !parcel) return;
    await orders.shipments.takeBack(parcel.orderId, id, owner.id);
    changes++;
  }

  return {
    sent,
    countChanges: () => changes,
    ship,
    deliver,
    takeBack,
    /** The order whose parcel an action is about. */
    targetOf: (action: Action) => pick(action)?.[1].orderId,

    /** How many pieces of an order are in no parcel, and how many in no delivered parcel. */
    async countLeft(orderId: string) {
      const packed = (where: string) => sql`(
        select coalesce(sum(l.qty), 0) from shipments s join shipment_lines l on l.shipment_id = s.id
        where s.order_id = i.order_id and l.place = i.place ${sql.raw(where)})`;
      const left = (where: string) => sql`sum(greatest(0, i.qty - i.restocked_qty - ${packed(where)}))::int`;
      const { rows } = await shop.db.execute<{ unpacked: number; undelivered: number }>(sql`
        select ${left("")} as unpacked, ${left("and s.delivered_at is not null")} as undelivered
        from order_items i where i.order_id = ${orderId}`);
      return rows[0]!;
    },
  };
}
export type ParcelWorld = ReturnType<typeof openParcels>;
