/** `npm run backup -- FILE`: writes the whole shop, database and pictures, into one file, while it runs or not. */
import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { site } from "../site.config.ts";
import { systemClock } from "../src/server/platform/clock.ts";
import { failPlainly } from "./fail-plainly.ts";

const USAGE = "Usage: npm run backup -- FILE, for example npm run backup -- shop.tar.zst.";

function readArguments() {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [file] = positionals;
  if (!file || positionals.length > 1) throw new Error("Name one file to write the backup to.");
  return path.resolve(file);
}

async function makeBackup(file: string) {
  const { BackupError } = await import("../src/server/backup/backup-error.ts");
  const { writeBackup } = await import("../src/server/backup/backup-file.ts");
  const { readShop } = await import("../src/server/backup/read-shop.ts");
  const { openToLook } = await import("../src/server/open-database.ts");
  const { config, counted, megabytes, opening, secondsSince, servicesOn, sumOf } = await import("./open-beside.ts");
  if (!config.databaseUrl && !existsSync(path.join(config.dataDir, "postgres")))
    throw new BackupError(`There is no shop in ${config.dataDir}: set DATA_DIR or DATABASE_URL as the shop has it.`);
  const begun = performance.now();
  const { db, close } = await openToLook(opening);
  try {
    const { files } = await servicesOn(db);
    const source = { db, files, clock: systemClock, brand: site.brand };
    const { rows, pictures, missing, bytes } = await writeBackup(readShop(source), file);
    console.log(
      `${file}: ${counted(sumOf(rows), "row")}, ${counted(pictures, "picture file")}, ${megabytes(bytes)}, in ${secondsSince(begun)}.`,
    );
    if (missing > 0) console.log(`${counted(missing, "picture file")} could not be found and cannot be in it.`);
  } finally {
    await close();
  }
}

let file: string;
try {
  file = readArguments();
} catch (error) {
  failPlainly(error, USAGE);
}
await makeBackup(file).catch((error) => failPlainly(error));
