import { appendFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Loaded into a shop before anything else, it adds a line to MEMORY_FILE at each SIGUSR2: what is held once the rubbish is out. */
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

process.on("SIGUSR2", () => {
  collect();
  const { rss, heapUsed, external } = process.memoryUsage();
  const handles = process.getActiveResourcesInfo().length;
  appendFileSync(process.env.MEMORY_FILE!, `${JSON.stringify({ rss, heapUsed, external, handles })}\n`);
});
