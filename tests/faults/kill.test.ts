import { randomInt } from "node:crypto";
import { access } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { isLong, openFaultShop, tellFigures } from "../support/fault-shop.ts";

const ROUNDS = Number(process.env.KILLS ?? 20);
/** A mail that a killed process had in hand is tried again after two minutes, when it is sure that nobody else sends it. */
const WELL_WITHIN_MS = 3 * 60_000;

const isDatabaseRunning = (folder: string) =>
  access(path.join(folder, "postgres/postmaster.pid")).then(
    () => true,
    () => false,
  );

// Its short form is tests/integration/orders-kill.test.ts.
test.runIf(isLong)(
  `killed ${ROUNDS} times at random under load, then asked to end: nothing is lost and nothing is left over`,
  {
    timeout: (ROUNDS + 10) * 60_000,
  },
  async () => {
    const { busy, shop, start, dataDir, expectAllWell } = await openFaultShop({ wellWithinMs: WELL_WITHIN_MS });
    busy.begin();
    for (let round = 0; round < ROUNDS; round++) {
      await busy.goOn(10);
      await delay(randomInt(200));
      await shop().stop("SIGKILL");
      await start();
    }
    await busy.goOn();
    await busy.somebodyPays();
    tellFigures(`killed ${ROUNDS} times`, await expectAllWell());

    busy.begin();
    await busy.goOn(10);
    await shop().stop();
    expect(shop().child.exitCode).toBe(0);
    expect(await isDatabaseRunning(dataDir)).toBe(false);
    await start();
    await busy.goOn(10);
    tellFigures("asked to end under load", await expectAllWell());
  },
);
