import { appendFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Preloaded with --import: on SIGUSR2, collects garbage and appends the memory use to MEMORY_FILE. */
setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

process.on("SIGUSR2", () => {
  collectGarbage();
  const { rss, heapUsed, external } = process.memoryUsage();
  const handles = process.getActiveResourcesInfo().length;
  appendFileSync(process.env.MEMORY_FILE!, `${JSON.stringify({ rss, heapUsed, external, handles })}\n`);
});
