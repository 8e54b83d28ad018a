type Row = Record<string, unknown>;

/** An order as the version before `placement` and `goods` stored it, and what the update makes of it. */
export interface OlderOrder {
  name: string;
  orders: { status: string; stock: string } & Row;
  /** Statuses, oldest first. */
  history: string[];
  events?: (Row & { at: string })[];
  payments?: Row[];
  parcels?: { delivered_at?: string; qty: number }[];
  refunds?: ({ lines?: [index: number, qty: number][] } & Row)[];
  disputes?: Row[];
  coupon?: string;
  receipt?: true;
  /** Placement, goods, stock, and the amount of the mark. */
  becomes: [placement: string, goods: string, stock: string, mark?: number];
  /** What reads differently. */
  differs?: Row;
  refunded?: number[];
}

export const TOTAL = 200_000;
export const day = (n: number) => `2026-10-${`${n}`.padStart(2, "0")}T10:00:00.000Z`;
export const olderId = (index: number) => `0a000000-0000-7000-8000-0000000001${`${index}`.padStart(2, "0")}`;

const byProvider = { paid_at: day(2), payment_id: "pay" };
const byHand = { paid_at: day(3) };
const settled = [{ outcome: "settled", at: day(2) }];
const ended = [{ outcome: "settled", at: day(2), order_deleted_at: day(6) }];
const free = { total_paise: 0, discount_paise: TOTAL };
const takenBack = { kind: "shipment", text: "The parcel with Speed Post was taken back.", at: day(3) };
const address = { kind: "address", text: "The delivery details were changed.", actor: "buyer", at: day(4) };
const changed = { shipping_changed_at: day(4), shipping_changed_by: "buyer" };
const online = { orders: { status: "paid", stock: "kept", ...byProvider }, history: ["pending", "paid"] };
const paidOnline = { ...online, payments: settled };
const cancelled = { status: "cancelled", stock: "shelf" };

/** The name of the row that nobody can tell apart from an order that was paid in cash since. */
export const TAKEN_BACK = "paid when its parcel was taken back";

// biome-ignore format: a table of orders
export const olderOrders: OlderOrder[] = [
  { name: "due", orders: { status: "pending", stock: "held", held_by: "net" }, history: ["pending"],
    coupon: "reserved", becomes: ["open", "unsent", "reserved"] },
  { name: "due, its hold has ended", orders: { status: "pending", stock: "shelf" }, history: ["pending"],
    coupon: "released", becomes: ["open", "unsent", "released"] },
  { name: "paid online and set back", orders: { status: "pending", stock: "held", held_by: "net", ...byProvider },
    history: ["pending", "paid", "pending"], payments: settled, coupon: "reserved",
    becomes: ["open", "unsent", "sold"] },
  { name: "paid online and set back, its pieces are gone",
    orders: { status: "pending", stock: "shelf", ...byProvider }, history: ["pending", "paid", "pending"],
    payments: settled, becomes: ["open", "unsent", "released"] },
  { name: "marked and set back", orders: { status: "pending", stock: "held", ...byHand }, receipt: true,
    history: ["pending", "paid", "pending"], becomes: ["open", "unsent", "reserved"], differs: { paidAt: undefined } },
  { name: "nothing to pay, set back", orders: { status: "pending", stock: "held", paid_at: day(1), ...free },
    history: ["paid", "pending"], becomes: ["open", "unsent", "sold"] },
  { name: "sent while due, its parcel came back", orders: { status: "pending", stock: "kept" },
    history: ["pending", "shipped", "pending"], events: [takenBack], becomes: ["accepted", "unsent", "sold"] },
  { name: "paid online", ...paidOnline, receipt: true, coupon: "confirmed", becomes: ["accepted", "unsent", "sold"] },
  { name: "nothing to pay", orders: { status: "paid", stock: "kept", paid_at: day(1), ...free }, history: ["paid"],
    becomes: ["accepted", "unsent", "sold"] },
  { name: "marked", orders: { status: "paid", stock: "kept", ...byHand }, history: ["pending", "paid"],
    receipt: true, becomes: ["accepted", "unsent", "sold", TOTAL] },
  { name: TAKEN_BACK, orders: { status: "paid", stock: "kept", ...byHand }, events: [takenBack],
    history: ["pending", "shipped", "paid"], becomes: ["accepted", "unsent", "sold", TOTAL] },
  { name: "marked before its parcel was sent and came back",
    orders: { status: "paid", stock: "kept", paid_at: day(2) }, history: ["pending", "paid", "shipped", "paid"],
    events: [{ ...takenBack, at: day(4) }], becomes: ["accepted", "unsent", "sold", TOTAL] },
  { name: "marked, without its time", orders: { status: "paid", stock: "kept" }, history: ["pending", "paid"],
    becomes: ["accepted", "unsent", "sold", TOTAL], differs: { paidAt: day(2) } },
  { name: "paid online, without its time", ...paidOnline, orders: { ...online.orders, paid_at: null },
    becomes: ["accepted", "unsent", "sold"], differs: { paidAt: day(2) } },
  { name: "nothing to pay, without its time", orders: { status: "paid", stock: "kept", ...free }, history: ["paid"],
    becomes: ["accepted", "unsent", "sold"], differs: { paidAt: day(1) } },
  ...(["shipped", "delivered"] as const).flatMap((status): OlderOrder[] => {
    const goods = status === "shipped" ? "sent" : "delivered";
    const kept = { status, stock: "kept" };
    return [
      { name: `${status}, due`, orders: kept, history: ["pending", status], becomes: ["accepted", goods, "sold"] },
      { name: `${status}, paid online`, orders: { ...kept, ...byProvider }, history: ["pending", "paid", status],
        payments: settled, becomes: ["accepted", goods, "sold"] },
      { name: `${status}, marked`, orders: { ...kept, ...byHand }, history: ["pending", "paid", status],
        becomes: ["accepted", goods, "sold", TOTAL] },
      { name: `${status}, short`, orders: { ...kept, ...byProvider, stock: "shelf", stock_short: true },
        history: ["pending", "paid", status], payments: settled, becomes: ["accepted", goods, "released"] },
      { name: `cancelled when it was ${status} and due`, orders: cancelled,
        history: ["pending", status, "cancelled"], becomes: ["cancelled", goods, "released"] },
      { name: `cancelled when it was ${status} and marked`, orders: { ...cancelled, ...byHand },
        history: ["pending", "paid", status, "cancelled"], becomes: ["cancelled", goods, "released", TOTAL] },
    ];
  }),
  { name: "cancelled, due", orders: cancelled, history: ["pending", "cancelled"], coupon: "released",
    becomes: ["cancelled", "unsent", "released"] },
  { name: "cancelled, paid online", orders: { ...cancelled, ...byProvider }, payments: ended,
    history: ["pending", "paid", "cancelled"], becomes: ["cancelled", "unsent", "released"] },
  { name: "cancelled, marked", orders: { ...cancelled, ...byHand }, history: ["pending", "paid", "cancelled"],
    becomes: ["cancelled", "unsent", "released", TOTAL] },
  { name: "deleted, due", orders: { status: "pending", stock: "held", deleted_at: day(6) }, history: ["pending"],
    becomes: ["open", "unsent", "reserved"] },
  { name: "deleted, paid online", ...online, orders: { ...online.orders, deleted_at: day(6) }, payments: ended,
    becomes: ["accepted", "unsent", "sold"] },
  { name: "deleted, delivered, marked",
    orders: { status: "delivered", stock: "kept", ...byHand, deleted_at: day(6) },
    history: ["pending", "paid", "delivered"], becomes: ["accepted", "delivered", "sold", TOTAL] },
  { name: "partly sent", ...paidOnline, parcels: [{ qty: 1 }], becomes: ["accepted", "unsent", "sold"] },
  { name: "all sent", orders: { ...online.orders, status: "shipped" }, history: ["pending", "paid", "shipped"],
    payments: settled, parcels: [{ qty: 1, delivered_at: day(5) }, { qty: 1 }], becomes: ["accepted", "sent", "sold"] },
  { name: "one piece refunded, another refund failed", ...paidOnline,
    payments: [{ ...settled[0], returned_paise: 50_000 }], becomes: ["accepted", "unsent", "sold"], refunded: [1, 0],
    refunds: [{ amount_paise: 50_000, lines: [[0, 1]] }, { amount_paise: 100_000, status: "failed", failure: "No balance.", lines: [[1, 1]] }] },
  { name: "refunded by amounts that come to all", ...paidOnline,
    payments: [{ ...settled[0], returned_paise: TOTAL }],
    refunds: [{ amount_paise: 150_000 }, { amount_paise: 50_000 }], becomes: ["accepted", "unsent", "sold"],
    refunded: [2, 1] },
  { name: "refunded by a part", ...paidOnline, payments: [{ ...settled[0], returned_paise: 70_000 }],
    refunds: [{ amount_paise: 70_000 }], becomes: ["accepted", "unsent", "sold"] },
  { name: "a dispute lost, another open", ...paidOnline, payments: [{ ...settled[0], returned_paise: 80_000 }],
    disputes: [{ amount_paise: 80_000, status: "lost" }, { amount_paise: 9_000, status: "open" }],
    becomes: ["accepted", "unsent", "sold"] },
  { name: "paid twice, the second payment refunded", ...paidOnline, becomes: ["accepted", "unsent", "sold"],
    payments: [...settled, { outcome: "paid_twice", at: day(3), returned_paise: TOTAL }],
    refunds: [{ amount_paise: TOTAL, payment: 1 }] },
  { name: "due, a payment of another amount", orders: { status: "pending", stock: "held" }, history: ["pending"],
    payments: [{ outcome: "amount_differs", amount_paise: 100, expected_paise: TOTAL, at: day(2) }],
    becomes: ["open", "unsent", "reserved"] },
  { name: "its address was changed", ...paidOnline, orders: { ...online.orders, ...changed }, events: [address],
    becomes: ["accepted", "unsent", "sold"] },
  { name: "its address was changed before there were events", ...paidOnline,
    orders: { ...online.orders, ...changed }, becomes: ["accepted", "unsent", "sold"],
    differs: { events: [{ kind: "address", text: "The delivery details were changed.", by: "buyer", at: day(4) }] } },
];
