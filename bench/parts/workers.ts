import { readFile } from "node:fs/promises";
import path from "node:path";
import { type Findings, round } from "../findings.ts";
import { putLoad } from "../load/load.ts";
import { median } from "../load/summarise.ts";
import type { Setting } from "../setting.ts";

const ROUNDS = 3;
const config = path.resolve(import.meta.dirname, "../../src/server/config.ts");

/** One worker against two, by turns; the load comes from the same machine and takes its share of it. */
export async function workers(setting: Setting): Promise<Findings> {
  if (!(await readFile(config, "utf8")).includes("WEB_CONCURRENCY")) {
    console.log("   left out: this shop runs as one process");
    return { tables: [], checks: [] };
  }
  const [one, two] = [
    await setting.secondShop({ WEB_CONCURRENCY: "1" }),
    await setting.secondShop({ WEB_CONCURRENCY: "2" }),
  ];
  const targets: { name: string; headers: Record<string, string> }[] = [
    { name: "list page, from memory", headers: { "accept-encoding": "br" } },
    { name: "list page, made anew", headers: { authorization: "Bearer none" } },
  ];
  const rows: [string, number, number, number][] = [];
  for (const { name, headers } of targets) {
    const measure = async (port: number) =>
      (await putLoad({ port, paths: ["/products"], headers, seconds: 1 })).perSecond;
    await measure(one.port);
    await measure(two.port);
    const turns: [number, number][] = [];
    for (let turn = 0; turn < ROUNDS; turn++) turns.push([await measure(one.port), await measure(two.port)]);
    const [single, double] = [median(turns.map(([by1]) => by1)), median(turns.map(([, by2]) => by2))];
    rows.push([name, Math.round(single), Math.round(double), round(median(turns.map(([by1, by2]) => by2 / by1)))]);
  }
  await one.stop();
  await two.stop();
  return {
    tables: [{ title: "Workers", columns: ["", "1 worker, req/s", "2 workers, req/s", "times"], rows }],
    checks: [{ what: "2 workers, list page made anew", unit: "× 1 worker", measured: rows[1]![3], atLeast: 1.3 }],
  };
}
