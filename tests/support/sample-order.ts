import type { FullOrder, PaymentRow } from "../../src/server/orders/core/order.ts";
import { type Axes, statusOf } from "../../src/server/orders/core/status.ts";

export const PLACED_AT = new Date("2026-11-01T06:00:00Z");
export const NOW = new Date("2026-11-01T08:00:00Z");
const ID = "0199aa00-0000-7000-8000-0000000000aa";

export const samplePayment = (row: Partial<PaymentRow> = {}): PaymentRow => ({
  paymentId: "pay_1",
  orderId: ID,
  method: "provider",
  reference: "",
  amountPaise: 100_00,
  currency: "INR",
  outcome: "settled",
  expectedPaise: null,
  at: PLACED_AT,
  returnedPaise: 0,
  dealtWithAt: null,
  dealtWithBy: null,
  dealtWithNote: "",
  orderEndedAt: null,
  isToCheck: false,
  ...row,
});

export const sampleMark = () => samplePayment({ paymentId: `mark:${ID}`, method: "mark" });

type Parts = Partial<Omit<FullOrder, "order">> & Partial<Omit<FullOrder["order"], "status">>;

/** An order of two pieces for ₹100. Its status follows from the rest. */
export function sampleOrder(parts: Parts = {}): FullOrder {
  const { items, history, events, eventCount, shipments, payments, refunds, refundLines, disputes, ...row } = parts;
  const axes: Axes = { placement: "open", goods: "unsent", paidAt: null, ...row };
  const order: FullOrder["order"] = {
    id: ID,
    number: 1001,
    userId: "0199aa00-0000-7000-8000-0000000000bb",
    buyerName: "Asha",
    buyerEmail: "asha@example.com",
    totalPaise: 100_00,
    paymentMethod: "razorpay",
    payBy: "online",
    advancePaise: 0,
    feePaise: 0,
    discountPaise: 0,
    deliveryPaise: 0,
    couponCode: null,
    shippingName: "Asha",
    shippingEmail: "asha@example.com",
    shippingPhone: "9845000000",
    shippingAddress: "1 Temple Road",
    shippingPin: "440001",
    shippingState: "",
    buyerGstin: "",
    arrivesFrom: null,
    arrivesTo: null,
    note: "",
    internalNote: "",
    stock: "reserved",
    heldUntil: new Date(PLACED_AT.getTime() + 30 * 60_000),
    heldBy: null,
    holdRenewed: false,
    shortIdShared: false,
    agentCheckoutId: null,
    createdAt: PLACED_AT,
    deletedAt: null,
    ...axes,
    ...row,
    status: statusOf(axes),
  };
  const line = {
    orderId: ID,
    lineIndex: 0,
    itemId: "0199aa00-0000-7000-8000-0000000000cc",
    itemType: "product",
    productId: "0199aa00-0000-7000-8000-0000000000cc",
    variantId: null,
    courseId: null,
    expertId: null,
    package: null,
    mode: null,
    minutes: null,
    title: "Amethyst Ring",
    pricePaise: 50_00,
    qty: 2,
    restockedQty: 0,
    refundedQty: 0,
    discountPaise: 0,
    image: "",
    groupLink: "",
  } as const;
  return {
    order,
    items: items ?? [line],
    history: history ?? [],
    events: events ?? [],
    eventCount: eventCount ?? { all: 0, public: 0 },
    addressChange: null,
    shipments: shipments ?? [],
    payments: payments ?? [],
    refunds: refunds ?? [],
    refundLines: refundLines ?? [],
    disputes: disputes ?? [],
  };
}

export const owner = { actor: "owner", userId: "owner" } as const;

/** What an order has beside its status. */
export const paid = { paidAt: PLACED_AT, payments: [samplePayment()] };
export const marked = { paidAt: PLACED_AT, payments: [sampleMark()] };
export const accepted = { placement: "accepted", stock: "sold" } as const;
export const gone = { placement: "cancelled", stock: "released" } as const;
export const free = { totalPaise: 0, paidAt: PLACED_AT };

/** What an order is, in a few words: placement, goods, stock, money, and whether its hold begins anew. */
export function tellOrder({ order, payments }: FullOrder) {
  const money = [
    order.paidAt && "paid",
    payments.some(({ method }) => method === "mark") && "marked",
    payments.some(({ orderEndedAt }) => orderEndedAt) && "unmatched",
    payments.some(({ amountPaise, outcome }) => outcome === "settled" && amountPaise < order.totalPaise) && "part",
  ];
  const hold = order.stock === "reserved" && order.heldUntil > NOW && "anew";
  return [order.placement, order.goods, order.stock, hold, ...money].filter(Boolean).join(" ");
}
