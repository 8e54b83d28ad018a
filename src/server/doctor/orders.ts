import { type SQL, sql } from "drizzle-orm";
import { orderHistory, orderItems, orderPayments, orders } from "../orders/order-table.ts";
import type { CheckContext } from "./deps.ts";
import { type Finding, lookAt } from "./finding.ts";

const shown = sql`${orders.deletedAt} is null`;

const wasOnce = (status: string, actor: string) => sql`exists (
  select from ${orderHistory}
  where ${orderHistory.orderId} = ${orders.id} and ${orderHistory.status} = ${status} and ${orderHistory.actor} = ${actor}
)`;

const settledHere = sql`exists (
  select from ${orderPayments}
  where ${orderPayments.orderId} = ${orders.id} and ${orderPayments.outcome} = 'settled'
    and ${orderPayments.paymentId} = ${orders.paymentId}
)`;

interface Oddity {
  where: SQL;
  sentence(list: string): string;
}

const ODDITIES: Oddity[] = [
  {
    where: sql`${orders.stockShort} and ${orders.status} = 'paid' and ${shown}`,
    sentence: (list) =>
      `Orders that were paid after their pieces had been sold to somebody else: ${list}. Restock and send them, or refund the buyer in the Razorpay dashboard and cancel the order.`,
  },
  {
    where: sql`${orders.totalPaise} <> (
      select coalesce(sum(${orderItems.pricePaise}::bigint * ${orderItems.qty}), 0) from ${orderItems}
      where ${orderItems.orderId} = ${orders.id}
    )`,
    sentence: (list) =>
      `Orders whose lines do not come to their total: ${list}. Somebody has changed the database by hand; compare with a backup before you send anything.`,
  },
  {
    where: sql`not exists (select from ${orderHistory} where ${orderHistory.orderId} = ${orders.id} and ${orderHistory.status} = ${orders.status})`,
    sentence: (list) =>
      `Orders whose history does not know their status: ${list}. Somebody has changed the database by hand; set the status again in the admin.`,
  },
  {
    where: sql`${orders.paymentId} is not null and not ${settledHere}`,
    sentence: (list) =>
      `Orders that name a payment which never arrived here: ${list}. Look the payment up in the Razorpay dashboard before you send anything.`,
  },
  {
    where: sql`${orders.paymentId} is null and (${wasOnce("paid", "payment")} or exists (
      select from ${orderPayments} where ${orderPayments.orderId} = ${orders.id} and ${orderPayments.outcome} = 'settled'
    ))`,
    sentence: (list) =>
      `Orders that money has reached and that do not know of it: ${list}. Look the payment up in the Razorpay dashboard and set the status to paid by hand.`,
  },
  {
    where: sql`${orders.status} = 'pending' and ${orders.paymentId} is not null and not ${wasOnce("pending", "owner")}`,
    sentence: (list) =>
      `Orders that are paid and still wait for their payment: ${list}. Set their status to paid in the admin.`,
  },
];

/** Orders: what they say of themselves agrees with their lines, their history and their money. */
export async function examineOrders({ db }: CheckContext): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { where, sentence } of ODDITIES) {
    const found = await db.select({ id: orders.id }).from(orders).where(where).orderBy(orders.id);
    findings.push(
      ...lookAt(
        found.map(({ id }) => id),
        sentence,
      ),
    );
  }
  return findings;
}
