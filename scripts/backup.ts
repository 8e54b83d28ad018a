/** `npm run backup -- FILE`: writes database and pictures into one file. Works while the shop runs. */
import { systemClock } from "../src/server/platform/clock.ts";
import { parseFileName, runCommand } from "./command.ts";

async function makeBackup(file: string) {
  const { writeBackup } = await import("../src/server/backup/backup-file.ts");
  const { readShop } = await import("../src/server/backup/read-shop.ts");
  const { openReadOnly } = await import("../src/server/startup/open-database.ts");
  const { formatCount, formatMegabytes, openFiles, openOptions, formatSecondsSince, sumValues } = await import(
    "./shop-context.ts"
  );
  const startedAt = performance.now();
  const { db, close } = await openReadOnly(openOptions);
  try {
    const source = { db, files: openFiles(), clock: systemClock };
    const stopping = new AbortController();
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stopping.abort());
    const written = await writeBackup(readShop(source), file, stopping.signal).catch((error) => {
      throw stopping.signal.aborted ? new Error("The backup was stopped: nothing was written.") : error;
    });
    const { rows, pictures, missing, bytes } = written;
    console.log(
      `${file}: ${formatCount(sumValues(rows), "row")}, ${formatCount(pictures, "picture file")}, ${formatMegabytes(bytes)}, in ${formatSecondsSince(startedAt)}.`,
    );
    if (missing > 0) console.log(`${formatCount(missing, "picture file")} could not be found and cannot be in it.`);
  } finally {
    await close();
  }
}

await runCommand({
  usage: "Usage: npm run backup -- FILE, for example npm run backup -- shop.tar.zst.",
  parse: () => parseFileName("Name one file to write the backup to."),
  run: makeBackup,
});
