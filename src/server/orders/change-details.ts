import type { z } from "zod";
import { toRupees } from "../../contracts/money.ts";
import { isPiece } from "../../contracts/orders/cart-rules.ts";
import type { internalNoteForm, shipping } from "../../contracts/orders/order.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import { formatPaise } from "../platform/format-paise.ts";
import { checkChangeable } from "./core/decide-details.ts";
import { orderError } from "./core/errors.ts";
import { type FullOrder, hasMoney, type OrderRow } from "./core/order.ts";
import { type OrderUser, readItems } from "./core/read.ts";
import type { OrderDeps } from "./deps.ts";

/** Changes the owner's internal note. */
export async function changeNote(
  { db, core }: OrderDeps,
  orderId: string,
  { note, noteWas }: z.output<typeof internalNoteForm>,
  owner: OrderUser,
) {
  const by = { actor: "owner", userId: owner.id } as const;
  await db.transaction((tx) => core.change(tx, orderId, by, { type: "changeNote", note, noteWas }));
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
function followPin({ order, payments }: FullOrder, pin: string, deliveryTo: (pin: string) => number) {
  const delivery = deliveryTo(pin);
  const isFreeByCoupon = order.couponCode !== null && order.discountPaise === 0;
  const difference = delivery - order.deliveryPaise;
  if (order.status === "cancelled" || isFreeByCoupon || difference === 0) return "";
  // Today's settings may differ from those that the order was placed with: the PIN code must make the difference.
  if (delivery === deliveryTo(order.shippingPin)) return "";
  const costs = `Delivery to the new PIN code costs ${formatPaise(delivery)}, not ${formatPaise(order.deliveryPaise)}`;
  if (order.status !== "pending" || hasMoney({ order, payments }))
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
  const after = { ...form, pin: form.pin ?? "", state: await deps.checkout.stateOf(form), gstin: form.gstin ?? "" };
  const items = isUuid(orderId) ? await readItems(deps.db, [orderId]) : [];
  const discounts = items.map(({ discountPaise }) => discountPaise);
  const deliveryTo = await deps.checkout.deliveryByPin(deps.db, items, discounts);
  const isOwner = user.role === "owner";
  const by = { actor: isOwner ? "owner" : "buyer", userId: user.id } as const;
  await deps.db.transaction(async (tx) => {
    // Locks the account, as placing an order does: otherwise personal data could be written after its erasure.
    if (!isOwner) await deps.findBuyer(tx, user.id);
    await deps.core.change(tx, orderId, by, async (full) => {
      const { order } = full;
      checkChangeable(full, by);
      const before = toShipping(order);
      const fields = Object.keys(before) as (keyof typeof before)[];
      if (fields.every((field) => before[field] === after[field])) return undefined;
      if (!isOwner) {
        await deps.checkout.requireAddress(items, after);
        if (!after.state || after.state !== before.state) await deps.checkout.requireState(form);
      }
      const difference = followPin(full, after.pin, deliveryTo);
      if (!isOwner) await deps.checkout.countChange(user.id, tx);
      const isRerouted = order.status === "paid" && before.pin !== after.pin && items.some(isPiece);
      const set = {
        shippingName: after.name,
        shippingEmail: after.email,
        shippingPhone: after.phone,
        shippingAddress: after.address,
        shippingPin: after.pin,
        shippingState: after.state,
        buyerGstin: after.gstin,
        ...(isRerouted && (await deps.checkout.arrivalColumns(after.pin))),
      };
      const text = !before.address && after.address ? "The address was added." : "The delivery details were changed.";
      const log = { before, after, secrets: fields };
      return { type: "changeDetails", set, text: `${text}${difference}`, log };
    });
  });
}
