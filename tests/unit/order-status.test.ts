import { describe, expect, test } from "vitest";
import { type OrderStatus, orderStatuses } from "../../src/contracts/orders/order-rules.ts";
import type { Command } from "../../src/server/orders/core/commands.ts";
import { decide } from "../../src/server/orders/core/decide.ts";
import { firstStatus } from "../../src/server/orders/core/log.ts";
import { dueOf, type FullOrder } from "../../src/server/orders/core/order.ts";
import { goodsStates, placements } from "../../src/server/orders/core/status.ts";
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
    "accepted unsent sold paid marked",
    "accepted sent sold",
    "accepted delivered sold",
    "cancelled unsent released",
  ],
  [
    "waits, its hold has ended",
    sampleOrder({ stock: "released" }),
    "–",
    "accepted unsent sold paid marked",
    "accepted sent sold",
    "accepted delivered sold",
    "cancelled unsent released",
  ],
  [
    "waits, partly paid",
    sampleOrder(part),
    "–",
    "accepted unsent sold paid marked part",
    "accepted sent sold part",
    "accepted delivered sold part",
    "cancelled unsent released unmatched part",
  ],
  [
    "was paid and set back",
    sampleOrder({ ...paid, stock: "sold" }),
    "–",
    "accepted unsent sold paid",
    "accepted sent sold paid",
    "accepted delivered sold paid",
    "cancelled unsent released paid unmatched",
  ],
  [
    "cost nothing and was set back",
    sampleOrder({ ...free, stock: "sold" }),
    "–",
    "accepted unsent sold paid",
    "accepted sent sold paid",
    "accepted delivered sold paid",
    "cancelled unsent released paid",
  ],
  [
    "is paid",
    sampleOrder({ ...accepted, ...paid }),
    "open unsent sold paid",
    "–",
    "accepted sent sold paid",
    "accepted delivered sold paid",
    "cancelled unsent released paid unmatched",
  ],
  [
    "is paid, but its pieces were sold",
    sampleOrder({ ...accepted, ...paid, stock: "released" }),
    "open unsent released paid",
    "–",
    "accepted sent sold paid",
    "accepted delivered sold paid",
    "cancelled unsent released paid unmatched",
  ],
  [
    "is marked as paid",
    sampleOrder({ ...accepted, ...marked }),
    "open unsent reserved anew",
    "–",
    "accepted sent sold paid marked",
    "accepted delivered sold paid marked",
    "cancelled unsent released paid marked",
  ],
  [
    "is owed without money, as after a parcel was taken back",
    sampleOrder(accepted),
    "–",
    "accepted unsent sold paid marked",
    "accepted sent sold",
    "accepted delivered sold",
    "cancelled unsent released",
  ],
  [
    "was sent without money",
    sampleOrder({ ...accepted, goods: "sent" }),
    "open unsent reserved anew",
    "accepted unsent sold paid marked",
    "–",
    "accepted delivered sold",
    "cancelled sent released",
  ],
  [
    "was delivered without money",
    sampleOrder({ ...accepted, goods: "delivered" }),
    "open unsent reserved anew",
    "accepted unsent sold paid marked",
    "accepted sent sold",
    "–",
    "cancelled delivered released",
  ],
  [
    "is paid and sent",
    sampleOrder({ ...accepted, ...paid, goods: "sent" }),
    "open unsent sold paid",
    "accepted unsent sold paid",
    "–",
    "accepted delivered sold paid",
    "cancelled sent released paid unmatched",
  ],
  [
    "is paid and delivered",
    sampleOrder({ ...accepted, ...paid, goods: "delivered" }),
    "open unsent sold paid",
    "accepted unsent sold paid",
    "accepted sent sold paid",
    "–",
    "cancelled delivered released paid unmatched",
  ],
  [
    "is marked and sent",
    sampleOrder({ ...accepted, ...marked, goods: "sent" }),
    "open unsent reserved anew",
    "accepted unsent sold paid marked",
    "–",
    "accepted delivered sold paid marked",
    "cancelled sent released paid marked",
  ],
  [
    "is marked and delivered",
    sampleOrder({ ...accepted, ...marked, goods: "delivered" }),
    "open unsent reserved anew",
    "accepted unsent sold paid marked",
    "accepted sent sold paid marked",
    "–",
    "cancelled delivered released paid marked",
  ],
  [
    "was cancelled without money",
    sampleOrder(gone),
    "open unsent reserved anew",
    "accepted unsent sold paid marked",
    "accepted sent sold",
    "accepted delivered sold",
    "–",
  ],
  [
    "was cancelled after it was paid",
    sampleOrder({ ...gone, ...ended }),
    "open unsent sold paid",
    "accepted unsent sold paid",
    "accepted sent sold paid",
    "accepted delivered sold paid",
    "–",
  ],
  [
    "was cancelled, partly paid",
    sampleOrder({ ...gone, payments: [{ ...part.payments[0]!, orderEndedAt: PLACED_AT }] }),
    "open unsent reserved anew part",
    "accepted unsent sold paid marked part",
    "accepted sent sold part",
    "accepted delivered sold part",
    "–",
  ],
  [
    "was cancelled after it was marked",
    sampleOrder({ ...gone, ...marked }),
    "open unsent reserved anew",
    "accepted unsent sold paid marked",
    "accepted sent sold paid marked",
    "accepted delivered sold paid marked",
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
          for (const stock of ["reserved", "sold", "released"] as const)
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
