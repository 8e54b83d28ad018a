import { existsSync } from "node:fs";
import { eq, inArray, type SQL, sql } from "drizzle-orm";
import { PROVIDER_LABEL } from "../../contracts/payments/payment-rules.ts";
import { appointmentIntakes } from "../appointments/intake-table.ts";
import { coupons } from "../coupons/coupon-table.ts";
import { couponUses } from "../coupons/coupon-use-table.ts";
import { orderEvents, orderItems, orderPayments, orders } from "../orders/core/order-table.ts";
import { shipmentLines, shipments } from "../orders/core/shipment-table.ts";
import { createSecretBox, readSecret } from "../platform/secrets.ts";
import { type CheckContext, problem, problemWith, toIds } from "./check.ts";

const hadStatus = (status: string, actor: string) => sql`exists (
  select from ${orderEvents}
  where ${orderEvents.orderId} = ${orders.id} and ${orderEvents.status} = ${status} and ${orderEvents.actor} = ${actor}
)`;

/** What counts of the order's money. */
const received = sql`(select coalesce(sum(${orderPayments.amountPaise}), 0) from ${orderPayments}
  where ${orderPayments.orderId} = ${orders.id} and ${orderPayments.outcome} = 'settled')`;

/**
 * Earlier versions took an order for paid when its parcel was taken back. Its mark was made in that moment; it is gone
 * once the status is pending, or once the money is recorded.
 */
const isPaidByTakingBack = sql`exists (
  select from ${orderPayments} mark
  join ${orderEvents} paid on paid.order_id = mark.order_id and paid.status = 'paid'
  join ${orderEvents} event on event.order_id = mark.order_id and event.kind = 'shipment'
  where mark.order_id = ${orders.id} and mark.method = 'mark' and event.text like '% was taken back.'
    and abs(extract(epoch from paid.at - mark.at)) < 1 and abs(extract(epoch from event.at - mark.at)) < 1
    and (select status from ${orderEvents} earlier where earlier.order_id = mark.order_id and earlier.id < paid.id
      and earlier.status is not null
      order by id desc limit 1) = 'shipped'
)`;

/** Each query finds orders that are wrong. */
const RULES: { where: SQL; message(list: string): string }[] = [
  {
    where: sql`${orders.stock} = 'released' and ${orders.status} = 'paid' and ${orders.deletedAt} is null`,
    message: (list) =>
      `Orders that were paid after their pieces had been sold to somebody else: ${list}. Restock and send them, or refund the buyer on the order's page and cancel the order.`,
  },
  {
    where: sql`${orders.totalPaise} <> (
      select coalesce(sum(${orderItems.pricePaise}::bigint * ${orderItems.qty}), 0) from ${orderItems}
      where ${orderItems.orderId} = ${orders.id}
    ) - ${orders.discountPaise} + ${orders.deliveryPaise}`,
    message: (list) =>
      `Orders whose lines do not come to their total: ${list}. Somebody has changed the database by hand; compare with a backup before you send anything.`,
  },
  {
    where: sql`exists (
      select from ${orderItems} where ${orderItems.orderId} = ${orders.id} and ${orderItems.qty} < (
        select coalesce(sum(${shipmentLines.qty}), 0) from ${shipments}
        join ${shipmentLines} on ${shipmentLines.shipmentId} = ${shipments.id}
        where ${shipments.orderId} = ${orders.id} and ${shipmentLines.lineIndex} = ${orderItems.lineIndex}
          and ${shipments.returnedAt} is null
      )
    )`,
    message: (list) =>
      `Orders with more pieces in their parcels than were ordered: ${list}. Somebody has changed the database by hand; take the wrong parcel back in the admin.`,
  },
  {
    where: sql`${orders.discountPaise} <> (
      select coalesce(sum(${orderItems.discountPaise}), 0) from ${orderItems}
      where ${orderItems.orderId} = ${orders.id}
    )`,
    message: (list) =>
      `Orders whose lines do not come to their discount: ${list}. Somebody has changed the database by hand; compare with a backup before you refund anything.`,
  },
  {
    where: sql`not exists (select from ${orderEvents} where ${orderEvents.orderId} = ${orders.id} and ${orderEvents.status} = ${orders.status})`,
    message: (list) =>
      `Orders whose history does not know their status: ${list}. Somebody has changed the database by hand; set the status again in the admin.`,
  },
  {
    where: sql`${orders.paidAt} is null and ${received} >= ${orders.totalPaise} and ${orders.totalPaise} > 0`,
    message: (list) =>
      `Orders that money has reached and that do not know of it: ${list}. Look the payment up in the ${PROVIDER_LABEL} dashboard and set the status to paid by hand.`,
  },
  {
    where: sql`${orders.paidAt} is not null and ${received} < ${orders.totalPaise}`,
    message: (list) =>
      `Orders that count as paid without their money: ${list}. Somebody has changed the database by hand; look the payment up in the ${PROVIDER_LABEL} dashboard before you send anything.`,
  },
  {
    where: sql`${orders.placement} = 'open' and ${orders.paidAt} is not null and ${orders.totalPaise} > 0 and not ${hadStatus("pending", "owner")}`,
    message: (list) =>
      `Orders that are paid and still wait for their payment: ${list}. Set their status to paid in the admin.`,
  },
  {
    where: sql`${orders.placement} = 'accepted' and ${orders.deletedAt} is null and ${isPaidByTakingBack}`,
    message: (list) =>
      `Orders that an earlier version took for paid when their parcel was taken back: ${list}. Check whether their money came. If not, press “It was not paid” on the order's page in the admin.`,
  },
];

export async function* checkOrders({ db }: CheckContext) {
  for (const { where, message } of RULES) {
    const wrong = await db.select({ id: orders.id }).from(orders).where(where).orderBy(orders.id);
    yield* problemWith(toIds(wrong), message);
  }
}

export async function* checkCoupons({ db }: CheckContext) {
  const uses = db.$count(
    couponUses,
    sql`${eq(couponUses.couponId, coupons.id)} and ${inArray(couponUses.state, ["reserved", "confirmed"])}`,
  );
  const over = await db
    .select({ code: coupons.code })
    .from(coupons)
    .where(sql`${coupons.totalUses} < ${uses}`)
    .orderBy(coupons.code);
  yield* problemWith(
    over.map(({ code }) => code),
    (list) =>
      `Coupons with more uses than their limit: ${list}. Somebody has changed the database by hand; switch them off until you know why.`,
  );
}

export async function* checkIntakes({ db, settings: { intakeKeyFile } }: CheckContext) {
  const { appointmentId, sealed } = appointmentIntakes;
  const rows = await db.select({ appointmentId, sealed }).from(appointmentIntakes);
  const key = existsSync(intakeKeyFile) ? readSecret(intakeKeyFile) : undefined;
  const box = key ? createSecretBox(key) : undefined;
  const lost = rows.filter((row) => !box?.open(row.sealed, row.appointmentId));
  if (lost.length > 0)
    yield problem(
      `${lost.length} of ${rows.length} notes of callers for their sessions cannot be opened with ${intakeKeyFile}. Put back the key that was kept beside the backup, then restart the shop. Without it callers have to write them again.`,
    );
}
