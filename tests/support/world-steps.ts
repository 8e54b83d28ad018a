import { expect } from "vitest";
import { isFulfilmentStep, isPaid } from "../../src/contracts/orders/order-rules.ts";
import { goodsStates } from "../../src/server/orders/core/status.ts";
import type { OrderWorld } from "./order-world.ts";
import type { Action, OrderState } from "./world-actions.ts";

const goodsKinds = new Set<Action["kind"]>(["ship", "shipTwice", "deliver", "takeBack", "parcelReturns"]);

/** A payment may mark a pending order paid and changes nothing else. */
function expectPaymentChange(before: OrderState, after: OrderState) {
  expect([after.goods, after.parcels]).toEqual([before.goods, before.parcels]);
  expect(after.isPaid).toBe(before.isPaid || after.isCovered);
  expect(after.paymentId ?? "none").toBe(before.paymentId ?? after.paymentId ?? "none");
  expect(after.isDeleted).toBe(before.isDeleted);
  if (before.status !== after.status) {
    expect([before.status, after.status, before.isDeleted]).toEqual(["pending", "paid", false]);
    expect(after.paymentId).not.toBeNull();
  }
}

/** Checks what one action changed on one order. */
export function expectAllowedChange(
  { kind, to }: Action,
  refusal: string | undefined,
  isTarget: boolean,
  before: OrderState,
  after: OrderState,
) {
  const { status, stock, short, paymentId, isDeleted, restocked, hasParcel, goods, parcels } = before;
  // A refund changes only the number of restocked pieces of its order.
  if (isTarget && kind === "refund") return expect({ ...after, restocked }).toEqual(before);
  if (
    kind === "webhook" ||
    kind === "webhookTwice" ||
    kind === "confirm" ||
    kind === "askProvider" ||
    kind === "reconcile"
  ) {
    if (isTarget || kind === "reconcile") return expectPaymentChange(before, after);
  }
  // A webhook about a refund or a dispute has its payment, which may be new. A cart may find its open order again.
  if (kind === "buy" || kind === "buyLate" || kind === "refundWebhook" || kind === "disputeNews")
    return expectPaymentChange(before, after);
  if (isTarget && goodsKinds.has(kind))
    // What is sent or comes back pays nothing.
    return expect({ ...after, status, stock, short, hasParcel, goods, parcels }).toEqual(before);
  if (kind === "eraseBuyer" && status === "pending" && after.status === "cancelled")
    return expect(after).toEqual({ ...before, status: "cancelled", stock: "released", isOwed: false });
  if (kind === "cancelStale") {
    const mayEnd = status === "pending" && !isDeleted && !before.isCovered && !hasParcel;
    const isCancelled = mayEnd && after.status === "cancelled";
    if (isCancelled) return expect(after).toEqual({ ...before, status: "cancelled", stock: "released", isOwed: false });
    return expectPaymentChange(before, after);
  }
  if (isTarget && !refusal) {
    if (kind === "cancel")
      return expect(after).toEqual({ ...before, status: "cancelled", stock: "released", isOwed: false });
    if (kind === "setStatus") return expect(after).toMatchObject({ status: to, paymentId, isDeleted, parcels });
    if (kind === "remove") return expect(after).toEqual({ ...before, isDeleted: true });
    // Beyond the share of its network an order is opened without a hold.
    if (kind === "begin")
      return expect(after).toEqual({ ...before, stock: after.stock === stock ? stock : "reserved" });
    if (kind === "confirm") expect(isPaid(after.status) || after.paymentId).toBeTruthy();
  }
  // The hold is renewed before the provider is asked, and stays when that fails.
  const isRenewed = isTarget && kind === "begin" && refusal === "payment_provider_down" && after.stock === "reserved";
  if (isRenewed) return expect(after).toEqual({ ...before, stock: "reserved" });
  const mayRelease = kind === "release" || kind === "place" || kind === "placeTwice";
  const isReleased = mayRelease && stock === "reserved" && !hasParcel && after.stock === "released";
  expect(after).toEqual({ ...before, stock: isReleased ? "released" : stock });
}

/** After a shipment the status says whether something is left to send or to deliver. */
export async function expectShippedStatus(
  { shipments }: OrderWorld,
  { kind }: Action,
  before: OrderState,
  after: OrderState,
) {
  const { unpacked, undelivered, sessions } = await shipments.countLeft(after.id);
  const isDelivered = undelivered === 0 && sessions === 0;
  if (kind === "ship") expect(after.status).toBe(unpacked === 0 ? "shipped" : before.status);
  if (kind === "deliver") expect(after.status).toBe(isDelivered ? "delivered" : before.status);
  // What was refunded is not sent again.
  if (kind === "parcelReturns" && unpacked === 0) expect(after.status).toBe(before.status);
  else if (kind === "takeBack" || kind === "parcelReturns")
    expect(after.status).toBe(before.status !== "shipped" ? before.status : before.isPaid ? "paid" : "pending");
}

/** Whether the owner's choice took an order a step forward, which its buyer is told of. */
export function isStepForward(before: OrderState, after: OrderState) {
  const isForward = goodsStates.indexOf(after.goods) >= goodsStates.indexOf(before.goods);
  return isForward && before.status !== after.status && isFulfilmentStep(after.status);
}
