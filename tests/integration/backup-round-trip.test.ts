import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished } from "vitest";
import { readBackup, writeBackup } from "../../src/server/backup/backup-file.ts";
import { loadShop } from "../../src/server/backup/load-shop.ts";
import { readShop } from "../../src/server/backup/read-shop.ts";
import { localFileStore } from "../../src/server/platform/files/file-store.ts";
import { s3FileStore } from "../../src/server/platform/files/s3-file-store.ts";
import { deleteExpired } from "../../src/server/startup/jobs.ts";
import { backupSource, createEmptyStorage, filesIn, fillShop, rowsIn } from "../support/backups.ts";
import { startFakeS3 } from "../support/fake-s3.ts";
import { makeProduct } from "../support/forms.ts";
import { register } from "../support/people.ts";
import { picture } from "../support/pictures.ts";
import { filesBehind } from "../support/stored-files.ts";
import { migrations } from "../support/test-postgres.ts";
import { openOwnShop, test } from "../support/test-shop.ts";

test("restores every row and file unchanged", async () => {
  const shop = await openOwnShop();
  await fillShop(shop);
  const { folder, url, db } = await createEmptyStorage();
  const file = path.join(folder, "shop.tar.zst");
  const made = await writeBackup(readShop(backupSource(shop)), file);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(["shop.tar.zst"]);
  expect([made.pictures, made.missing]).toEqual([12, 0]);

  const files = localFileStore(path.join(folder, "uploads"));
  await loadShop(readBackup(file), { db, files, migrationsFolder: migrations });
  expect(await rowsIn(url)).toEqual(await rowsIn(shop.databaseUrl));
  expect(await filesIn(folder)).toEqual(await filesIn(shop.config.dataDir));
});

test("restores pictures from a folder into a bucket and back", async () => {
  const shop = await openOwnShop();
  await makeProduct(shop, {}, [{ bytes: await picture() }]);
  const s3 = await startFakeS3();
  onTestFinished(s3.stop);
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = s3.settings;
  const keys = { accessKey: s3.settings.S3_ACCESS_KEY, secretKey: s3.settings.S3_SECRET_KEY };
  const inBucket = s3FileStore({ endpoint, bucket, region, ...keys }, shop.clock);
  const first = await createEmptyStorage();
  await loadShop(readShop(backupSource(shop)), { db: first.db, files: inBucket, migrationsFolder: migrations });
  expect([...s3.objects.keys()].sort()).toEqual(await shop.storedFiles());

  const second = await createEmptyStorage();
  const source = { ...backupSource(shop), db: first.db, files: inBucket };
  const files = localFileStore(path.join(second.folder, "uploads"));
  await loadShop(readShop(source), { db: second.db, files, migrationsFolder: migrations });
  expect(await filesIn(second.folder)).toEqual(await filesIn(shop.config.dataDir));
});

test("backs up one snapshot: includes records deleted during the backup, with their pictures", async () => {
  const shop = await openOwnShop();
  const product = await makeProduct(shop, {}, [{ bytes: await picture() }]);
  const entries = readShop(backupSource(shop));
  const names: string[] = [(await entries.next()).value.name];
  const deleted = await shop.call("DELETE", `/api/products/${product._id}`, { token: shop.ownerToken });
  expect(deleted.statusCode).toBe(200);
  await register(shop);
  for await (const { name } of entries) names.push(name);
  expect(names).toContain("tables/products/000000.copy");
  const pictures = names.filter((name) => name.startsWith("pictures/")).map((name) => path.basename(name));
  expect(pictures.sort()).toEqual(filesBehind(product.images));

  expect(await shop.storedFiles()).toEqual(filesBehind(product.images));
  // The job leaves younger ones alone: they may be files of a save in progress.
  await shop.db.execute("update unclaimed_images set noted_at = noted_at - interval '1 hour'");
  await deleteExpired(shop.services);
  expect(await shop.storedFiles()).toEqual([]);
});

test("makes a backup although a picture file is missing", async () => {
  const shop = await openOwnShop();
  const product = await makeProduct(shop, {}, [{ bytes: await picture() }]);
  const [lost, ...others] = filesBehind(product.images);
  await shop.services.files.remove(lost!);
  const { folder } = await createEmptyStorage();
  const made = await writeBackup(readShop(backupSource(shop)), path.join(folder, "shop.tar.zst"));
  expect([made.pictures, made.missing]).toEqual([others.length, 1]);
});
