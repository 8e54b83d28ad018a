import { inject, onTestFinished } from "vitest";
import { openDatabase } from "../../src/server/platform/database/database.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { createDatabase } from "./test-postgres.ts";
import type { TestShop } from "./test-shop.ts";

/** An empty data folder and an empty database for one test. */
export async function createEmptyStorage() {
  const home = await temporaryFolder();
  const database = await createDatabase(inject("serverUrl"));
  const db = openDatabase({ connectionString: database.url }, { warn() {} });
  onTestFinished(async () => {
    await db.$client.end();
    await database.drop();
    await home.remove();
  });
  return { folder: home.folder, url: database.url, db };
}

/** The parts of a shop that a backup reads. */
export const backupSource = ({ db, services, clock }: TestShop) => ({
  db,
  files: services.files,
  clock,
  brand: "Test",
});
