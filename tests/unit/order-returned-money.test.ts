import { describe, expect, test } from "vitest";
import type { Command } from "../../src/server/orders/core/commands.ts";
import { decide } from "../../src/server/orders/core/decide.ts";
import type { FullOrder } from "../../src/server/orders/core/order.ts";
import { refundIdOf } from "../../src/server/orders/core/refund-table.ts";
import { ShopError } from "../../src/server/platform/http/errors.ts";
import {
  accepted,
  gone,
  NOW,
  owner,
  PLACED_AT,
  sampleMark,
  sampleOrder,
  samplePayment,
  tellOrder as tell,
} from "../support/sample-order.ts";

type Of<Type extends Command["type"]> = Extract<Command, { type: Type }>;

describe("money that the owner returns", () => {
  const upi = samplePayment({ paymentId: "recorded:1", method: "upi", amountPaise: 40_00 });
  const cash = samplePayment({ paymentId: "recorded:2", method: "cash", amountPaise: 60_00 });
  const recorded = sampleOrder({ ...accepted, paidAt: PLACED_AT, payments: [upi, cash] });
  const giveBack = (before: FullOrder, amountPaise: number, set: Partial<Of<"recordRefund">> = {}) => {
    const refund = {
      amountPaise,
      method: "cash",
      reference: "UTR1",
      reason: "Broken",
      key: "k",
      requestHash: "h",
    } as const;
    return decide(before, { type: "recordRefund", ids: ["r1", "r2"], refund, lines: [], ...set }, owner, NOW);
  };
  const rowsOf = ({ refunds }: FullOrder) =>
    refunds.map((row) => `${row.paymentId} ${row.amountPaise} ${row.status} ${row.method} ${row.key}`);
  const piece = { lines: [{ lineIndex: 0, qty: 1, amountPaise: 50_00 }], restock: [{ lineIndex: 0, qty: 1 }] };

  test("is processed at once, of one payment that has enough, and changes nothing else", () => {
    const { after, entries, log } = giveBack(recorded, 50_00);
    expect(rowsOf(after)).toEqual(["recorded:2 5000 processed cash k"]);
    expect(after.payments.map(({ returnedPaise }) => returnedPaise)).toEqual([0, 50_00]);
    expect(tell(after)).toBe(tell(recorded));
    expect(entries).toEqual([{ kind: "refund", text: "₹50 was returned in cash.", isPublic: true }]);
    expect(log).toMatchObject({ after: { refund: "₹50", method: "cash", reference: "UTR1" }, secrets: ["reference"] });
  });

  test("is taken from several payments when none has enough, and the first row has its lines", () => {
    const { after } = giveBack(recorded, 100_00, { ...piece, lines: [{ lineIndex: 0, qty: 2, amountPaise: 100_00 }] });
    expect(rowsOf(after)).toEqual(["recorded:1 4000 processed cash k", "recorded:2 6000 processed cash null"]);
    expect(after.refunds.map(refundIdOf)).toEqual(["r1", "r1"]);
    expect(after.refundLines).toMatchObject([{ refundId: "r1", qty: 2 }]);
    expect(after.items[0]).toMatchObject({ refundedQty: 2, restockedQty: 1 });
  });

  test("is taken from money that is not dealt with before what is", () => {
    const [first, second] = [upi, cash].map((one) => ({ ...one, amountPaise: 50_00 })) as [typeof upi, typeof cash];
    const payments = [{ ...first, dealtWithAt: NOW }, second];
    const { after } = giveBack(sampleOrder({ ...gone, paidAt: PLACED_AT, payments }), 50_00);
    expect(rowsOf(after)).toEqual(["recorded:2 5000 processed cash k"]);
  });

  test("never comes to more than is left of what was recorded", () => {
    expect(() => giveBack(recorded, 100_01)).toThrow("Only ₹100 of what you recorded is left.");
    const { after } = giveBack(recorded, 70_00);
    expect(() => giveBack(after, 30_01)).toThrow("Only ₹30");
    expect(() => giveBack(giveBack(after, 30_00).after, 1)).toThrow("All of it has been returned.");
    for (const payments of [[], [sampleMark()], [samplePayment()]])
      expect(() => giveBack(sampleOrder({ ...accepted, paidAt: PLACED_AT, payments }), 1)).toThrow(ShopError);
  });

  test("refunds lines beside the provider's money, and all of them once all of both went back", () => {
    const part = samplePayment({ amountPaise: 60_00, returnedPaise: 0 });
    const both = sampleOrder({ ...accepted, paidAt: PLACED_AT, payments: [part, upi] });
    expect(() => giveBack(both, 40_01)).toThrow("Only ₹40");
    const { after } = giveBack(both, 40_00);
    expect(after.items[0]!.refundedQty).toBe(0);
    const [made] = after.refunds;
    const refund = {
      ...made!,
      id: "r9",
      method: "provider" as const,
      paymentId: "pay_1",
      providerRefundId: "rfnd_1",
      amountPaise: 60_00,
    };
    const whole = decide(after, { type: "addRefund", refund, lines: [], entries: [] }, owner, NOW).after;
    expect(whole.items[0]!.refundedQty).toBe(2);
  });

  test("puts pieces back only while they are sold", () => {
    expect(giveBack(recorded, 50_00, piece).after.items[0]).toMatchObject({ refundedQty: 1, restockedQty: 1 });
    const back = giveBack({ ...recorded, order: { ...recorded.order, ...gone } }, 50_00, piece).after;
    expect(back.items[0]).toMatchObject({ refundedQty: 1, restockedQty: 0 });
    expect(back.refunds[0]!.restock).toBe(false);
  });

  test("keeps no reference once the buyer is erased", () => {
    expect(giveBack(recorded, 50_00).after.refunds[0]!.arn).toBe("UTR1");
    const erased = sampleOrder({
      ...accepted,
      goods: "delivered",
      paidAt: PLACED_AT,
      payments: [cash],
      buyerEmail: "",
    });
    expect(giveBack(erased, 50_00).after.refunds[0]!.arn).toBeNull();
    const { after } = giveBack(
      sampleOrder({ ...accepted, goods: "delivered", paidAt: PLACED_AT, payments: [cash] }),
      50_00,
    );
    const [own] = after.refunds;
    const byProvider = {
      ...after,
      refunds: [own!, { ...own!, id: "r9", method: "provider" as const, providerRefundId: "rfnd_1" }],
    };
    const { refunds } = decide(byProvider, { type: "erase" }, { actor: "buyer" }, NOW).after;
    expect(refunds.map(({ arn, reason }) => [arn, reason])).toEqual([
      [null, ""],
      ["UTR1", ""],
    ]);
  });
});
