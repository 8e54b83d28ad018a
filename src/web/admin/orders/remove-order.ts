import type { Order } from "../../../contracts/order.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { toast } from "../../lib/toast.ts";

/** Deletes an order if the owner means it; answers whether it is gone. */
export async function removeOrder({ _id }: Pick<Order, "_id">) {
  if (!window.confirm("Are you sure you want to delete this order?")) return false;
  try {
    await browserApi.call("DELETE /api/orders/:id", { params: { id: _id } });
  } catch {
    toast("Failed to delete order", { tone: "bad" });
    return false;
  }
  toast("Order deleted");
  return true;
}
