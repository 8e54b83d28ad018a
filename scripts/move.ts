/** `npm run move -- postgres://…`: copies the embedded database to another PostgreSQL. Stop the shop first. */
import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { systemClock } from "../src/server/platform/clock.ts";
import { runCommand } from "./command.ts";

type Input = { address: string } | { isBack: true };

function parseArguments(): Input {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { back: { type: "boolean" } } });
  const [address = ""] = positionals;
  if (values.back && positionals.length === 0) return { isBack: true };
  const isAddress = URL.canParse(address) && /^postgres(ql)?:$/.test(new URL(address).protocol);
  if (!isAddress || positionals.length > 1 || values.back) throw new Error("Name the database to move to.");
  return { address };
}

const UNFINISHED =
  "A move into this database has not finished, so there is no whole shop here. Stop the shop, and repeat npm run move with this database's address, without DATABASE_URL.";

async function moveOrGoBack(input: Input) {
  const { config } = await import("./shop-context.ts");
  if (config.databaseUrl) throw new Error("DATABASE_URL is set: this shop is not on its own database any more.");
  const folder = path.join(config.dataDir, "postgres");
  if (!existsSync(folder)) throw new Error(`There is no shop in ${config.dataDir}: set DATA_DIR as it has it.`);
  if ("isBack" in input) await goBack(folder);
  else await move(input.address, folder);
}

async function goBack(folder: string) {
  const { openUnmigrated } = await import("../src/server/startup/open-database.ts");
  const { readClosed, reopen } = await import("../src/server/platform/database/closed.ts");
  const { openOptions } = await import("./shop-context.ts");
  const { asOwner, close } = await openUnmigrated(openOptions);
  try {
    const wasMoved = await asOwner(async ({ $client }) => {
      const closed = await readClosed($client, "moved");
      if (closed) await reopen($client, "moved");
      return closed !== undefined;
    });
    console.log(
      wasMoved
        ? `The shop starts from ${folder} again, without DATABASE_URL. It has nothing that happened since it was moved.`
        : `The shop in ${folder} was not moved: nothing was changed.`,
    );
  } finally {
    await close();
  }
}

async function move(databaseUrl: string, folder: string) {
  const { verifyEntries } = await import("../src/server/backup/contents.ts");
  const { loadShop } = await import("../src/server/backup/load-shop.ts");
  const { readShop } = await import("../src/server/backup/read-shop.ts");
  const { close } = await import("../src/server/platform/database/closed.ts");
  const { openUnmigrated, openShopDatabase } = await import("../src/server/startup/open-database.ts");
  const { config, explainLoad, formatCount, migrationsFolder, openFiles, openOptions, formatSecondsSince, sumValues } =
    await import("./shop-context.ts");
  const startedAt = performance.now();
  // Fails while the shop runs: an order placed during the copy would be missing in it.
  const from = await openShopDatabase(openOptions, { evenIfMoved: true });
  try {
    const to = await openUnmigrated({ ...openOptions, config: { ...config, databaseUrl } });
    try {
      const moved = `This shop was moved to ${to.description}: start it with DATABASE_URL set to that database. To use this older one on purpose, without anything that happened since: npm run move -- --back.`;
      // Pictures stay in place: they are verified, not copied.
      const { footer } = await loadShop(
        verifyEntries(readShop({ db: from.db, files: openFiles(), clock: systemClock })),
        {
          db: to.db,
          files: noopFiles,
          migrationsFolder,
          unfinished: UNFINISHED,
          // First: at every moment one of the two says that it must not be opened.
          finish: () => from.asOwner(({ $client }) => close($client, "moved", moved)),
        },
      ).catch(explainLoad(to.description, false));
      for (const [table, count] of Object.entries(footer.rows)) console.log(`  ${table.padEnd(20)} ${count}`);
      console.log(
        `Moved to ${to.description}: ${formatCount(sumValues(footer.rows), "row")}, in ${formatSecondsSince(startedAt)}.`,
      );
      console.log(
        `${formatCount(footer.pictures, "picture file")} stay where they are, and so does what is in ${folder}.`,
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
  run: moveOrGoBack,
});
