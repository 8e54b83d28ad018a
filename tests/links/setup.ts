import { writeFile } from "node:fs/promises";
import path from "node:path";
import { chromium, type FullConfig } from "@playwright/test";
import { OWNER } from "../support/owner.ts";
import { startShop } from "../support/shop-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { createDatabase, startTestServer } from "../support/test-postgres.ts";
import { makePlan } from "./plan.ts";

/** Opens one shop for all tests, and plans what they press. */
export default async function setup({ projects }: FullConfig) {
  const opened: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const closeOne of opened.reverse()) await closeOne();
  };
  try {
    const server = await startTestServer();
    opened.push(server.stop);
    const home = await temporaryFolder();
    opened.push(home.remove);
    const database = await createDatabase(server.url);
    opened.push(database.drop);
    const shop = await startShop({
      DATABASE_URL: database.url,
      DATA_DIR: home.folder,
      OWNER_PASSWORD: OWNER.password,
      RATE_LIMIT: "off",
    });
    opened.push(() => shop.stop());
    const browser = await chromium.launch(projects[0]!.use.launchOptions);
    const file = path.join(home.folder, "plan.json");
    const plan = await makePlan(browser, { url: shop.url, folder: home.folder }).finally(() => browser.close());
    await writeFile(file, JSON.stringify(plan));
    process.env.LINKS_PLAN = file;
    return close;
  } catch (error) {
    await close();
    throw error;
  }
}
