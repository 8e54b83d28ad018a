import { expect, inject, onTestFinished, test } from "vitest";
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
} from "../support/killed-checkout.ts";
import { startShop } from "../support/shop-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { createDatabase } from "../support/test-postgres.ts";
import { until } from "../support/until.ts";

const OWNER = { email: "owner@example.com", password: "a long test password" };
const KILLS = Number(process.env.KILLS ?? 2);
const A_MINUTE = 60_000;
/** How many mails a process sends at a time. */
const CONCURRENT_MAILS = 9;
/** For each kill a start and some purchases, and the wait at the end. */
const timeoutFor = (kills: number) => (kills + 4) * 30_000;

async function killDuringCheckout(folder: string, kills: number, settings: Record<string, string>) {
  const open = async () => {
    const shop = await startShop({
      DATA_DIR: folder,
      DEMO_DATA: "off",
      RATE_LIMIT: "off",
      OWNER_PASSWORD: OWNER.password,
      LOG_LEVEL: "warn",
      ...settings,
    });
    onTestFinished(() => shop.stop());
    return shop;
  };
  let shop = await open();
  const token = await logIn(shop, OWNER.email, OWNER.password);
  const offer = await makeOffer(shop, token);
  const checkouts = await openCheckouts(shop, offer);
  const { acknowledged } = checkouts;
  for (let kill = 0; kill < kills; kill++) {
    expect(await checkouts.buyUntilKilled(shop)).toEqual([]);
    shop = await open();
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
  await until(async () => missing(paid, (await confirmations(folder)).distinct).length <= kills * CONCURRENT_MAILS);
  const mails = await confirmations(folder);
  expect(mails.ids).toHaveLength(mails.distinct.size);
  expect(missing(mails.distinct, ids)).toEqual([]);
  await shop.stop();
}

async function ownFolder() {
  const home = await temporaryFolder();
  onTestFinished(home.remove);
  return home.folder;
}

test(`after ${KILLS} kills during checkout no acknowledged order is lost and every payment is settled`, {
  timeout: timeoutFor(KILLS),
}, async () => {
  const database = await createDatabase(inject("serverUrl"), inject("template"));
  onTestFinished(database.drop);
  await killDuringCheckout(await ownFolder(), KILLS, { DATABASE_URL: database.url });
});

// Kills on the embedded database are in shop-process.test.ts; with KILLS the checkout is killed there too.
test.runIf(process.env.KILLS)(
  `after ${KILLS} kills on the embedded database no acknowledged order is lost and every payment is settled`,
  { timeout: timeoutFor(KILLS) },
  async () => {
    await killDuringCheckout(await ownFolder(), KILLS, {});
  },
);
