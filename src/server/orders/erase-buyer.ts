import { and, eq, type SQL } from "drizzle-orm";
import type { Transaction } from "../platform/database/database.ts";
import { orderKeys, orders } from "./core/order-table.ts";
import type { OrderDeps } from "./deps.ts";
import { readBatches } from "./order-list.ts";
import { toOrders } from "./order-view.ts";

/** Includes deleted orders: buyers have a right of access to all their stored data. */
export async function* exportForBuyer(deps: OrderDeps, userId: string) {
  const read = (rest: SQL | undefined, order: SQL[]) =>
    deps.db
      .select({ id: orders.id, createdAt: orders.createdAt })
      .from(orders)
      .where(and(eq(orders.userId, userId), rest))
      .orderBy(...order);
  for await (const rows of readBatches("newest", read)) {
    const found = await deps.records.read(rows.map(({ id }) => id));
    const shown = await toOrders(deps, found, "buyer");
    yield shown.map((order, index) => {
      const { internalNote } = found[index]!.order;
      return internalNote ? { ...order, internalNote } : order;
    });
  }
}

/** Refused while an order is under way. Unpaid orders are cancelled, so a late payment is reported. */
export async function eraseBuyer(tx: Transaction, { core, appointments }: OrderDeps, userId: string) {
  const rows = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(orders.id)
    .for("update");
  const ids = rows.map(({ id }) => id);
  await appointments.refuseBooked(tx, ids);
  for (const id of ids) await core.change(tx, id, { actor: "buyer", userId }, { type: "erase" });
  await tx.delete(orderKeys).where(eq(orderKeys.userId, userId));
}
