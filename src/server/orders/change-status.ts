import type { BulkStatusForm, BulkStatusResult, StatusForm } from "../../contracts/orders/order.ts";
import { ShopError } from "../platform/http/errors.ts";
import type { Command } from "./core/commands.ts";
import type { OrderUser } from "./core/read.ts";
import type { OrderDeps } from "./deps.ts";

const changeAs = ({ db, core }: OrderDeps, orderId: string, userId: string, command: Command) =>
  db.transaction((tx) => core.change(tx, orderId, { actor: "owner", userId }, command));

/** The owner may set any status from any status. `from`: the one that the owner saw. */
export async function changeStatus(
  deps: OrderDeps,
  orderId: string,
  { status, from }: Pick<StatusForm, "status" | "from">,
  owner: OrderUser,
) {
  await changeAs(deps, orderId, owner.id, { type: "setStatus", status, from });
}

/** One transaction for each order: a refused order does not block the others. Sequential, to hold one connection. */
export async function changeStatuses(deps: OrderDeps, { ids, status, from }: BulkStatusForm, owner: OrderUser) {
  const result: BulkStatusResult = { changed: [], failed: [] };
  for (const [_id, seen] of new Map(ids.map((id, n) => [id, from?.[n]]))) {
    try {
      await changeStatus(deps, _id, { status, from: seen }, owner);
      result.changed.push(_id);
    } catch (error) {
      if (!(error instanceof ShopError)) throw error;
      result.failed.push({ _id, message: error.message });
    }
  }
  return result;
}

/** Soft delete by the owner. */
export async function removeOrder(deps: OrderDeps, orderId: string, ownerId: string) {
  await changeAs(deps, orderId, ownerId, { type: "delete" });
}

/** A buyer cancels one of their unpaid orders. A payment that arrives later is reported to the owner. */
export async function cancelOwn({ db, core, settings }: OrderDeps, orderId: string, userId: string) {
  const { phone } = (await settings.read()).business;
  await db.transaction((tx) => core.change(tx, orderId, { actor: "buyer", userId }, { type: "cancel", phone }));
}
