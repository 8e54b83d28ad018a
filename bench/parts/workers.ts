import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Environment } from "../environment.ts";
import { type Findings, round } from "../findings.ts";
import { putLoad } from "../load/load.ts";
import { median } from "../load/summarise.ts";

const ROUNDS = 3;
const config = path.resolve(import.meta.dirname, "../../src/server/config.ts");

/** One worker against two, interleaved; the load generator runs on the same machine. */
export async function workers(environment: Environment): Promise<Findings> {
  if (!(await readFile(config, "utf8")).includes("WEB_CONCURRENCY")) {
    console.log("   skipped: this shop runs as one process");
    return { tables: [], checks: [] };
  }
  const [one, two] = [
    await environment.secondShop({ WEB_CONCURRENCY: "1" }),
    await environment.secondShop({ WEB_CONCURRENCY: "2" }),
  ];
  const targets: { name: string; headers: Record<string, string> }[] = [
    { name: "list page, cached", headers: { "accept-encoding": "br" } },
    { name: "list page, rendered anew", headers: { authorization: "Bearer none" } },
  ];
  const rows: [string, number, number, number][] = [];
  for (const { name, headers } of targets) {
    const measure = async (port: number) =>
      (await putLoad({ port, paths: ["/products"], headers, seconds: 1 })).perSecond;
    await measure(one.port);
    await measure(two.port);
    const rounds: [number, number][] = [];
    for (let nth = 0; nth < ROUNDS; nth++) rounds.push([await measure(one.port), await measure(two.port)]);
    const [single, double] = [median(rounds.map(([by1]) => by1)), median(rounds.map(([, by2]) => by2))];
    rows.push([name, Math.round(single), Math.round(double), round(median(rounds.map(([by1, by2]) => by2 / by1)))]);
  }
  await one.stop();
  await two.stop();
  return {
    tables: [{ title: "Workers", columns: ["", "1 worker, req/s", "2 workers, req/s", "times"], rows }],
    checks: [{ what: "2 workers, list page rendered anew", unit: "× 1 worker", measured: rows[1]![3], atLeast: 1.3 }],
  };
}
