/** `npm run move -- postgres://…`: copies the embedded database to another PostgreSQL. Stop the shop first. */
import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { systemClock } from "../src/server/platform/clock.ts";
import { runCommand } from "./command.ts";

function parseArguments() {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [address = ""] = positionals;
  const isAddress = URL.canParse(address) && /^postgres(ql)?:$/.test(new URL(address).protocol);
  if (!isAddress || positionals.length > 1) throw new Error("Name the database to move to.");
  return address;
}

async function move(databaseUrl: string) {
  const { verifyEntries } = await import("../src/server/backup/contents.ts");
  const { loadShop } = await import("../src/server/backup/load-shop.ts");
  const { readShop } = await import("../src/server/backup/read-shop.ts");
  const { openUnmigrated, openShopDatabase } = await import("../src/server/startup/open-database.ts");
  const { config, formatCount, migrationsFolder, openOptions, formatSecondsSince, createServicesOn, sumValues } =
    await import("./shop-context.ts");
  if (config.databaseUrl) throw new Error("DATABASE_URL is set: this shop is not on its own database any more.");
  const postgres = path.join(config.dataDir, "postgres");
  if (!existsSync(postgres)) throw new Error(`There is no shop in ${config.dataDir}: set DATA_DIR as it has it.`);
  const startedAt = performance.now();
  // Fails while the shop runs: an order placed during the copy would be missing in it.
  const from = await openShopDatabase(openOptions);
  try {
    const to = await openUnmigrated({ ...openOptions, config: { ...config, databaseUrl } });
    try {
      const { files } = await createServicesOn(from.db);
      const source = { db: from.db, files, clock: systemClock };
      // Pictures stay in place: they are verified, not copied.
      const { footer } = await loadShop(verifyEntries(readShop(source)), {
        db: to.db,
        files: noopFiles,
        migrationsFolder,
      });
      for (const [table, count] of Object.entries(footer.rows)) console.log(`  ${table.padEnd(20)} ${count}`);
      console.log(
        `Moved to ${to.description}: ${formatCount(sumValues(footer.rows), "row")}, in ${formatSecondsSince(startedAt)}.`,
      );
      console.log(
        `${formatCount(footer.pictures, "picture file")} stay where they are, and so does what is in ${postgres}.`,
      );
      if (footer.missing > 0) console.log(`${formatCount(footer.missing, "picture file")} could not be found.`);
      console.log("From now on start the shop with DATABASE_URL set to the address you gave.");
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}

const noopFiles = {
  async put() {},
  read: () => Promise.reject(new Error("nothing is read from here")),
  async remove() {},
};

await runCommand({
  usage: "Usage: npm run move -- postgres://user:password@host:5432/database.",
  parse: parseArguments,
  run: move,
});
