import { sql, TransactionRollbackError } from "drizzle-orm";
import { expect } from "vitest";
import { jobs } from "../../src/server/platform/jobs/job-table.ts";
import { stockWaits } from "../../src/server/wishlist/wishlist-table.ts";
import { makeProduct } from "../support/forms.ts";
import { openKillableShop } from "../support/killable-shop.ts";
import { openOwnShop, test } from "../support/test-shop.ts";
import { until } from "../support/until.ts";
import { queue, setStock, told } from "../support/waiting.ts";

const DAY_MS = 24 * 60 * 60_000;
const A_MINUTE = 60_000;
const KILLS = Number(process.env.KILLS ?? 1);

test("3 pieces and 20 waiting: mails go out in order, each once, in two processes that are killed", {
  timeout: (KILLS + 2) * A_MINUTE,
}, async () => {
  const shop = await openOwnShop();
  const killable = await openKillableShop(shop);
  const product = await makeProduct(shop, { price: "900", stock: "0" });
  const emails = await queue(shop, product._id, 20);
  const waits = await shop.db.select().from(stockWaits).orderBy(stockWaits.createdAt);
  await setStock(shop, product, 3);

  /** The other process is killed between its first and its second mail: this transaction has that mail's key. */
  const killBetweenMails = (waitId: string) =>
    shop.db
      .transaction(async (tx) => {
        const row = { kind: "x", queue: "mail", payload: {}, dueAt: shop.clock.now(), createdAt: shop.clock.now() };
        await tx.insert(jobs).values({ ...row, id: crypto.randomUUID(), key: `back-in-stock:${waitId}` });
        void killable.services.wishlist.tellWaiting();
        await until(async () => {
          const blocked = sql`select 1 from pg_stat_activity
            where application_name like 'killable-%' and wait_event_type = 'Lock'`;
          return (await shop.db.execute(blocked)).rows.length > 0;
        }, A_MINUTE);
        void killable.kill();
        tx.rollback();
      })
      .catch((error) => {
        if (!(error instanceof TransactionRollbackError)) throw error;
      });

  for (let first = 0; first < emails.length; first += 3) {
    if (first < 3 * KILLS) await killBetweenMails(waits[first + 1]!.id);
    await Promise.all([killable.services, shop.services].map(({ wishlist }) => wishlist.tellWaiting()));
    expect(await told(shop, emails)).toEqual(emails.slice(0, first + 3));
    shop.clock.advance(DAY_MS);
  }
  expect(killable.countKills()).toBe(KILLS);
});
