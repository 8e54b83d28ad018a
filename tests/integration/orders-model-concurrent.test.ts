import { setTimeout as delay } from "node:timers/promises";
import fc from "fast-check";
import { expect } from "vitest";
import { openKillableShop } from "../support/killable-shop.ts";
import { openWorld } from "../support/order-world.ts";
import { test } from "../support/paying-shop.ts";
import { concurrent } from "../support/world-actions.ts";
import { expectGoodEnd } from "../support/world-end.ts";
import { refusals } from "../support/world-refusals.ts";
import { openWorldShop } from "../support/world-shop.ts";

const SEED = Number(process.env.FC_SEED ?? 20_271_745);
/** A long search sets how many there are; `orders-model` has the others. The few of the seed have nearly every kind of action, and a kill. */
const HISTORIES = process.env.ORDER_HISTORIES ? 0.4 * Number(process.env.ORDER_HISTORIES) : 4;
const TIMEOUT_MS = 180_000 + 10_000 * HISTORIES;
const ROUNDS = process.env.ORDER_HISTORIES ? { minLength: 4, maxLength: 10 } : { minLength: 6, maxLength: 16 };

/** Each round's actions run at once in two processes. In some histories the second one is killed in a round. */
const histories = fc.record({
  rounds: fc.array(fc.array(concurrent, { minLength: 2, maxLength: 5 }), { ...ROUNDS, size: "max" }),
  killedRound: fc.oneof(
    { arbitrary: fc.nat(ROUNDS.minLength - 1), weight: 1 },
    { arbitrary: fc.constant(-1), weight: 2 },
  ),
  killAfterMs: fc.nat(30),
});

test("random concurrent actions of two processes, one of them killed, keep stock and money consistent", {
  timeout: TIMEOUT_MS,
}, async ({ shop, razorpay }) => {
  const worldShop = await openWorldShop(shop);
  const { faults } = worldShop;
  const second = await openKillableShop(shop);
  const property = fc.asyncProperty(histories, fc.boolean(), async ({ rounds, killedRound, killAfterMs }, hasSizes) => {
    const world = await openWorld(worldShop, razorpay, hasSizes, [second.services]);
    for (const [index, actions] of rounds.entries()) {
      const killed = index === killedRound && delay(killAfterMs).then(second.kill);
      const refused = await Promise.all(actions.map(world.attempt));
      await killed;
      for (const refusal of refused) if (refusal) expect(refusals).toContain(refusal);
      const states = await world.expectConsistent();
      for (const order of new Set(actions.map(world.targetOf))) await world.expectNotPayable(order, states);
    }
    await expectGoodEnd(shop, razorpay, faults, world);
  });
  await fc.assert(property, { seed: SEED, numRuns: HISTORIES, endOnFailure: true });
  expect(second.countKills()).toBeGreaterThan(0);
});
