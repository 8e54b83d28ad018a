import type { Order } from "../../contracts/order.ts";
import { browserApi } from "../lib/browser-api.ts";
import { isMissing } from "../lib/is-missing.ts";

/** One of the buyer's orders; `null` where there is none, and nothing where it could not be loaded. */
export const findOrder = async (id: string): Promise<Order | null | undefined> =>
  id === ""
    ? null
    : browserApi
        .call("GET /api/orders/:id", { params: { id } })
        .catch((error: unknown) => (isMissing(error) ? null : undefined));
