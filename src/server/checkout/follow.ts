import { isPiece } from "../../contracts/orders/cart-rules.ts";
import { type Follower, isAcceptedNow } from "../orders/core/follow.ts";
import { arrivalColumns, type EstimateDeps } from "./arrival.ts";

/** Stores what the buyer is told at the payment: later changes of the settings do not move it. */
export const createArrivalFollower =
  (deps: EstimateDeps): Follower =>
  async (_tx, change) => {
    const { order, items } = change.after;
    const isPromised = isAcceptedNow(change) && order.goods === "unsent" && order.arrivesTo === null;
    if (isPromised && items.some(isPiece)) return arrivalColumns(deps, order.shippingPin);
  };
