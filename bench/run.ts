/** `npm run bench` measures the shop and writes bench/results. `npm run bench -- --only pages` prints one part. */
import { parseArgs } from "node:util";
import { createEnvironment, type Environment } from "./environment.ts";
import type { Findings } from "./findings.ts";
import { backup } from "./parts/backup.ts";
import { browser } from "./parts/browser.ts";
import { growth } from "./parts/growth.ts";
import { memory } from "./parts/memory.ts";
import { mixed } from "./parts/mixed.ts";
import { orders } from "./parts/orders.ts";
import { pages } from "./parts/pages.ts";
import { search } from "./parts/search.ts";
import { start } from "./parts/start.ts";
import { workers } from "./parts/workers.ts";
import { printTables } from "./report.ts";
import { writeResults } from "./results.ts";

const TIME_LIMIT_MINUTES = 8;

type Part = (environment: Environment) => Promise<Findings>;
/** In running order: `start` needs a fresh data folder, `memory` a shop that has been under load. */
const parts: Record<string, Part> = { start, pages, orders, mixed, search, growth, workers, memory, browser, backup };

const { values } = parseArgs({ options: { only: { type: "string" } } });
const selected = values.only?.split(",") ?? Object.keys(parts);
const unknown = selected.find((name) => !(name in parts));
if (unknown) {
  console.error(`There is no part “${unknown}”; there are ${Object.keys(parts).join(", ")}.`);
  process.exit(1);
}

const environment = createEnvironment();
let isClosing = false;
async function closeAndExit(code: number) {
  if (isClosing) return;
  isClosing = true;
  await environment.close();
  process.exit(code);
}
process.on("SIGINT", () => closeAndExit(130));
process.on("SIGTERM", () => closeAndExit(143));
const timeLimit = setTimeout(() => {
  console.error(`The benchmark took more than ${TIME_LIMIT_MINUTES} minutes and was stopped: the machine is busy.`);
  void closeAndExit(1);
}, TIME_LIMIT_MINUTES * 60_000);

try {
  const findings: Record<string, Findings> = {};
  for (const name of selected) {
    const began = performance.now();
    console.log(`\n── ${name}`);
    findings[name] = await parts[name]!(environment);
    printTables(findings[name]);
    console.log(`   ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
  clearTimeout(timeLimit);
  if (!values.only) await writeResults(findings);
  await closeAndExit(0);
} catch (error) {
  if (!isClosing) console.error(error instanceof Error ? error.message : error);
  await closeAndExit(1);
}
