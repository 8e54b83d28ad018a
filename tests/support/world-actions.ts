import fc from "fast-check";
import { type OrderStatus, orderStatuses } from "../../src/contracts/orders/order-rules.ts";
import type { RazorpayPayment } from "./razorpay.ts";
import type { TestShop } from "./test-shop.ts";

/** Weights. */
const kinds = {
  place: 5,
  placeTwice: 1,
  buy: 8,
  buyLate: 3,
  begin: 4,
  pay: 3,
  payWrong: 1,
  payAgain: 1,
  failToPay: 1,
  webhook: 4,
  webhookTwice: 1,
  confirm: 2,
  askProvider: 1,
  cancel: 2,
  setStatus: 5,
  remove: 2,
  eraseBuyer: 2,
  passTime: 3,
  release: 2,
  cancelStale: 1,
  reconcile: 1,
  ship: 6,
  shipTwice: 1,
  deliver: 3,
  takeBack: 2,
  parcelReturns: 2,
  refund: 8,
  retryRefund: 4,
  refundByHand: 1,
  refundsPending: 1,
  refundProcessed: 1,
  refundFails: 2,
  refundWebhook: 3,
  reconcileRefunds: 2,
  dispute: 2,
  moveDispute: 2,
  disputeNews: 4,
  fault: 3,
  followerFault: 8,
  issuePapers: 6,
} as const;
export type Kind = keyof typeof kinds;

export interface Action {
  kind: Kind | "restock";
  /** Which order, payment or item. */
  which: number;
  amounts: [number, number];
  to: OrderStatus;
  /** Which coupon the order has, if any. */
  coupon: number;
  /** Which process does it, if there are several. */
  shop: number;
}

const actionOf = (names: Record<string, number>) =>
  fc.record({
    kind: fc.oneof(...Object.entries(names).map(([name, weight]) => ({ arbitrary: fc.constant(name), weight }))),
    which: fc.nat(1000),
    amounts: fc.tuple(fc.nat(2), fc.nat(2)),
    to: fc.constantFrom(...orderStatuses),
    coupon: fc.nat(4),
    shop: fc.nat(1),
  }) as fc.Arbitrary<Action>;

/** These actions pick an order with a payment, if there is one. */
export const moneyKinds = new Set<string>([
  "ship",
  "shipTwice",
  "refund",
  "refundByHand",
  "refundProcessed",
  "refundFails",
  "refundWebhook",
  "dispute",
] satisfies Kind[]);

/** Actions that may run concurrently. */
export const concurrent = actionOf(kinds);
/** Restocking sets an absolute number, so it must not run while others buy. */
export const sequential = actionOf({ ...kinds, restock: 2 });

export interface Placed {
  id: string;
  buyer: { id: string; role: "customer" };
  quantities: [number, number];
  totalPaise: number;
  providerOrderId?: string;
  payments: RazorpayPayment[];
  /** Reconcile no longer asks about it: further payments are known by webhook only. */
  isOld?: boolean;
}

export interface OrderState {
  id: string;
  status: OrderStatus;
  stock: "reserved" | "sold" | "released";
  short: boolean;
  /** The shop owes it: it was accepted. */
  isOwed: boolean;
  paymentId: string | null;
  /** By a payment, by hand, or because there was nothing to pay. */
  isPaid: boolean;
  /** The provider has the money, or there is nothing to pay. */
  isCovered: boolean;
  hasParcel: boolean;
  goods: "unsent" | "sent" | "delivered";
  paidAt: string | null;
  /** The payments that count. */
  counted: string | null;
  /** What is in which parcel, and which have arrived. */
  parcels: string | null;
  isDeleted: boolean;
  /** Pieces that refunds put back, by item. */
  restocked: Record<string, number>;
}

export type Services = TestShop["services"];

export interface Owner {
  id: string;
  role: "owner";
}
