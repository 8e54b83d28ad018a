import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { limitConcurrency } from "../../src/server/platform/limit-concurrency.ts";

/** Tasks that run until the test ends them. `going` has all tasks that were started. */
function workshop() {
  const going: { ends(): void; fails(): void }[] = [];
  const work = () =>
    new Promise<string>((resolve, reject) =>
      going.push({ ends: () => resolve("done"), fails: () => reject(new Error("failed")) }),
    );
  return { going, work };
}

test("runs a burst of tasks two at a time, and rejects those that exceed the queue", async () => {
  const inTurn = limitConcurrency({ concurrency: 2, maxQueued: 3 });
  const { going, work } = workshop();
  const asked = Array.from({ length: 7 }, () => inTurn(work).catch((error) => error.code as string));
  await setImmediate();
  expect(going.length).toBe(2);
  for (let place = 0; place < 5; place++) {
    expect(going.length).toBeLessThanOrEqual(place + 2);
    going[place]!.ends();
    await setImmediate();
  }
  expect(await Promise.all(asked)).toEqual(["done", "done", "done", "done", "done", "unavailable", "unavailable"]);
});

test("a failed task frees its slot for the next", async () => {
  const inTurn = limitConcurrency({ concurrency: 1, maxQueued: 1 });
  const { going, work } = workshop();
  const [first, second] = [inTurn(work).catch((error: Error) => error.message), inTurn(work)];
  await setImmediate();
  going[0]!.fails();
  expect(await first).toBe("failed");
  await setImmediate();
  going[1]!.ends();
  expect(await second).toBe("done");
  const third = inTurn(work);
  going[2]!.ends();
  expect(await third).toBe("done");
});

test("clients take turns: after a flood from one client, another waits for one task only", async () => {
  const inTurn = limitConcurrency({ concurrency: 1, maxQueued: 10, maxQueuedPerClient: 4 });
  const { going, work } = workshop();
  const order: string[] = [];
  const ask = (client: string) => {
    const record = () => {
      order.push(client);
      return work();
    };
    return inTurn(record, client);
  };
  const flood = Array.from({ length: 5 }, () => ask("flood"));
  const others = ["one", "other"].map(ask);
  for (let task = 0; task < 7; task++) {
    await setImmediate();
    going[task]!.ends();
  }
  await Promise.all([...flood, ...others]);
  expect(order).toEqual(["flood", "flood", "one", "other", "flood", "flood", "flood"]);
});

test("too many waiting tasks of one client get 429, and others may still wait", async () => {
  const inTurn = limitConcurrency({ concurrency: 1, maxQueued: 4, maxQueuedPerClient: 2 });
  const { going, work } = workshop();
  const ask = (client: string) => inTurn(work, client).catch((error) => [error.code, error.headers["retry-after"]]);
  const asked = ["a", "a", "a", "a", "b", "b", "c"].map(ask);
  for (let task = 0; task < 5; task++) {
    await setImmediate();
    going[task]!.ends();
  }
  const [limited, busy] = [
    ["too_many", "1"],
    ["unavailable", "1"],
  ];
  expect(await Promise.all(asked)).toEqual(["done", "done", "done", limited, "done", "done", busy]);
  const again = inTurn(work, "a");
  going[5]!.ends();
  expect(await again).toBe("done");
});

test("tasks of one client beyond its part wait although there is room, and do not block those of another", async () => {
  const inTurn = limitConcurrency({ concurrency: 3, maxQueued: 10, maxRunningPerClient: 2 });
  const { going, work } = workshop();
  const flood = Array.from({ length: 4 }, () => inTurn(work, "flood"));
  await setImmediate();
  expect(going.length).toBe(2);
  const other = inTurn(work, "other");
  expect(going.length).toBe(3);
  going[2]!.ends();
  expect(await other).toBe("done");
  expect(going.length).toBe(3);
  for (let task = 0; task < 2; task++) {
    going[task]!.ends();
    await setImmediate();
  }
  expect(going.length).toBe(5);
  for (const { ends } of going) ends();
  expect(await Promise.all(flood)).toEqual(Array(4).fill("done"));
});
