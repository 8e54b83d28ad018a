/** `npm run bench`: measures the shop and writes bench/results. `npm run bench -- --only pages`: one part, only printed. */
import { parseArgs } from "node:util";
import type { Findings } from "./findings.ts";
import { browser } from "./parts/browser.ts";
import { growth } from "./parts/growth.ts";
import { memory } from "./parts/memory.ts";
import { orders } from "./parts/orders.ts";
import { pages } from "./parts/pages.ts";
import { search } from "./parts/search.ts";
import { start } from "./parts/start.ts";
import { workers } from "./parts/workers.ts";
import { printTables } from "./report.ts";
import { writeResults } from "./results.ts";
import { createSetting, type Setting } from "./setting.ts";

const TIME_LIMIT_MS = 5 * 60_000;

type Part = (setting: Setting) => Promise<Findings>;
/** In the order in which they run: the start needs a shop that nobody else has opened, memory one that has worked. */
const parts: Record<string, Part> = { start, pages, orders, search, growth, workers, memory, browser };

const { values } = parseArgs({ options: { only: { type: "string" } } });
const wanted = values.only?.split(",") ?? Object.keys(parts);
const unknown = wanted.find((name) => !(name in parts));
if (unknown) {
  console.error(`There is no part “${unknown}”; there are ${Object.keys(parts).join(", ")}.`);
  process.exit(1);
}

const setting = createSetting();
let isLeaving = false;
async function leave(code: number) {
  if (isLeaving) return;
  isLeaving = true;
  await setting.close();
  process.exit(code);
}
process.on("SIGINT", () => leave(130));
process.on("SIGTERM", () => leave(143));
const impatience = setTimeout(() => {
  console.error("The measuring took more than five minutes and was stopped; the machine is busy with something else.");
  void leave(1);
}, TIME_LIMIT_MS);

try {
  const findings: Record<string, Findings> = {};
  for (const name of wanted) {
    const began = performance.now();
    console.log(`\n── ${name}`);
    findings[name] = await parts[name]!(setting);
    printTables(findings[name]);
    console.log(`   ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
  clearTimeout(impatience);
  if (!values.only) await writeResults(findings);
  await leave(0);
} catch (error) {
  if (!isLeaving) console.error(error instanceof Error ? error.message : error);
  await leave(1);
}
