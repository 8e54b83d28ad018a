import { expect, onTestFinished, test } from "vitest";
import { openBusyShop, printFigures } from "../support/busy-shop.ts";
import { hasDatabasePair, startDatabasePair } from "../support/database-pair.ts";
import { isLong } from "../support/real-shop.ts";
import { until } from "../support/until.ts";

const BUYING_AGAIN_MS = 8_000;
const BEING_SENT = /^Mail: .* and 1 try/;

test.runIf(isLong && hasDatabasePair)(
  "two shops lose nothing and sell again when the primary database and one of them are killed",
  { timeout: 600_000 },
  async () => {
    const database = await startDatabasePair();
    onTestFinished(database.remove);
    const { busy, shop, start, serveRoundRobin, expectHealthy } = await openBusyShop({
      settings: { DATABASE_URL: database.url, JWT_SECRET: "a secret that both processes share" },
      except: BEING_SENT,
    });
    const victim = shop();
    await start();
    serveRoundRobin(victim, shop());
    busy.begin();
    await busy.waitForSteps(300);

    const killedAt = performance.now();
    const placed = busy.told.placed.size;
    await Promise.all([database.killPrimary(), victim.stop("SIGKILL")]);
    serveRoundRobin(shop());
    await database.promoteStandby();
    await until(async () => busy.told.placed.size > placed, BUYING_AGAIN_MS);
    const buyingAgainMs = Math.round(performance.now() - killedAt);
    expect(buyingAgainMs).toBeLessThan(BUYING_AGAIN_MS);
    await busy.waitForPayment();
    await busy.end();
    printFigures("the primary database and one of two shops killed", { buyingAgainMs, ...(await expectHealthy()) });
  },
);
