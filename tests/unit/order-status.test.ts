import { describe, expect, test } from "vitest";
import { type OrderStatus, orderStatuses } from "../../src/contracts/orders/order-rules.ts";
import type { Command } from "../../src/server/orders/core/commands.ts";
import { decide } from "../../src/server/orders/core/decide.ts";
import { firstStatus } from "../../src/server/orders/core/log.ts";
import { dueOf, type FullOrder } from "../../src/server/orders/core/order.ts";
import { goodsStates, placements } from "../../src/server/orders/core/status.ts";
import { ShopError } from "../../src/server/platform/http/errors.ts";
import {
  free,
  gone,
  kept,
  marked,
  NOW,
  owner,
  PLACED_AT,
  paid,
  sampleOrder,
  samplePayment,
  tellOrder,
} from "../support/sample-order.ts";

const part = { payments: [samplePayment({ method: "upi", amountPaise: 40_00 })] };
const ended = { payments: [samplePayment({ orderEndedAt: PLACED_AT, isToCheck: true })], paidAt: PLACED_AT };

const choose = (before: FullOrder, status: OrderStatus) => decide(before, { type: "setStatus", status }, owner, NOW);

/** Every kind of order that occurs, and what it becomes by each choice of the owner. "–": nothing happens. */
const dropdown: [string, FullOrder, ...[string, string, string, string, string]][] = [
  [
    "waits for its money",
    sampleOrder(),
    "–",
    "accepted unsent kept paid marked",
    "accepted sent kept",
    "accepted delivered kept",
    "cancelled unsent shelf",
  ],
  [
    "waits, its hold has ended",
    sampleOrder({ stock: "shelf" }),
    "–",
    "accepted unsent kept paid marked",
    "accepted sent kept",
    "accepted delivered kept",
    "cancelled unsent shelf",
  ],
  [
    "waits, partly paid",
    sampleOrder(part),
    "–",
    "accepted unsent kept paid marked part",
    "accepted sent kept part",
    "accepted delivered kept part",
    "cancelled unsent shelf unmatched part",
  ],
  [
    "was paid and set back",
    sampleOrder({ ...paid, stock: "kept" }),
    "–",
    "accepted unsent kept paid",
    "accepted sent kept paid",
    "accepted delivered kept paid",
    "cancelled unsent shelf paid unmatched",
  ],
  [
    "cost nothing and was set back",
    sampleOrder({ ...free, stock: "kept" }),
    "–",
    "accepted unsent kept paid",
    "accepted sent kept paid",
    "accepted delivered kept paid",
    "cancelled unsent shelf paid",
  ],
  [
    "is paid",
    sampleOrder({ ...kept, ...paid }),
    "open unsent kept paid",
    "–",
    "accepted sent kept paid",
    "accepted delivered kept paid",
    "cancelled unsent shelf paid unmatched",
  ],
  [
    "is paid, but its pieces were sold",
    sampleOrder({ ...kept, ...paid, stock: "shelf" }),
    "open unsent shelf paid",
    "–",
    "accepted sent kept paid",
    "accepted delivered kept paid",
    "cancelled unsent shelf paid unmatched",
  ],
  [
    "is marked as paid",
    sampleOrder({ ...kept, ...marked }),
    "open unsent held anew",
    "–",
    "accepted sent kept paid marked",
    "accepted delivered kept paid marked",
    "cancelled unsent shelf paid marked",
  ],
  [
    "is owed without money, as after a parcel was taken back",
    sampleOrder(kept),
    "–",
    "accepted unsent kept paid marked",
    "accepted sent kept",
    "accepted delivered kept",
    "cancelled unsent shelf",
  ],
  [
    "was sent without money",
    sampleOrder({ ...kept, goods: "sent" }),
    "open unsent held anew",
    "accepted unsent kept paid marked",
    "–",
    "accepted delivered kept",
    "cancelled sent shelf",
  ],
  [
    "was delivered without money",
    sampleOrder({ ...kept, goods: "delivered" }),
    "open unsent held anew",
    "accepted unsent kept paid marked",
    "accepted sent kept",
    "–",
    "cancelled delivered shelf",
  ],
  [
    "is paid and sent",
    sampleOrder({ ...kept, ...paid, goods: "sent" }),
    "open unsent kept paid",
    "accepted unsent kept paid",
    "–",
    "accepted delivered kept paid",
    "cancelled sent shelf paid unmatched",
  ],
  [
    "is paid and delivered",
    sampleOrder({ ...kept, ...paid, goods: "delivered" }),
    "open unsent kept paid",
    "accepted unsent kept paid",
    "accepted sent kept paid",
    "–",
    "cancelled delivered shelf paid unmatched",
  ],
  [
    "is marked and sent",
    sampleOrder({ ...kept, ...marked, goods: "sent" }),
    "open unsent held anew",
    "accepted unsent kept paid marked",
    "–",
    "accepted delivered kept paid marked",
    "cancelled sent shelf paid marked",
  ],
  [
    "is marked and delivered",
    sampleOrder({ ...kept, ...marked, goods: "delivered" }),
    "open unsent held anew",
    "accepted unsent kept paid marked",
    "accepted sent kept paid marked",
    "–",
    "cancelled delivered shelf paid marked",
  ],
  [
    "was cancelled without money",
    sampleOrder(gone),
    "open unsent held anew",
    "accepted unsent kept paid marked",
    "accepted sent kept",
    "accepted delivered kept",
    "–",
  ],
  [
    "was cancelled after it was paid",
    sampleOrder({ ...gone, ...ended }),
    "open unsent kept paid",
    "accepted unsent kept paid",
    "accepted sent kept paid",
    "accepted delivered kept paid",
    "–",
  ],
  [
    "was cancelled, partly paid",
    sampleOrder({ ...gone, payments: [{ ...part.payments[0]!, orderEndedAt: PLACED_AT }] }),
    "open unsent held anew part",
    "accepted unsent kept paid marked part",
    "accepted sent kept part",
    "accepted delivered kept part",
    "–",
  ],
  [
    "was cancelled after it was marked",
    sampleOrder({ ...gone, ...marked }),
    "open unsent held anew",
    "accepted unsent kept paid marked",
    "accepted sent kept paid marked",
    "accepted delivered kept paid marked",
    "–",
  ],
];

const cases = dropdown.flatMap(([kind, before, ...wanted]) =>
  orderStatuses.map((status, n) => ({ kind, before, status, wanted: wanted[n]! })),
);

describe("the owner's choice of a status", () => {
  test.each(cases)("$status for an order that $kind: $wanted", ({ before, status, wanted }) => {
    const { after } = choose(before, status);
    expect(after === before ? "–" : tellOrder(after)).toBe(wanted);
  });

  test("shows the chosen status afterwards, whatever the order was", () => {
    const money = [{}, paid, marked, part, free];
    for (const placement of placements)
      for (const goods of goodsStates)
        for (const one of money)
          for (const stock of ["held", "kept", "shelf"] as const)
            for (const status of orderStatuses) {
              const { after } = choose(sampleOrder({ placement, goods, stock, ...one }), status);
              expect(after.order.status).toBe(status);
              expect(after.order.paidAt !== null).toBe(dueOf(after) === 0);
            }
  });

  test("is refused for a deleted order, and when another owner was faster", () => {
    expect(() => choose(sampleOrder({ deletedAt: NOW }), "paid")).toThrow(ShopError);
    const command: Command = { type: "setStatus", status: "shipped", from: "paid" };
    expect(() => decide(sampleOrder(), command, owner, NOW)).toThrow("it is pending now");
  });

  test("counts a mark that is set again from its first day", () => {
    const first = new Date("2026-10-01T06:00:00Z");
    const history = [{ ...firstStatus(sampleOrder().order), status: "paid" as const, at: first }];
    expect(choose(sampleOrder({ history }), "paid").after.order.paidAt).toEqual(first);
  });
});
