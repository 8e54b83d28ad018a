/** `npm run move -- postgres://…`: carries a shop from its own embedded database to a PostgreSQL of yours. Stop the shop first. */
import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { site } from "../site.config.ts";
import { systemClock } from "../src/server/platform/clock.ts";
import { runCommand } from "./command.ts";

function readArguments() {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [address = ""] = positionals;
  const isAddress = URL.canParse(address) && /^postgres(ql)?:$/.test(new URL(address).protocol);
  if (!isAddress || positionals.length > 1) throw new Error("Name the database to move to.");
  return address;
}

async function move(databaseUrl: string) {
  const { BackupError } = await import("../src/server/backup/backup-error.ts");
  const { checked } = await import("../src/server/backup/contents.ts");
  const { loadShop } = await import("../src/server/backup/load-shop.ts");
  const { readShop } = await import("../src/server/backup/read-shop.ts");
  const { openAsItIs, openShopDatabase } = await import("../src/server/startup/open-database.ts");
  const { config, counted, migrationsFolder, opening, secondsSince, servicesOn, sumOf } = await import(
    "./open-beside.ts"
  );
  if (config.databaseUrl) throw new BackupError("DATABASE_URL is set: this shop is not on its own database any more.");
  const postgres = path.join(config.dataDir, "postgres");
  if (!existsSync(postgres)) throw new BackupError(`There is no shop in ${config.dataDir}: set DATA_DIR as it has it.`);
  const begun = performance.now();
  // Opened as the shop opens it: refused while the shop runs, for an order placed meanwhile would be left behind.
  const from = await openShopDatabase(opening);
  try {
    const to = await openAsItIs({ ...opening, config: { ...config, databaseUrl } });
    try {
      const { files } = await servicesOn(from.db);
      const source = { db: from.db, files, clock: systemClock, brand: site.brand };
      // The pictures stay where they are; each is looked at, and none is written.
      const { end } = await loadShop(checked(readShop(source)), { db: to.db, files: untouched, migrationsFolder });
      for (const [table, count] of Object.entries(end.rows)) console.log(`  ${table.padEnd(20)} ${count}`);
      console.log(`Moved to ${to.description}: ${counted(sumOf(end.rows), "row")}, in ${secondsSince(begun)}.`);
      console.log(`${counted(end.pictures, "picture file")} stay where they are, and so does what is in ${postgres}.`);
      if (end.missing > 0) console.log(`${counted(end.missing, "picture file")} could not be found.`);
      console.log("From now on start the shop with DATABASE_URL set to the address you gave.");
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}

const untouched = {
  async put() {},
  read: () => Promise.reject(new Error("nothing is read from here")),
  async remove() {},
};

await runCommand({
  usage: "Usage: npm run move -- postgres://user:password@host:5432/database.",
  read: readArguments,
  work: move,
});
