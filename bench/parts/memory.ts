import { readFile } from "node:fs/promises";
import path from "node:path";
import { type Findings, round } from "../findings.ts";
import { memoryOf, shopProcesses, withChildren } from "../processes.ts";
import type { Setting } from "../setting.ts";

/** What the shop and its own PostgreSQL hold after everything that was measured before. */
export async function memory(setting: Setting): Promise<Findings> {
  const shop = await setting.shop();
  const [postmaster] = (await readFile(path.join(await setting.home(), "postgres/postmaster.pid"), "utf8")).split("\n");
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
        note: "proportional set size, as Linux tells it",
      },
    ],
    checks: [...check("memory of the shop", ofShop, 220), ...check("memory of its PostgreSQL", ofDatabase, 200)],
  };
}
