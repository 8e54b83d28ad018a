import type { Order } from "../../../contracts/orders/order.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { toast } from "../../lib/toast.ts";

/** Deletes an order after the owner confirms. Returns whether it was deleted. */
export async function confirmAndDeleteOrder({ _id }: Pick<Order, "_id">) {
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
