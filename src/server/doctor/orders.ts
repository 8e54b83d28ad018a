import { existsSync } from "node:fs";
import { eq, inArray, type SQL, sql } from "drizzle-orm";
import { PROVIDER_LABEL } from "../../contracts/payments/payment-rules.ts";
import { appointmentIntakes } from "../appointments/intake-table.ts";
import { coupons } from "../coupons/coupon-table.ts";
import { couponUses } from "../coupons/coupon-use-table.ts";
import { orderHistory, orderItems, orderPayments, orders } from "../orders/order-table.ts";
import { shipmentLines, shipments } from "../orders/shipment-table.ts";
import { createSecretBox, readSecret } from "../platform/secrets.ts";
import { type CheckContext, problem, problemWith, toIds } from "./check.ts";

const hadStatus = (status: string, actor: string) => sql`exists (
  select from ${orderHistory}
  where ${orderHistory.orderId} = ${orders.id} and ${orderHistory.status} = ${status} and ${orderHistory.actor} = ${actor}
)`;

const hasSettledPayment = sql`exists (
  select from ${orderPayments}
  where ${orderPayments.orderId} = ${orders.id} and ${orderPayments.outcome} = 'settled'
    and ${orderPayments.paymentId} = ${orders.paymentId}
)`;

/** Each query finds orders that are wrong. */
const RULES: { where: SQL; message(list: string): string }[] = [
  {
    where: sql`${orders.stockShort} and ${orders.status} = 'paid' and ${orders.deletedAt} is null`,
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
    where: sql`not exists (select from ${orderHistory} where ${orderHistory.orderId} = ${orders.id} and ${orderHistory.status} = ${orders.status})`,
    message: (list) =>
      `Orders whose history does not know their status: ${list}. Somebody has changed the database by hand; set the status again in the admin.`,
  },
  {
    where: sql`${orders.paymentId} is not null and not ${hasSettledPayment}`,
    message: (list) =>
      `Orders that name a payment which never arrived here: ${list}. Look the payment up in the ${PROVIDER_LABEL} dashboard before you send anything.`,
  },
  {
    where: sql`${orders.paymentId} is null and (${hadStatus("paid", "payment")} or exists (
      select from ${orderPayments} where ${orderPayments.orderId} = ${orders.id} and ${orderPayments.outcome} = 'settled'
    ))`,
    message: (list) =>
      `Orders that money has reached and that do not know of it: ${list}. Look the payment up in the ${PROVIDER_LABEL} dashboard and set the status to paid by hand.`,
  },
  {
    where: sql`${orders.paidAt} is null and (${orders.paymentId} is not null or exists (
      select from ${orderHistory} where ${orderHistory.orderId} = ${orders.id} and ${orderHistory.status} = 'paid'
    ))`,
    message: (list) =>
      `Orders that an older version marked as paid during an update and that no figure of sales counts: ${list}. Restart the shop, which adds them.`,
  },
  {
    where: sql`${orders.status} = 'pending' and ${orders.paymentId} is not null and not ${hadStatus("pending", "owner")}`,
    message: (list) =>
      `Orders that are paid and still wait for their payment: ${list}. Set their status to paid in the admin.`,
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
