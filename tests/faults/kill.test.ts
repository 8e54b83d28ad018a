import { randomInt } from "node:crypto";
import { access } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { isLong, openFaultShop, printFigures } from "../support/fault-shop.ts";

const ROUNDS = Number(process.env.KILLS ?? 20);

const isDatabaseRunning = (folder: string) =>
  access(path.join(folder, "postgres/postmaster.pid")).then(
    () => true,
    () => false,
  );

// Its short form is tests/integration/orders-kill.test.ts.
test.runIf(isLong)(
  `loses nothing when killed ${ROUNDS} times under load, and shuts down cleanly afterwards`,
  {
    timeout: (ROUNDS + 10) * 60_000,
  },
  async () => {
    const { busy, shop, start, dataDir, expectHealthy } = await openFaultShop();
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
