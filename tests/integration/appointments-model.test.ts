import fc from "fast-check";
import { expect } from "vitest";
import { appointmentAction, openAppointmentWorld } from "../support/appointment-world.ts";
import { test } from "../support/paying-shop.ts";
import { openSecondShop, type TestShop } from "../support/test-shop.ts";

const SEED = Number(process.env.FC_SEED ?? 20_261_116);
/** Multiplies the number of runs, for a long search. */
const TIMES = Number(process.env.HISTORIES_TIMES ?? 0.3);

/** Each query finds what is wrong with the orders $1 and the experts $2. */
const rules = {
  "two sessions of an expert overlap": `
    select one.id from appointments one join appointments other
      on other.expert_id = one.expert_id and other.id > one.id
      and tstzrange(one.starts_at, one.blocked_until) && tstzrange(other.starts_at, other.blocked_until)
    where one.expert_id = any($2) and one.state in ('held', 'confirmed') and other.state in ('held', 'confirmed')`,
  "a paid session has no appointment": `
    select o.id from orders o join order_items i on i.order_id = o.id
    where o.id = any($1) and o.status in ('paid', 'shipped', 'delivered')
      and i.qty <> (select count(*) from appointments where order_id = o.id and line_index = i.line_index)`,
  "a paid session is neither to schedule, booked, over nor refunded or cancelled for a reason": `
    select a.id from appointments a join orders o on o.id = a.order_id
    where o.id = any($1) and o.status in ('paid', 'shipped', 'delivered')
      and (a.state = 'held' or (a.state = 'cancelled' and a.cancel_reason is null))`,
  "a session that was never paid for is booked": `
    select a.id from appointments a join orders o on o.id = a.order_id
    where o.id = any($1) and a.state in ('confirmed', 'done', 'missed_by_caller', 'missed_by_expert')
      and not exists (select 1 from order_events where order_id = o.id and status = 'paid')`,
  "a cancelled order has a session to come": `
    select a.id from appointments a join orders o on o.id = a.order_id
    where o.id = any($1) and o.status = 'cancelled' and (a.state = 'held' or a.state = 'confirmed' and a.starts_at > (
      select at from order_events where order_id = o.id and status is not null order by id desc limit 1))`,
  "a caller moved too often": `select id from appointments where order_id = any($1) and moves > 2`,
  "the history does not end with the state": `
    select a.id from appointments a
    where a.order_id = any($1) and a.state in ('confirmed', 'cancelled', 'done') and a.state is distinct from (
      select state from appointment_history where appointment_id = a.id order by id desc limit 1)`,
  "more of a line is refunded than was bought": `
    select i.order_id as id from order_items i join refund_lines l on l.line_index = i.line_index
    join refunds r on r.id = l.refund_id and r.order_id = i.order_id and r.status <> 'failed'
    where i.order_id = any($1) group by i.order_id, i.line_index having sum(l.qty) > max(i.qty)`,
};
const text = Object.entries(rules)
  .map(([rule, query]) => `select '${rule}' as rule, id::text from (${query}) as found`)
  .join(" union all ");

async function findFaults({ db }: TestShop, orderIds: string[], expertIds: string[]) {
  return (await db.$client.query({ name: "appointments", text, values: [orderIds, expertIds] })).rows;
}

test("random actions of two processes cause no overlap, and every paid session is to be scheduled, booked, over or refunded", {
  timeout: 120_000 * Math.max(1, TIMES),
}, async ({ shop, razorpay }) => {
  const { app } = await openSecondShop(shop);
  const rounds = fc.array(fc.array(appointmentAction, { minLength: 1, maxLength: 5 }), {
    minLength: 8,
    maxLength: 20,
    size: "max",
  });
  const property = fc.asyncProperty(rounds, async (history) => {
    const world = await openAppointmentWorld(shop, razorpay, [shop.app, app]);
    for (const actions of history) {
      await Promise.all(actions.map(world.act));
      expect(await findFaults(shop, world.ids(), world.experts)).toEqual([]);
    }
    await world.runJobs();
    expect(await findFaults(shop, world.ids(), world.experts)).toEqual([]);
  });
  await fc.assert(property, { seed: SEED, numRuns: 10 * TIMES, endOnFailure: true });
});
