import { expect, test } from "vitest";
import { openBusyShop, printFigures } from "../support/busy-shop.ts";
import { isLong } from "../support/real-shop.ts";
import { isRunning } from "../support/shop-process.ts";
import { until } from "../support/until.ts";
import { workersOf } from "../support/worker-connections.ts";

const ROUNDS = 10;
const BEING_SENT = /^Mail: .* and 1 try/;

test.runIf(isLong)(
  "the second process on a database finishes the work of a killed one",
  {
    timeout: 600_000,
  },
  async () => {
    const { busy, shop, start, serveRoundRobin, expectHealthy } = await openBusyShop({
      hasServerDatabase: true,
      settings: { JWT_SECRET: "a secret that both processes share" },
      except: BEING_SENT,
    });
    busy.begin();
    for (let round = 0; round < ROUNDS; round++) {
      const victim = shop();
      await start();
      await busy.waitForSteps(10);
      serveRoundRobin(victim, shop());
      await busy.waitForSteps(20);
      await victim.stop("SIGKILL");
      await busy.waitForSteps(10);
      serveRoundRobin(shop());
      await busy.waitForPayment();
    }
    printFigures(`one of two processes killed, ${ROUNDS} times`, await expectHealthy());
  },
);

test.runIf(isLong && process.platform === "linux")(
  "loses nothing when a worker is killed under load",
  { timeout: 600_000 },
  async () => {
    const { busy, shop, expectHealthy } = await openBusyShop({
      hasServerDatabase: true,
      settings: { WEB_CONCURRENCY: "2" },
      except: BEING_SENT,
    });
    const workers = () => workersOf(shop());
    busy.begin();
    for (let round = 0; round < ROUNDS; round++) {
      await busy.waitForSteps(20);
      const [victim] = await until(async () => (workers().length === 2 ? workers() : undefined));
      process.kill(victim!, "SIGKILL");
      await until(async () => !(await isRunning(victim!)));
      await busy.waitForSteps(20);
      await until(async () => workers().length === 2);
    }
    await busy.waitForPayment();
    printFigures(`a worker killed, ${ROUNDS} times`, await expectHealthy());
    const remaining = workers();
    await shop().stop();
    expect(shop().child.exitCode).toBe(0);
    for (const pid of remaining) expect(await isRunning(pid)).toBe(false);
  },
);
