import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { imageFilesOf } from "./image-files.ts";
import type { TestShop } from "./test-shop.ts";

/** The names of the files behind some pictures: each picture and its copies. */
export const filesBehind = (images: string[]) => images.flatMap(imageFilesOf).sort();

/** Files and records agree: every picture of every record has its files, and there is no file or note besides. */
export async function expectNothingLeftOver(shop: TestShop) {
  const { rows } = await shop.db.execute<{ image: string }>(
    sql`select unnest(images) as image from (select images from products union all select images from courses
      union all select images from experts union all select images from blogs) as records`,
  );
  expect(await shop.storedFiles()).toEqual(filesBehind(rows.map((row) => row.image)));
  expect((await shop.db.execute(sql`select path from unclaimed_images`)).rows).toEqual([]);
}
