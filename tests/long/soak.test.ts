import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { openBusyShop } from "../support/busy-shop.ts";
import { isLong } from "../support/real-shop.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

const MINUTES = Number(process.env.SOAK_MINUTES ?? 20);
const SAMPLES = 24;
/** Memory grows at first, while the cache fills and code is compiled. */
const WARM_UP_SAMPLES = 3;
const MEBIBYTE = 1024 * 1024;
/** Allowed growth from the first to the last third: above the noise of a sample, below a leak. */
const MAX_HEAP_GROWTH_MB = 10;
const MAX_RSS_GROWTH = 0.15;
const MAX_HANDLE_GROWTH = 10;

interface Sample {
  rss: number;
  heapUsed: number;
  /** Buffers outside the heap, including cached responses. */
  external: number;
  handles: number;
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

const mediansOf = (samples: Sample[]) => ({
  rss: Math.round(median(samples.map(({ rss }) => rss)) / MEBIBYTE),
  heap: Math.round((median(samples.map(({ heapUsed }) => heapUsed)) / MEBIBYTE) * 10) / 10,
  handles: median(samples.map(({ handles }) => handles)),
});

test.runIf(isLong)(
  `memory, handles and errors stay within limits over ${MINUTES} minutes of visits, purchases and the owner's work`,
  {
    timeout: (MINUTES + 10) * 60_000,
  },
  async () => {
    const home = await temporaryFolder();
    onTestFinished(home.remove);
    const file = path.join(home.folder, "memory");
    const { busy, shop, expectHealthy } = await openBusyShop({
      settings: {
        MEMORY_FILE: file,
        NODE_OPTIONS: `--import=${path.resolve(import.meta.dirname, "../support/memory-report.ts")}`,
      },
    });
    const samples: Sample[] = [];
    async function sample() {
      shop().child.kill("SIGUSR2");
      const lines = await until(async () => {
        const read = (await readFile(file, "utf8")).split("\n").slice(0, -1);
        return read.length > samples.length ? read : undefined;
      });
      samples.push(JSON.parse(lines.at(-1)!) as Sample);
    }

    busy.begin();
    for (let nth = 0; nth < SAMPLES; nth++) {
      await delay((MINUTES * 60_000) / SAMPLES);
      await sample();
    }
    const warm = samples.slice(WARM_UP_SAMPLES);
    const third = Math.floor(warm.length / 3);
    const first = mediansOf(warm.slice(0, third));
    const last = mediansOf(warm.slice(-third));
    console.table({ "first third": first, "last third": last });
    console.log("heap, MB:", samples.map(({ heapUsed }) => Math.round(heapUsed / MEBIBYTE)).join(" "));
    console.log("external, MB:", samples.map(({ external }) => Math.round(external / MEBIBYTE)).join(" "));
    console.log("resident, MB:", samples.map(({ rss }) => Math.round(rss / MEBIBYTE)).join(" "));
    console.log("done, refused, cut:", Object.values(busy.tally).join(", "));
    const figures = await expectHealthy();
    console.table({ [`${MINUTES} minutes`]: figures });

    expect([figures.refused, figures.cut], "errors").toEqual([0, 0]);
    expect(last.heap - first.heap, "growth of the heap in MB").toBeLessThanOrEqual(MAX_HEAP_GROWTH_MB);
    expect(last.rss / first.rss - 1, "growth of resident memory").toBeLessThanOrEqual(MAX_RSS_GROWTH);
    expect(last.handles - first.handles, "growth of open handles").toBeLessThanOrEqual(MAX_HANDLE_GROWTH);
  },
);
