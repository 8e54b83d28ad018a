import { expect, inject, onTestFinished, test } from "vitest";
import { shopProcesses } from "../../bench/processes.ts";
import { isRunning } from "../support/embedded-shops.ts";
import { isLong, openFaultShop, printFigures } from "../support/fault-shop.ts";
import { createDatabase } from "../support/test-postgres.ts";
import { until } from "../support/until.ts";

const ROUNDS = 10;
const BEING_SENT = /^Mail: .* and 1 try/;

async function ownDatabase() {
  const database = await createDatabase(inject("serverUrl"), inject("template"));
  onTestFinished(database.drop);
  return { DATABASE_URL: database.url };
}

test.runIf(isLong)(
  "the second process on a database finishes the work of a killed one",
  {
    timeout: 600_000,
  },
  async () => {
    const { busy, shop, start, serveRoundRobin, expectHealthy } = await openFaultShop({
      settings: { ...(await ownDatabase()), JWT_SECRET: "a secret that both processes share" },
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
    const settings = { ...(await ownDatabase()), WEB_CONCURRENCY: "2" };
    const { busy, shop, expectHealthy } = await openFaultShop({ settings, except: BEING_SENT });
    const workers = () => shopProcesses(shop().child.pid!).slice(1);
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
