/** `npm run restore -- FILE`: puts a backup into an empty shop. */
import { readFileName, runCommand } from "./command.ts";

async function restore(file: string) {
  const { readBackup, verifyBackup } = await import("../src/server/backup/backup-file.ts");
  const begun = performance.now();
  const { start } = await verifyBackup(file);
  console.log(`A backup of ${start.shop} of ${start.at}, whole.`);
  const { loadShop } = await import("../src/server/backup/load-shop.ts");
  const { openAsItIs } = await import("../src/server/startup/open-database.ts");
  // Only now: it reads the settings, which makes the data folder and its secret.
  const { counted, migrationsFolder, opening, secondsSince, servicesOn, sumOf } = await import("./open-beside.ts");
  const { db, description, close } = await openAsItIs(opening);
  try {
    const { files, accounts, notifications } = await servicesOn(db);
    let unsent = 0;
    const { end } = await loadShop(readBackup(file), {
      db,
      files,
      migrationsFolder,
      async settle(tx) {
        await accounts.endAllLogins(tx);
        unsent = await notifications.closeWaiting(tx);
      },
    });
    console.log(
      `Restored into ${description}: ${counted(sumOf(end.rows), "row")}, ${counted(end.pictures, "picture file")}, in ${secondsSince(begun)}.`,
    );
    console.log("Everybody logs in anew. The shop can be started.");
    if (unsent > 0)
      console.log(`${counted(unsent, "mail")} waited to be sent when the backup was made; they are not sent again.`);
  } finally {
    await close();
  }
}

await runCommand({
  usage: "Usage: npm run restore -- FILE, for example npm run restore -- shop.tar.zst.",
  read: () => readFileName("Name the one file to restore."),
  work: restore,
});
