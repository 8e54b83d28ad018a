import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { limitConcurrency } from "../../src/server/platform/limit-concurrency.ts";

/** Work that goes on until it is told to end, and what of it goes on now. */
function workshop() {
  const going: { ends(): void; fails(): void }[] = [];
  const work = () =>
    new Promise<string>((resolve, reject) =>
      going.push({ ends: () => resolve("done"), fails: () => reject(new Error("failed")) }),
    );
  return { going, work };
}

test("a burst from everywhere is worked off in turn, and what is too much is told to come again", async () => {
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

test("work that fails gives its place to the next", async () => {
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
