import type { BulkStatusForm, BulkStatusResult } from "../../contracts/orders/order.ts";
import { ShopError } from "../platform/http/errors.ts";
import { changeStatus } from "./change-status.ts";
import type { OrderContext } from "./service.ts";

/**
 * Sets one status on several orders, each in its own transaction, so that a refused order does not block the others.
 * Sequential, because each transaction holds a connection.
 */
export async function changeStatuses(context: OrderContext, { ids, status }: BulkStatusForm, ownerId: string) {
  const result: BulkStatusResult = { changed: [], failed: [] };
  for (const _id of new Set(ids)) {
    try {
      await changeStatus(context, _id, status, ownerId);
      result.changed.push(_id);
    } catch (error) {
      if (!(error instanceof ShopError)) throw error;
      result.failed.push({ _id, message: error.message });
    }
  }
  return result;
}
