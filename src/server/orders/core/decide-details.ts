import { isShippingOpen } from "../../../contracts/orders/order-rules.ts";
import type { By, Command, Decision } from "./commands.ts";
import { orderError } from "./errors.ts";
import { withRow } from "./move.ts";
import type { FullOrder } from "./order.ts";

/** Changes who an order is for. The buyer may until it is sent, the owner always. */
export function changeDetails(
  before: FullOrder,
  { set, text, log }: Extract<Command, { type: "changeDetails" }>,
): Decision {
  return { after: withRow(before, set), entries: [{ kind: "address", text, isPublic: true }], log };
}

/** Throws unless the person may change who the order is for. */
export function checkChangeable({ order }: FullOrder, { actor, userId }: By) {
  const isOwner = actor === "owner";
  if (order.deletedAt || (!isOwner && order.userId !== userId)) throw orderError("order_not_found");
  if (!order.buyerEmail) throw orderError("buyer_deleted");
  if (!isOwner && !isShippingOpen(order.status)) {
    const message = `This order is ${order.status}, so its address can no longer be changed here. Please write to us.`;
    throw orderError("shipping_closed", { message });
  }
}

/** The owner's internal note. The log has the change, not the text. */
export function changeNote(before: FullOrder, { note, noteWas }: Extract<Command, { type: "changeNote" }>): Decision {
  const { deletedAt, buyerEmail, internalNote } = before.order;
  if (deletedAt) throw orderError("order_not_found");
  if (!buyerEmail) throw orderError("buyer_deleted");
  if (note === internalNote) return { after: before, entries: [] };
  if (noteWas !== undefined && noteWas !== internalNote)
    throw orderError("changed_meanwhile", {
      message: "This note was changed since you opened it. Nothing was saved.",
      data: { current: { note: internalNote } },
    });
  const text = note ? "The internal note was changed." : "The internal note was removed.";
  return {
    after: withRow(before, { internalNote: note }),
    entries: [{ kind: "note", text, isPublic: false }],
    log: { before: { internalNote }, after: { internalNote: note }, secrets: ["internalNote"] },
  };
}
