import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { inject, onTestFinished } from "vitest";
import { enquiries } from "../../src/server/enquiries/enquiry-table.ts";
import { openDatabase } from "../../src/server/platform/database/database.ts";
import { shopState } from "../../src/server/platform/database/shop-state-table.ts";
import { makeCourse, makeProduct } from "./forms.ts";
import { writeOrderRows } from "./order-guard.ts";
import { beginPayment, orderOne, payInSandbox, setStatus, untilWebhooksArrived } from "./orders.ts";
import { register } from "./people.ts";
import { picture } from "./pictures.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { createDatabase } from "./test-postgres.ts";
import type { TestShop } from "./test-shop.ts";

export const ODD_TEXT = 'quoted "so", \\N, a\ttab, a\nline, ünï, 🪬, \\u0041, {"a":[1]}, \u2028';

/** Fills a shop with records of every kind, and with values that are easily corrupted. */
export async function fillShop(shop: TestShop) {
  await makeProduct(shop, { title: `Stone ${ODD_TEXT.replace(/[\t\n\u2028]/g, " ")}` }, [
    { bytes: await picture("png", 600, 400) },
    { bytes: await picture("jpeg") },
  ]);
  await makeCourse(shop, { groupLink: "https://chat.example.com/secret" }, "image");
  await shop.app.listen({ port: 0 });
  const { buyer, order } = await orderOne(shop);
  const payment = await beginPayment(shop, buyer, order._id);
  const { razorpay_payment_id: paymentId, razorpay_signature: signature } = await payInSandbox(shop, payment.orderId);
  await setStatus(shop, buyer.token, order._id, { status: "paid", paymentId, signature });
  await untilWebhooksArrived(shop);
  await register(shop);
  await shop.db.insert(shopState).values({ key: "odd", value: ODD_TEXT });
  await shop.db.insert(enquiries).values({
    id: crypto.randomUUID(),
    name: ODD_TEXT,
    email: "asha@example.com",
    phone: "",
    message: ODD_TEXT.repeat(50),
    page: "/",
    createdAt: shop.clock.now(),
  });
  await shop.db.execute("insert into unclaimed_images values ('/uploads/x', '2026-01-02 03:04:05.678901+05:30')");
  await shop.db.execute("update jobs set payload = 'null'");
  await writeOrderRows(shop, "update orders set held_until = 'infinity', total_paise = 9007199254740993");
}

/** Made by the first release that had backups, with seven migrations: a paid order, a mail, pictures. */
export const FIRST_RELEASE = path.join(import.meta.dirname, "shop-of-first-release.tar.zst");

/** Every row of every table as text. */
export async function rowsIn(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("set timezone = 'UTC'");
    const { rows: tables } = await client.query<{ name: string }>(
      `select regexp_replace(schemaname || '.' || tablename, '^public\\.', '') as name from pg_tables
       where schemaname in ('public', 'sandbox') order by 1`,
    );
    const found: Record<string, string[]> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t order by 1`);
      found[name] = rows.map(({ row }) => row);
    }
    return found;
  } finally {
    await client.end();
  }
}

/** The SHA-256 digests of a shop's stored files, by name. */
export async function filesIn(dataDir: string) {
  const folder = path.join(dataDir, "uploads");
  const names = (await readdir(folder)).sort();
  const digests = names.map(async (name) => [
    name,
    createHash("sha256")
      .update(await readFile(path.join(folder, name)))
      .digest("hex"),
  ]);
  return Object.fromEntries(await Promise.all(digests)) as Record<string, string>;
}

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
