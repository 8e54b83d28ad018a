import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openBusyShop, printFigures } from "../support/busy-shop.ts";
import { confirmations } from "../support/checkouts.ts";
import { isLong } from "../support/real-shop.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

const HOUR_MS = 60 * 60_000;
const ROUNDS = isLong ? 5 : 1;

test.skipIf(process.platform === "win32")(
  "orders and mails continue when the clock jumps an hour ahead and back",
  { timeout: 300_000 },
  async () => {
    const home = await temporaryFolder();
    onTestFinished(home.remove);
    const file = path.join(home.folder, "clock");
    const { busy, shop, dataDir, expectHealthy } = await openBusyShop({
      hasServerDatabase: true,
      settings: {
        CLOCK_FILE: file,
        NODE_OPTIONS: `--import=${path.resolve(import.meta.dirname, "../support/shifted-clock.ts")}`,
      },
    });
    async function jump(ms: number) {
      await writeFile(file, `${ms}`);
      shop().child.kill("SIGUSR2");
      await busy.waitForSteps();
      await busy.waitForPayment();
    }
    busy.begin();
    await busy.waitForPayment();
    for (let round = 0; round < ROUNDS; round++) {
      await jump(HOUR_MS);
      await jump(-HOUR_MS);
      await jump(0);
    }
    const figures = await expectHealthy();
    const mails = await until(async () => {
      const written = await confirmations(dataDir);
      return written.distinct.size >= figures.paid ? written : undefined;
    });
    expect(mails.distinct.size).toBe(figures.paid);
    printFigures("a jumping clock", figures);
  },
);
