import { startShop } from "../../support/shop-process.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { createDatabase } from "../../support/test-postgres.ts";

/** A shop with the demo catalogue and settings of its own; without the catalogue's pictures. */
export async function startOwnShop(settings: Record<string, string>) {
  const home = await temporaryFolder();
  const database = await createDatabase(process.env.E2E_SERVER!, process.env.E2E_TEMPLATE);
  const shop = await startShop({ DATABASE_URL: database.url, DATA_DIR: home.folder, ...settings });
  return {
    url: shop.url,
    folder: home.folder,
    async stop() {
      await shop.stop();
      await database.drop();
      await home.remove();
    },
  };
}
