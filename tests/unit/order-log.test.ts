import { expect, test } from "vitest";
import type { Entry } from "../../src/server/orders/core/commands.ts";
import { firstStatus, logRows, withLog } from "../../src/server/orders/core/log.ts";
import { NOW, owner, sampleOrder } from "../support/sample-order.ts";

const entry: Entry = { kind: "shipment", text: "2 pieces left with Delhivery.", isPublic: true };

test("a new status comes before the sentences of the same change, and each after the log's last row", () => {
  const first = firstStatus(sampleOrder().order);
  // The clock was set back since.
  const later = { ...first, id: "ffff0000-0000-7000-8000-0000000000ff", at: new Date(NOW.getTime() + 60_000) };
  const event = { ...first, ...entry, status: null };
  const [early, last] = [
    { history: [first], events: [{ ...event, id: later.id, at: later.at }] },
    { history: [later], events: [event] },
  ];
  for (const log of [{ history: [first] }, early, last]) {
    const before = sampleOrder(log);
    const rows = logRows(before, "shipped", [entry, entry], owner, NOW);
    expect(rows.map(({ status, kind }) => status ?? kind)).toEqual(["shipped", "shipment", "shipment"]);
    const known = [...before.history, ...before.events].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const ids = [...known, ...rows].map(({ id }) => id);
    const times = [...known, ...rows].map(({ at }) => at.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(ids.length);

    const after = withLog(before, rows);
    expect(after.history.map(({ status }) => status)).toEqual(["pending", "shipped"]);
    expect(after.events.slice(before.events.length)).toMatchObject([entry, entry]);
  }
});
