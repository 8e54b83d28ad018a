import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { internalNoteForm } from "../../contracts/orders/order.ts";
import { orderError } from "./errors.ts";
import { recordEvent } from "./order-events.ts";
import { lockOrder, orderTitle } from "./order-rows.ts";
import { orders } from "./order-table.ts";
import type { OrderDeps } from "./service.ts";

export type InternalNote = z.output<typeof internalNoteForm>;

/** Changes the owner's internal note. The history and the activity log record the change, not the text. */
export async function changeNote(deps: OrderDeps, orderId: string, { note, noteWas }: InternalNote, owner: string) {
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
    const event = { orderId, kind: "note", text, isPublic: false, actor: "owner", userId: owner } as const;
    await recordEvent(tx, deps.clock, event);
    await deps.activity.record(tx, {
      by: owner,
      action: "updated",
      kind: "order",
      recordId: order.id,
      title: orderTitle(order),
      before: { internalNote: before },
      after: { internalNote: note },
      secrets: ["internalNote"],
    });
  });
}
