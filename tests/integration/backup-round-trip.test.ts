import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished } from "vitest";
import { readBackup, writeBackup } from "../../src/server/backup/backup-file.ts";
import { loadShop } from "../../src/server/backup/load-shop.ts";
import { readShop } from "../../src/server/backup/read-shop.ts";
import { localFileStore } from "../../src/server/platform/files/file-store.ts";
import { s3FileStore } from "../../src/server/platform/files/s3-file-store.ts";
import { deleteExpired } from "../../src/server/startup/jobs.ts";
import { emptyPlace, sourceOf } from "../support/empty-place.ts";
import { startFakeS3 } from "../support/fake-s3.ts";
import { makeProduct } from "../support/forms.ts";
import { ask, openOwnShop, register, statusOf } from "../support/people.ts";
import { picture } from "../support/pictures.ts";
import { runCommand } from "../support/run-command.ts";
import { openSecondShop } from "../support/second-shop.ts";
import { filesBehind } from "../support/stored-files.ts";
import { migrations } from "../support/test-postgres.ts";
import { OWNER, test } from "../support/test-shop.ts";
import { filesIn, fillShop, rowsIn } from "../support/whole-shop.ts";

test("everything comes back as it was, to the last digit and byte", async () => {
  const shop = await openOwnShop();
  await fillShop(shop);
  const { folder, url, db } = await emptyPlace();
  const file = path.join(folder, "shop.tar.zst");
  const made = await writeBackup(readShop(sourceOf(shop)), file);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(["shop.tar.zst"]);
  expect([made.pictures, made.missing]).toEqual([12, 0]);

  const files = localFileStore(path.join(folder, "uploads"));
  await loadShop(readBackup(file), { db, files, migrationsFolder: migrations });
  expect(await rowsIn(url)).toEqual(await rowsIn(shop.databaseUrl));
  expect(await filesIn(folder)).toEqual(await filesIn(shop.config.dataDir));
});

test("pictures go from a folder into a bucket, and back", async () => {
  const shop = await openOwnShop();
  await makeProduct(shop, {}, [{ bytes: await picture() }]);
  const s3 = await startFakeS3();
  onTestFinished(s3.stop);
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = s3.settings;
  const keys = { accessKey: s3.settings.S3_ACCESS_KEY, secretKey: s3.settings.S3_SECRET_KEY };
  const inBucket = s3FileStore({ endpoint, bucket, region, ...keys }, shop.clock);
  const first = await emptyPlace();
  await loadShop(readShop(sourceOf(shop)), { db: first.db, files: inBucket, migrationsFolder: migrations });
  expect([...s3.objects.keys()].sort()).toEqual(await shop.storedFiles());

  const second = await emptyPlace();
  const source = { ...sourceOf(shop), db: first.db, files: inBucket };
  const files = localFileStore(path.join(second.folder, "uploads"));
  await loadShop(readShop(source), { db: second.db, files, migrationsFolder: migrations });
  expect(await filesIn(second.folder)).toEqual(await filesIn(shop.config.dataDir));
});

test("a backup is of one moment: what is deleted while it is made is in it with its pictures", async () => {
  const shop = await openOwnShop();
  const product = await makeProduct(shop, {}, [{ bytes: await picture() }]);
  const entries = readShop(sourceOf(shop));
  const names: string[] = [(await entries.next()).value.name];
  const deleted = await shop.call("DELETE", `/api/products/${product._id}`, { token: shop.ownerToken });
  expect(deleted.statusCode).toBe(200);
  await register(shop);
  for await (const { name } of entries) names.push(name);
  expect(names).toContain("tables/products/000000.ndjson");
  const pictures = names.filter((name) => name.startsWith("pictures/")).map((name) => path.basename(name));
  expect(pictures.sort()).toEqual(filesBehind(product.images));

  expect(await shop.storedFiles()).toEqual(filesBehind(product.images));
  await deleteExpired(shop.services);
  expect(await shop.storedFiles()).toEqual([]);
});

test("a picture whose file is lost does not stand in the way", async () => {
  const shop = await openOwnShop();
  const product = await makeProduct(shop, {}, [{ bytes: await picture() }]);
  const [lost, ...others] = filesBehind(product.images);
  await shop.services.files.remove(lost!);
  const { folder } = await emptyPlace();
  const made = await writeBackup(readShop(sourceOf(shop)), path.join(folder, "shop.tar.zst"));
  expect([made.pictures, made.missing]).toEqual([others.length, 1]);
});

test("the commands carry a running shop to another place; old logins, links and mails stay behind", {
  timeout: 120_000,
}, async () => {
  const shop = await openOwnShop();
  const { token, email, password } = await register(shop);
  await ask(shop, "POST", "forgot", { json: { email } });
  const { folder, url } = await emptyPlace();
  const file = path.join(folder, "shop.tar.zst");
  const beside = { DATABASE_URL: shop.databaseUrl, DATA_DIR: shop.config.dataDir };
  const made = await runCommand("backup", beside, file);
  expect([made.code, made.complained]).toEqual([0, ""]);
  expect(made.said).toMatch(/: \d+ rows, 0 picture files, \d+\.\d MB, in \d+\.\d s\.\n$/);
  expect(await statusOf(shop, token)).toBe(200);

  const restored = await runCommand("restore", { DATABASE_URL: url, DATA_DIR: folder }, file);
  expect([restored.code, restored.complained]).toEqual([0, ""]);
  expect(restored.said).toContain("1 mail waited to be sent when the backup was made");
  const again = await openSecondShop({ ...shop, databaseUrl: url });
  expect(await statusOf(again, token)).toBe(401);
  for (const json of [{ email, password }, OWNER]) {
    expect((await ask(again, "POST", "login", { json })).statusCode).toBe(200);
  }
  await again.services.notifications.deliverDue();
  expect(await readdir(shop.config.dataDir)).not.toContain("mail");
});
