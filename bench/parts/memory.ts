import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Environment } from "../environment.ts";
import { type Findings, round } from "../findings.ts";
import { memoryOf, shopProcesses, withChildren } from "../processes.ts";

/** Memory of the shop and its PostgreSQL after the preceding parts. */
export async function memory(environment: Environment): Promise<Findings> {
  const shop = await environment.shop();
  const [postmaster] = (await readFile(path.join(await environment.home(), "postgres/postmaster.pid"), "utf8")).split(
    "\n",
  );
  const ofShop = memoryOf(shopProcesses(shop.pid));
  const ofDatabase = memoryOf(withChildren(Number(postmaster)));
  const check = (what: string, measured: number | undefined, atMost: number) =>
    measured === undefined ? [] : [{ what, unit: "MB", measured, atMost }];
  return {
    tables: [
      {
        title: "Memory after the load",
        columns: ["", "MB"],
        rows: [
          ["the shop's process", ofShop && round(ofShop)],
          ["the embedded PostgreSQL, with the databases of all parts open", ofDatabase && round(ofDatabase)],
        ],
        note: "proportional set size, as Linux reports it",
      },
    ],
    checks: [...check("memory of the shop", ofShop, 250), ...check("memory of its PostgreSQL", ofDatabase, 200)],
  };
}
