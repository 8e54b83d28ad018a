import type { Order } from "../../contracts/orders/order.ts";
import { browserApi } from "../lib/browser-api.ts";
import { isMissing } from "../lib/is-missing.ts";

/** Loads an order: `null` when it does not exist, `undefined` when loading failed. */
export const findOrder = async (id: string): Promise<Order | null | undefined> =>
  id === ""
    ? null
    : browserApi
        .call("GET /api/orders/:id", { params: { id } })
        .catch((error: unknown) => (isMissing(error) ? null : undefined));
