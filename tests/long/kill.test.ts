import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { openBusyShop, printFigures } from "../support/busy-shop.ts";
import { isLong } from "../support/real-shop.ts";
import { isDatabaseRunning } from "../support/shop-process.ts";

const ROUNDS = Number(process.env.KILLS ?? 20);

// Its short form is tests/integration/orders-kill.test.ts.
test.runIf(isLong)(
  `loses nothing when killed ${ROUNDS} times under load, and shuts down cleanly afterwards`,
  {
    timeout: (ROUNDS + 10) * 60_000,
  },
  async () => {
    const { busy, shop, start, dataDir, expectHealthy } = await openBusyShop();
    busy.begin();
    for (let round = 0; round < ROUNDS; round++) {
      await busy.waitForSteps(10);
      await delay(randomInt(200));
      await shop().stop("SIGKILL");
      await start();
    }
    await busy.waitForSteps();
    await busy.waitForPayment();
    printFigures(`killed ${ROUNDS} times`, await expectHealthy());

    busy.begin();
    await busy.waitForSteps(10);
    await shop().stop();
    expect(shop().child.exitCode).toBe(0);
    expect(await isDatabaseRunning(dataDir)).toBe(false);
    await start();
    await busy.waitForSteps(10);
    printFigures("graceful shutdown under load", await expectHealthy());
  },
);
