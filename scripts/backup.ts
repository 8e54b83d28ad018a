/** `npm run backup -- FILE`: writes the whole shop, database and pictures, into one file, while it runs or not. */
import { site } from "../site.config.ts";
import { systemClock } from "../src/server/platform/clock.ts";
import { readFileName, runCommand } from "./command.ts";

async function makeBackup(file: string) {
  const { writeBackup } = await import("../src/server/backup/backup-file.ts");
  const { readShop } = await import("../src/server/backup/read-shop.ts");
  const { openToLook } = await import("../src/server/startup/open-database.ts");
  const { counted, megabytes, opening, secondsSince, servicesOn, sumOf } = await import("./open-beside.ts");
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

await runCommand({
  usage: "Usage: npm run backup -- FILE, for example npm run backup -- shop.tar.zst.",
  read: () => readFileName("Name one file to write the backup to."),
  work: makeBackup,
});
