/** `npm run restore -- FILE`: puts a backup into an empty shop. */
import type { LoadTarget } from "../src/server/backup/load-shop.ts";
import { parseFileName, runCommand } from "./command.ts";

async function restore(file: string) {
  const { readBackup, verifyBackup } = await import("../src/server/backup/backup-file.ts");
  const startedAt = performance.now();
  const { header } = await verifyBackup(file);
  console.log(`A backup of ${header.shop} of ${header.at}, whole.`);
  const { loadShop } = await import("../src/server/backup/load-shop.ts");
  const { openUnmigrated } = await import("../src/server/startup/open-database.ts");
  // Imported lazily: reading the settings creates the data folder and its secret.
  const { formatCount, migrationsFolder, openOptions, formatSecondsSince, createServicesOn, sumValues } = await import(
    "./shop-context.ts"
  );
  const { db, description, asOwner, close } = await openUnmigrated(openOptions);
  try {
    const { files, accounts, notifications } = await createServicesOn(db);
    let unsent = 0;
    const beforeCommit: LoadTarget["beforeCommit"] = async (tx) => {
      await accounts.endAllLogins(tx);
      unsent = await notifications.closeWaiting(tx);
    };
    const { footer } = await asOwner((owner) =>
      loadShop(readBackup(file), { db: owner, files, migrationsFolder, beforeCommit }),
    );
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
