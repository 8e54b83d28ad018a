import { describe, expect, test } from "vitest";
import type { Command } from "../../src/server/orders/core/commands.ts";
import { decide } from "../../src/server/orders/core/decide.ts";
import { unpackedQty } from "../../src/server/orders/core/line-progress.ts";
import type { FullOrder } from "../../src/server/orders/core/order.ts";
import { ShopError } from "../../src/server/platform/http/errors.ts";
import {
  accepted,
  free,
  gone,
  marked,
  NOW,
  owner,
  PLACED_AT,
  paid,
  sampleOrder,
  tellOrder as tell,
} from "../support/sample-order.ts";

const payment = { actor: "payment" } as const;

describe("money that arrives", () => {
  const money = (set: Partial<Extract<Command, { type: "receiveMoney" }>["money"]> = {}) =>
    ({
      type: "receiveMoney",
      money: { paymentId: "pay_2", method: "provider", amountPaise: 100_00, currency: "INR", ...set },
    }) as const;
  const receive = (before: FullOrder, set = {}) => decide(before, money(set), payment, NOW);
  const outcomeOf = (before: FullOrder, set = {}) =>
    receive(before, set).after.payments.find(({ paymentId }) => paymentId === "pay_2")?.outcome;

  test("settles an order that waits, also after its hold", () => {
    expect(tell(receive(sampleOrder()).after)).toBe("accepted unsent sold paid");
    expect(tell(receive(sampleOrder({ stock: "released" })).after)).toBe("accepted unsent sold paid");
  });

  test("keeps the status of an order that the owner has moved on", () => {
    expect(tell(receive(sampleOrder({ ...accepted, goods: "sent" })).after)).toBe("accepted sent sold paid");
  });

  test("replaces a mark, and the order counts from the same day", () => {
    const { after } = receive(sampleOrder({ ...accepted, ...marked }));
    expect(tell(after)).toBe("accepted unsent sold paid");
    expect(after.order.paidAt).toEqual(PLACED_AT);
  });

  test("waits for the owner when the order cannot use it", () => {
    expect(outcomeOf(sampleOrder(), { amountPaise: 99_00 })).toBe("amount_differs");
    expect(outcomeOf(sampleOrder(), { currency: "USD" })).toBe("amount_differs");
    expect(outcomeOf(sampleOrder({ deletedAt: NOW }))).toBe("order_deleted");
    expect(outcomeOf(sampleOrder(gone))).toBe("order_cancelled");
    expect(outcomeOf(sampleOrder({ ...accepted, ...paid }))).toBe("paid_twice");
    expect(outcomeOf(sampleOrder({ ...paid, stock: "sold" }))).toBe("paid_twice");
  });

  test("counts once", () => {
    const { after } = receive(sampleOrder());
    expect(receive(after).after).toBe(after);
  });

  test("may be a part when the owner records it, and covers the rest later", () => {
    const half = receive(sampleOrder(), { method: "upi", amountPaise: 40_00 }).after;
    expect(tell(half)).toBe("open unsent reserved part");
    const again = (amountPaise: number) => receive(half, { paymentId: "pay_3", amountPaise }).after;
    expect(again(100_00).payments.at(-1)!.outcome).toBe("amount_differs");
    expect(tell(again(60_00))).toBe("accepted unsent sold paid part");
  });

  describe("that the owner records", () => {
    const record = (before: FullOrder, set = {}) =>
      decide(before, money({ paymentId: "recorded:1", method: "upi", reference: "UTR1", ...set }), owner, NOW);
    const amounts = ({ payments }: FullOrder) => payments.map(({ method, amountPaise }) => `${method} ${amountPaise}`);
    const markedOrder = sampleOrder({ ...accepted, ...marked });

    test("replaces a mark, and a part of it shrinks the mark, so that the order stays paid since the same day", () => {
      const part = record(markedOrder, { amountPaise: 40_00 }).after;
      expect(amounts(part)).toEqual(["mark 6000", "upi 4000"]);
      expect([part.order.paidAt, part.order.status]).toEqual([PLACED_AT, "paid"]);
      const whole = record(part, { paymentId: "recorded:2", method: "cash", amountPaise: 60_00 }).after;
      expect(amounts(whole)).toEqual(["upi 4000", "cash 6000"]);
      expect([whole.order.paidAt, whole.order.status]).toEqual([PLACED_AT, "paid"]);
      expect(amounts(record(markedOrder).after)).toEqual(["upi 10000"]);
    });

    test("leaves only the rest due when the mark is taken back", () => {
      const part = record(markedOrder, { amountPaise: 40_00 }).after;
      const { after } = decide(part, { type: "setStatus", status: "pending" }, owner, NOW);
      expect([amounts(after), after.order.paidAt, after.order.stock]).toEqual([["upi 4000"], null, "reserved"]);
    });

    test("leaves a sent order sent", () => {
      const sent = sampleOrder({ ...accepted, goods: "sent" });
      expect(tell(record(sent).after)).toBe("accepted sent sold paid");
    });

    test("may be all of an order with an advance", () => {
      const atDoor = sampleOrder({ payBy: "cash", advancePaise: 20_00 });
      expect(tell(record(atDoor, { method: "cash" }).after)).toBe("accepted unsent sold paid");
    });

    test("is refused when the order cannot use it", () => {
      expect(() => record(sampleOrder({ deletedAt: NOW }))).toThrow("archived");
      expect(() => record(sampleOrder(gone))).toThrow("cancelled");
      expect(() => record(sampleOrder({ ...accepted, ...paid }))).toThrow("Nothing is due");
      expect(() => record(sampleOrder({ ...free, ...accepted }))).toThrow("Nothing is due");
      expect(() => record(sampleOrder(), { amountPaise: 100_01 })).toThrow(
        expect.objectContaining({ fields: { amount: "Only ₹100 is due." } }),
      );
    });

    test("counts once for its id, and another body is refused", () => {
      const { after } = record(sampleOrder(), { amountPaise: 40_00 });
      expect(record(after, { amountPaise: 40_00 }).after).toBe(after);
      for (const other of [{ amountPaise: 41_00 }, { method: "bank" }, { reference: "UTR2" }])
        expect(() => record(after, { amountPaise: 40_00, ...other })).toThrow("used for another payment");
    });

    test("keeps no reference for an order whose buyer was erased, and the log masks it", () => {
      const reference = (before: FullOrder) => record(before).after.payments[0]!.reference;
      expect(reference(sampleOrder())).toBe("UTR1");
      expect(reference(sampleOrder({ buyerEmail: "" }))).toBe("");
      expect(record(sampleOrder()).log).toEqual({
        after: { received: "₹100", method: "upi", reference: "UTR1" },
        secrets: ["reference"],
      });
    });
  });

  test("of an advance accepts an order that is paid at the door", () => {
    const { after } = receive(sampleOrder({ payBy: "cash", advancePaise: 20_00 }), { amountPaise: 20_00 });
    expect(tell(after)).toBe("accepted unsent sold part");
    expect(after.order.status).toBe("pending");
    expect(tell(decide(after, money({ paymentId: "pay_3", amountPaise: 80_00 }), payment, NOW).after)).toBe(
      "accepted unsent sold paid part",
    );
  });
});

describe("parcels", () => {
  const parcel = { id: "p1", courier: "DTDC", trackingNumber: "", trackingUrl: "", createdBy: "owner" };
  const keys = { requestKey: null, requestHash: null };
  const send = (before: FullOrder, qty?: number) => {
    const lines = qty ? [{ itemId: before.items[0]!.itemId, qty }] : undefined;
    return decide(before, { type: "send", parcel: { ...parcel, ...keys }, lines }, owner, NOW).after;
  };

  test("make an order shipped with the last piece, and delivered with the last one that arrives", () => {
    const paidOrder = sampleOrder({ ...accepted, ...paid });
    expect(send(paidOrder, 1).order.status).toBe("paid");
    const sent = send(paidOrder);
    expect(sent.order.status).toBe("shipped");
    expect(decide(sent, { type: "deliver", parcelId: "p1" }, owner, NOW).after.order.status).toBe("delivered");
  });

  test("that are taken back pay nothing", () => {
    const takeBack = (before: FullOrder) => decide(before, { type: "takeBack", parcelId: "p1" }, owner, NOW).after;
    expect(tell(takeBack(send(sampleOrder({ ...accepted, ...paid }))))).toBe("accepted unsent sold paid");
    const unpaid = send(sampleOrder({ ...accepted, goods: "sent" }));
    expect(tell(takeBack(unpaid))).toBe("accepted unsent sold");
    expect(takeBack(unpaid).order.status).toBe("pending");
  });

  describe("that came back", () => {
    const comeBack = (before: FullOrder, parcelId = "p1") => decide(before, { type: "return", parcelId }, owner, NOW);
    const paidOrder = sampleOrder({ ...accepted, ...paid });
    const left = (before: FullOrder) => unpackedQty(before.items[0]!, before.shipments);

    test("hold nothing: their pieces are sent again, and the money says the status", () => {
      const { after, entries, log } = comeBack(send(paidOrder));
      expect([tell(after), left(after), after.shipments[0]!.returnedAt]).toEqual(["accepted unsent sold paid", 2, NOW]);
      expect(entries).toEqual([{ kind: "shipment", text: "The parcel with DTDC came back to us.", isPublic: true }]);
      expect(log).toMatchObject({ after: { cameBack: "DTDC, 2 pieces" } });
      const unpaid = comeBack(send(sampleOrder({ ...accepted }))).after;
      expect([tell(unpaid), unpaid.order.status]).toEqual(["accepted unsent sold", "pending"]);
      const again = decide(
        after,
        { type: "send", parcel: { ...parcel, ...keys, id: "p2" }, lines: undefined },
        owner,
        NOW,
      ).after;
      expect([again.order.status, left(again)]).toEqual(["shipped", 0]);
    });

    test("come back once, and are neither delivered nor taken back afterwards", () => {
      const { after } = comeBack(send(paidOrder));
      expect(comeBack(after).after).toBe(after);
      for (const type of ["deliver", "takeBack"] as const)
        expect(() => decide(after, { type, parcelId: "p1" }, owner, NOW)).toThrow("This parcel came back.");
      expect(() => comeBack(after, "p9")).toThrow("Parcel not found.");
    });

    test("are refused once they, or the whole order, are delivered", () => {
      const arrived = decide(send(paidOrder, 1), { type: "deliver", parcelId: "p1" }, owner, NOW).after;
      expect(() => comeBack(arrived)).toThrow("This parcel was delivered.");
      const done = decide(send(paidOrder), { type: "setStatus", status: "delivered" }, owner, NOW).after;
      expect(() => comeBack(done)).toThrow("This order is delivered.");
      const ended = decide(done, { type: "setStatus", status: "cancelled" }, owner, NOW).after;
      expect(tell(comeBack(ended).after)).toBe("cancelled delivered released paid unmatched");
    });
  });

  test("are refused for an order that waits, is cancelled or delivered", () => {
    for (const parts of [{}, gone, { ...accepted, goods: "delivered" } as const])
      expect(() => send(sampleOrder(parts))).toThrow(ShopError);
  });
});

describe("an order with money in", () => {
  const setBack = sampleOrder({ ...paid, stock: "sold" });
  const long = new Date(NOW.getTime() + 30 * 24 * 3_600_000);

  test("is not cancelled by its buyer or the system", () => {
    const buyer = { actor: "buyer", userId: setBack.order.userId } as const;
    expect(() => decide(setBack, { type: "cancel" }, buyer, NOW)).toThrow(ShopError);
    expect(decide(setBack, { type: "cancel" }, { actor: "system" }, long).after).toBe(setBack);
    expect(() => decide(sampleOrder({ ...free, stock: "sold" }), { type: "cancel" }, buyer, NOW)).toThrow(ShopError);
  });

  test("keeps its pieces when its hold would end, and is not opened for payment", () => {
    const system = { actor: "system" } as const;
    expect(
      decide({ ...setBack, order: { ...setBack.order, stock: "reserved" } }, { type: "endHold" }, system, long).entries,
    ).toEqual([]);
    const renew: Command = { type: "renewHold", heldBy: null, coupon: undefined };
    expect(() => decide(setBack, renew, { actor: "buyer" }, long)).toThrow("paid already");
  });
});
