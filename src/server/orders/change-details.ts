import { eq } from "drizzle-orm";
import type { z } from "zod";
import { toRupees } from "../../contracts/money.ts";
import { isPiece } from "../../contracts/orders/cart-rules.ts";
import type { internalNoteForm, shipping } from "../../contracts/orders/order.ts";
import { isShippingOpen } from "../../contracts/orders/order-rules.ts";
import type { Transaction } from "../platform/database/database.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import { formatPaise } from "../platform/format-paise.ts";
import { arrivalColumns } from "./arrival.ts";
import { orderError } from "./errors.ts";
import { requireAddress } from "./missing-address.ts";
import { lockOrder, type OrderRow, readItems } from "./order-records.ts";
import { orders } from "./order-table.ts";
import { requireState, stateOf } from "./place-of-supply.ts";
import { recordWithLog } from "./process.ts";
import type { OrderDeps, OrderUser } from "./service.ts";
import { deliveryByPin } from "./totals.ts";

/** Changes the owner's internal note. The history and the activity log record the change, not the text. */
export async function changeNote(
  deps: OrderDeps,
  orderId: string,
  { note, noteWas }: z.output<typeof internalNoteForm>,
  owner: OrderUser,
) {
  await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order.deletedAt) throw orderError("order_not_found");
    if (!order.buyerEmail) throw orderError("buyer_deleted");
    const before = order.internalNote;
    if (note === before) return;
    if (noteWas !== undefined && noteWas !== before) {
      throw orderError("changed_meanwhile", {
        message: "This note was changed since you opened it. Nothing was saved.",
        data: { current: { note: before } },
      });
    }
    await tx.update(orders).set({ internalNote: note }).where(eq(orders.id, order.id));
    const text = note ? "The internal note was changed." : "The internal note was removed.";
    const log = { before: { internalNote: before }, after: { internalNote: note }, secrets: ["internalNote"] };
    const event = { kind: "note", text, isPublic: false, actor: "owner", userId: owner.id } as const;
    await recordWithLog(tx, deps, order, { ...event, log });
  });
}

async function lockForChange(tx: Transaction, deps: OrderDeps, orderId: string, { id: userId, role }: OrderUser) {
  const isOwner = role === "owner";
  // Locks the account, as placing an order does: otherwise personal data could be written after its erasure.
  if (!isOwner) await deps.findBuyer(tx, userId);
  const order = await lockOrder(tx, orderId);
  if (order.deletedAt || (!isOwner && order.userId !== userId)) throw orderError("order_not_found");
  if (!order.buyerEmail) throw orderError("buyer_deleted");
  if (!isOwner && !isShippingOpen(order.status)) {
    const message = `This order is ${order.status}, so its address can no longer be changed here. Please write to us.`;
    throw orderError("shipping_closed", { message });
  }
  return order;
}

const toShipping = (row: OrderRow) => ({
  name: row.shippingName,
  email: row.shippingEmail,
  phone: row.shippingPhone,
  address: row.shippingAddress,
  pin: row.shippingPin,
  state: row.shippingState,
  gstin: row.buyerGstin,
});

/**
 * What delivery to another PIN code changes: refuses it for an unpaid order with another total, whose payment may be
 * open already. For a paid one returns a sentence for the owner and the buyer.
 */
function followPin(order: OrderRow, pin: string, deliveryTo: (pin: string) => number) {
  const delivery = deliveryTo(pin);
  const isFreeByCoupon = order.couponCode !== null && order.discountPaise === 0;
  const difference = delivery - order.deliveryPaise;
  if (order.status === "cancelled" || isFreeByCoupon || difference === 0) return "";
  // Today's settings may differ from those that the order was placed with: the PIN code must make the difference.
  if (delivery === deliveryTo(order.shippingPin)) return "";
  const costs = `Delivery to the new PIN code costs ${formatPaise(delivery)}, not ${formatPaise(order.deliveryPaise)}`;
  if (order.status !== "pending" || order.paymentId)
    return ` ${costs}: ${formatPaise(Math.abs(difference))} too ${difference > 0 ? "little" : "much"} was paid.`;
  throw orderError("price_changed", {
    message: `${costs}. Nothing was changed. Please cancel this order and place it again with this PIN code.`,
    data: { delivery: toRupees(delivery), total: toRupees(order.totalPaise + difference) },
  });
}

/** Changes who an order is for. The activity log names the changed fields and masks their values. */
export async function changeShipping(
  deps: OrderDeps,
  orderId: string,
  form: z.output<typeof shipping>,
  user: OrderUser,
) {
  const after = { ...form, pin: form.pin ?? "", state: await stateOf(deps, form), gstin: form.gstin ?? "" };
  const items = isUuid(orderId) ? await readItems(deps.db, [orderId]) : [];
  const discounts = items.map(({ discountPaise }) => discountPaise);
  const deliveryTo = await deliveryByPin(deps, deps.db, items, discounts);
  await deps.db.transaction(async (tx) => {
    const order = await lockForChange(tx, deps, orderId, user);
    const before = toShipping(order);
    const fields = Object.keys(before) as (keyof typeof before)[];
    if (fields.every((field) => before[field] === after[field])) return;
    const isRerouted = order.status === "paid" && before.pin !== after.pin && items.some(isPiece);
    if (user.role !== "owner") {
      await requireAddress(deps, items, after);
      if (!after.state || after.state !== before.state) await requireState(deps, form);
    }
    const difference = followPin(order, after.pin, deliveryTo);
    const by = user.role === "owner" ? "owner" : "buyer";
    await tx
      .update(orders)
      .set({
        shippingName: after.name,
        shippingEmail: after.email,
        shippingPhone: after.phone,
        shippingAddress: after.address,
        shippingPin: after.pin,
        shippingState: after.state,
        buyerGstin: after.gstin,
        ...(isRerouted && (await arrivalColumns(deps, after.pin))),
        shippingChangedAt: deps.clock.now(),
        shippingChangedBy: by,
      })
      .where(eq(orders.id, order.id));
    const text = !before.address && after.address ? "The address was added." : "The delivery details were changed.";
    const event = {
      kind: "address",
      text: `${text}${difference}`,
      isPublic: true,
      actor: by,
      userId: user.id,
    } as const;
    await recordWithLog(tx, deps, order, { ...event, log: { before, after, secrets: fields } });
  });
}
