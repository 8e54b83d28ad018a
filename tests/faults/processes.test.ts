import { expect, inject, onTestFinished, test } from "vitest";
import { shopProcesses } from "../../bench/processes.ts";
import { isRunning } from "../support/embedded-shops.ts";
import { isLong, openFaultShop, tellFigures } from "../support/fault-shop.ts";
import { createDatabase } from "../support/test-postgres.ts";
import { until } from "../support/until.ts";

const ROUNDS = 10;
const IN_HAND = /^Mail: .* and 1 try/;

async function ownDatabase() {
  const database = await createDatabase(inject("serverUrl"), inject("template"));
  onTestFinished(database.drop);
  return { DATABASE_URL: database.url };
}

test.runIf(isLong)(
  "of two processes on one database one is killed: the other finishes what it began",
  {
    timeout: 600_000,
  },
  async () => {
    const { busy, shop, start, serveInTurn, expectAllWell } = await openFaultShop({
      settings: { ...(await ownDatabase()), JWT_SECRET: "a secret that both processes know of" },
      except: IN_HAND,
    });
    busy.begin();
    for (let round = 0; round < ROUNDS; round++) {
      const doomed = shop();
      await start();
      await busy.goOn(10);
      serveInTurn(doomed, shop());
      await busy.goOn(20);
      await doomed.stop("SIGKILL");
      await busy.goOn(10);
      serveInTurn(shop());
      await busy.somebodyPays();
    }
    tellFigures(`one of two processes killed, ${ROUNDS} times`, await expectAllWell());
  },
);

test.runIf(isLong && process.platform === "linux")(
  "a worker that is killed under load takes nothing with it",
  { timeout: 600_000 },
  async () => {
    const settings = { ...(await ownDatabase()), WEB_CONCURRENCY: "2" };
    const { busy, shop, expectAllWell } = await openFaultShop({ settings, except: IN_HAND });
    const workers = () => shopProcesses(shop().child.pid!).slice(1);
    busy.begin();
    for (let round = 0; round < ROUNDS; round++) {
      await busy.goOn(20);
      const [doomed] = await until(async () => (workers().length === 2 ? workers() : undefined));
      process.kill(doomed!, "SIGKILL");
      await until(async () => !(await isRunning(doomed!)));
      await busy.goOn(20);
      await until(async () => workers().length === 2);
    }
    await busy.somebodyPays();
    tellFigures(`a worker killed, ${ROUNDS} times`, await expectAllWell());
    const left = workers();
    await shop().stop();
    expect(shop().child.exitCode).toBe(0);
    for (const pid of left) expect(await isRunning(pid)).toBe(false);
  },
);
