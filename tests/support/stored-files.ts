import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { filesOfImage } from "../../src/contracts/catalogue/image-rules.ts";
import type { TestShop } from "./test-shop.ts";

/** The names of all files of some pictures. */
export const filesBehind = (images: string[]) => images.flatMap(filesOfImage).sort();

/** The store has exactly the files that records use, and no unclaimed image is left. */
export async function expectNothingLeftOver(shop: TestShop) {
  const { rows } = await shop.db.execute<{ image: string }>(
    sql`select unnest(images) as image from (select images from products union all select images from courses
      union all select images from experts union all select images from blogs) as records`,
  );
  expect(await shop.storedFiles()).toEqual(filesBehind(rows.map((row) => row.image)));
  expect((await shop.db.execute(sql`select path from unclaimed_images`)).rows).toEqual([]);
}
