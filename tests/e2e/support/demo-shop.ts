import path from "node:path";
import { guardOrders } from "../../support/order-guard.ts";
import { OWNER } from "../../support/owner.ts";
import { startShop } from "../../support/shop-process.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { createDatabase, createTemplate, startTestServer } from "../../support/test-postgres.ts";

/** Global setup: loads the demo catalogue once. Every worker copies the database and the pictures. */
export default async function setup() {
  const server = await startTestServer();
  const home = await temporaryFolder();
  const database = await createDatabase(server.url);
  const shop = await startShop({ DATABASE_URL: database.url, DATA_DIR: home.folder, OWNER_PASSWORD: OWNER.password });
  await shop.stop();
  const template = await createTemplate(server.url, guardOrders, database.name);
  process.env.E2E_SERVER = server.url;
  process.env.E2E_TEMPLATE = template.name;
  process.env.E2E_UPLOADS = path.join(home.folder, "uploads");
  return async () => {
    await template.drop();
    await database.drop();
    await home.remove();
    await server.stop();
  };
}
