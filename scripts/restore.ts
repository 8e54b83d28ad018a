/** `npm run restore -- FILE`: puts a backup into an empty shop. */
import { parseFileName, runCommand } from "./command.ts";

async function restore(file: string) {
  const { readBackup, verifyBackup } = await import("../src/server/backup/backup-file.ts");
  const startedAt = performance.now();
  const { header, footer: verified } = await verifyBackup(file);
  console.log(`A backup of ${header.shop} of ${header.at}, whole.`);
  const { checkVersion, loadShop } = await import("../src/server/backup/load-shop.ts");
  const { settleRestored } = await import("../src/server/startup/after-restore.ts");
  const { markUnfinished, openUnmigrated } = await import("../src/server/startup/open-database.ts");
  // Imported lazily: reading the settings creates the data folder and its secret.
  const { config, explainLoad, formatCount, migrationsFolder, openOptions, formatSecondsSince, openFiles, sumValues } =
    await import("./shop-context.ts");
  checkVersion(header, migrationsFolder);
  const unfinished = `A restore has not finished, so there is no whole shop here. Repeat it, and it goes on: npm run restore -- ${file}. To open a new shop instead, give another DATA_DIR or another empty database.`;
  const unmark = await markUnfinished(config, unfinished);
  const { description, asOwner, close } = await openUnmigrated(openOptions);
  try {
    let unsent = 0;
    const { footer } = await asOwner((db) =>
      loadShop(readBackup(file), {
        db,
        files: openFiles(),
        migrationsFolder,
        unfinished,
        verified,
        async finish(tx) {
          unsent = await settleRestored(tx, new Date());
        },
      }),
    ).catch(explainLoad(description));
    await unmark();
    console.log(
      `Restored into ${description}: ${formatCount(sumValues(footer.rows), "row")}, ${formatCount(footer.pictures, "picture file")}, in ${formatSecondsSince(startedAt)}.`,
    );
    console.log("Everybody logs in anew. The shop can be started.");
    if (unsent > 0)
      console.log(
        `${formatCount(unsent, "mail")} waited to be sent when the backup was made; they are not sent again.`,
      );
  } finally {
    await close();
  }
}

await runCommand({
  usage: "Usage: npm run restore -- FILE, for example npm run restore -- shop.tar.zst.",
  parse: () => parseFileName("Name the one file to restore."),
  run: restore,
});
