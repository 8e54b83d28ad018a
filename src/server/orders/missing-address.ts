import { and, gt, isNull, lt } from "drizzle-orm";
import { isPiece } from "../../contracts/orders/cart-rules.ts";
import { shortId } from "../../contracts/orders/order-rules.ts";
import { type ComposedMail, contactLine } from "../notifications/service.ts";
import { DAY_MS, HOUR_MS } from "../platform/clock.ts";
import { unpackedQty } from "./core/line-progress.ts";
import type { FullOrder } from "./core/order.ts";
import { orders } from "./core/order-table.ts";
import type { OrderDeps } from "./deps.ts";
import type { MailDeps } from "./next-steps.ts";
import { taskConditions } from "./order-list.ts";

/** Nothing to ask when the address was added, or nothing is left to send. */
export function addressRequest(deps: MailDeps, { order, items, shipments }: FullOrder): ComposedMail | undefined {
  const pieces = items.filter((item) => isPiece(item) && unpackedQty(item, shipments) > 0);
  if (order.shippingAddress || order.deletedAt || order.status !== "paid" || pieces.length === 0) return undefined;
  return {
    to: order.shippingEmail,
    subject: `Where shall we send order ${shortId(order.id)}?`,
    title: "Where shall we send it?",
    paragraphs: [
      `Namaste ${order.shippingName},`,
      "your pieces are paid for, and we do not have your address yet. Please add it on the page of your order.",
    ],
    details: [{ label: "Pieces", value: pieces.map(({ title, qty, image }) => ({ title, qty, image })) }],
    action: { label: "Add your address", url: `${deps.publicUrl}/orders/${order.id}#order-shipping` },
    footnote: contactLine(deps.shop),
  };
}

/** The confirmation asks too, and many buyers answer at once: a mail of its own comes later. */
const ASK_AFTER_MS = HOUR_MS;
/** Shorter than ended jobs keep their keys, so that each buyer is asked once. */
const ASK_UNTIL_MS = 7 * DAY_MS;

/** Asks the buyers of paid pieces without an address where to send them. */
export async function askForAddresses({ db, clock, mails }: OrderDeps) {
  const before = (ms: number) => new Date(clock.now().getTime() - ms);
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        taskConditions.address,
        isNull(orders.deletedAt),
        lt(orders.paidAt, before(ASK_AFTER_MS)),
        gt(orders.paidAt, before(ASK_UNTIL_MS)),
      ),
    );
  for (const { id: orderId } of rows)
    await mails.addressRequest.enqueue(db, { key: `address-request:${orderId}`, payload: { orderId } });
}
