import fc from "fast-check";
import { expect } from "vitest";
import { openWorld } from "../support/order-world.ts";
import { test } from "../support/paying-shop.ts";
import { sequential } from "../support/world-actions.ts";
import { expectGoodEnd } from "../support/world-end.ts";
import { expectStepMail } from "../support/world-mails.ts";
import { refusals } from "../support/world-refusals.ts";
import { openWorldShop } from "../support/world-shop.ts";
import { expectAllowedChange, expectShippedStatus, isStepForward } from "../support/world-steps.ts";

const SEED = Number(process.env.FC_SEED ?? 20_271_745);
/** A long search sets how many there are; `orders-model-concurrent` has the others. The few of the seed have nearly every kind of action, sizes or none. */
const HISTORIES = process.env.ORDER_HISTORIES ? 0.6 * Number(process.env.ORDER_HISTORIES) : 3;
const TIMEOUT_MS = 180_000 + 10_000 * HISTORIES;
/** Many histories are shorter: most of what two actions do to each other shows within a few steps. */
const LENGTH = process.env.ORDER_HISTORIES ? { minLength: 8, maxLength: 28 } : { minLength: 15, maxLength: 45 };

test("random sequences of actions keep stock and money consistent", {
  timeout: TIMEOUT_MS,
}, async ({ shop, razorpay }) => {
  const worldShop = await openWorldShop(shop);
  const { faults } = worldShop;
  const history = fc.array(sequential, { ...LENGTH, size: "max" });
  const property = fc.asyncProperty(history, fc.boolean(), async (actions, hasSizes) => {
    const world = await openWorld(worldShop, razorpay, hasSizes);
    let before = await world.expectConsistent();
    for (const action of actions) {
      const order = world.targetOf(action);
      const target = order?.id;
      const shipmentChanges = world.shipments.countChanges();
      const rows = await faults.readBefore(action.kind);
      const refusal = await world.attempt(action);
      if (refusal) expect(refusals).toContain(refusal);
      if (rows && refusal === "follower_failed") expect(await faults.readRows()).toEqual(rows);
      const after = await world.expectConsistent();
      for (const [id, state] of before) expectAllowedChange(action, refusal, id === target, state, after.get(id)!);
      if (world.shipments.countChanges() > shipmentChanges)
        await expectShippedStatus(world, action, before.get(target!)!, after.get(target!)!);
      if (target && action.kind === "setStatus" && isStepForward(before.get(target)!, after.get(target)!))
        await expectStepMail(shop, target, action.to);
      await world.expectNotPayable(order, after);
      before = after;
    }
    await expectGoodEnd(shop, razorpay, faults, world);
  });
  await fc.assert(property, { seed: SEED, numRuns: HISTORIES, endOnFailure: true });
});
