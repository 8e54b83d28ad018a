import { expect, test } from "vitest";
import type { Product } from "../../src/contracts/catalogue/product.ts";
import {
  allOrders,
  confirmations,
  logIn,
  makeOffer,
  missing,
  openCheckouts,
  STOCK,
  send,
} from "../support/checkouts.ts";
import { OWNER } from "../support/owner.ts";
import { LOAD_SETTINGS, openRealShop } from "../support/real-shop.ts";
import { until } from "../support/until.ts";

const KILLS = Number(process.env.KILLS ?? 1);
const A_MINUTE = 60_000;
/** How many mails a process sends at a time. */
const CONCURRENT_MAILS = 9;
/** For each kill a start and some purchases, and the wait at the end. */
const timeoutFor = (kills: number) => (kills + 4) * 30_000;

async function killDuringCheckout(kills: number, hasServerDatabase: boolean) {
  const { dataDir, start } = await openRealShop({ settings: LOAD_SETTINGS, hasServerDatabase });
  let shop = await start();
  const token = await logIn(shop, OWNER.email, OWNER.password);
  const offer = await makeOffer(shop, token);
  const checkouts = await openCheckouts(shop, offer);
  const { acknowledged } = checkouts;
  for (let kill = 0; kill < kills; kill++) {
    expect(await checkouts.buyUntilKilled(shop)).toEqual([]);
    shop = await start();
  }

  // The shop settles every payment by itself.
  const paid = await until(async () => {
    const settled = (await allOrders(shop, token)).filter(({ status }) => status === "paid");
    const ids = new Set(settled.map(({ _id }) => _id));
    return missing(acknowledged.paid, ids).length === 0 ? ids : undefined;
  }, A_MINUTE);
  expect(missing(acknowledged.settled, paid)).toEqual([]);

  await checkouts.finishOpen(shop);
  const orders = await allOrders(shop, token);
  const ids = new Set(orders.map(({ _id }) => _id));
  expect(missing(acknowledged.placed, ids)).toEqual([]);
  expect(ids.size).toBe(acknowledged.keys.size);
  const { stock } = await send<Product>(shop, "GET", `/api/products/${offer.productId}`, "");
  expect(stock + orders.length).toBe(STOCK);
  for (const { history } of orders) expect(history.filter(({ status }) => status === "paid").length).toBeLessThan(2);
  // Every paid session is an appointment: the one with a time is booked, and no two are at the same time.
  const booked = orders.flatMap(({ status, items, appointments = [] }) => {
    if (status !== "paid") return [];
    const [, several] = items;
    const states = appointments.map(({ state }) => state);
    expect(states.sort()).toEqual(["confirmed", ...Array(several!.qty).fill("to_schedule")]);
    return appointments.flatMap(({ startsAt }) => startsAt ?? []);
  });
  expect(new Set(booked).size).toBe(booked.length);

  // Mails that were being sent at a kill are sent later, when their leases expire.
  await until(async () => missing(paid, (await confirmations(dataDir)).distinct).length <= kills * CONCURRENT_MAILS);
  const mails = await confirmations(dataDir);
  expect(mails.ids).toHaveLength(mails.distinct.size);
  expect(missing(mails.distinct, ids)).toEqual([]);
  await shop.stop();
}

test(`after ${KILLS} kills during checkout no acknowledged order is lost and every payment is settled`, {
  timeout: timeoutFor(KILLS),
}, async () => {
  await killDuringCheckout(KILLS, true);
});

// Kills on the embedded database are in shop-process.test.ts; with KILLS the checkout is killed there too.
test.runIf(process.env.KILLS)(
  `after ${KILLS} kills on the embedded database no acknowledged order is lost and every payment is settled`,
  { timeout: timeoutFor(KILLS) },
  async () => {
    await killDuringCheckout(KILLS, false);
  },
);
