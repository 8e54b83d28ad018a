import { sql } from "drizzle-orm";
import { allFilesOfImage, filesOfImage } from "../../contracts/catalogue/image-rules.ts";
import { blogs } from "../catalogue/blog-table.ts";
import { courses } from "../catalogue/course-table.ts";
import { experts } from "../catalogue/expert-table.ts";
import { products } from "../catalogue/product-table.ts";
import { unclaimedImages } from "../images/unclaimed-image-table.ts";
import { settingPictures } from "../settings/setting-table.ts";
import { type CheckContext, problemWith } from "./check.ts";

/** Limits the checked files, newest first, in a store without `list`: each is a request. */
const MAX_CALLS = 100;

/** Pictures of all records, newest record first. */
async function readUsedPictures({ db }: CheckContext) {
  const tables = Object.entries({
    product: products,
    course: courses,
    expert: experts,
    blog: blogs,
    "picture of the settings": settingPictures,
  });
  const selects = tables.map(
    ([kind, table]) => sql`select ${kind} || ' ' || id as record, unnest(images) as image, created_at from ${table}`,
  );
  const { rows } = await db.execute<{ record: string; image: string }>(
    sql`select record, image from (${sql.join(selects, sql` union all `)}) as used order by created_at desc`,
  );
  return rows;
}

/** Records with missing files, and files that no record uses. */
async function compare(context: CheckContext) {
  const { db, pictures } = context;
  const stored = pictures.list && new Set(await pictures.list());
  const used = await readUsedPictures(context);
  const unclaimed = await db.select({ path: unclaimedImages.path }).from(unclaimedImages);
  const missing: string[] = [];
  for (const { record, image } of stored ? used : used.slice(0, MAX_CALLS)) {
    const files = stored ? filesOfImage(image) : filesOfImage(image).slice(0, 1);
    const exists = await Promise.all(files.map(async (file) => stored?.has(file) ?? pictures.has(file)));
    if (exists.includes(false)) missing.push(record);
  }
  const known = new Set(
    [...used.map(({ image }) => image), ...unclaimed.map(({ path }) => path)].flatMap(allFilesOfImage),
  );
  const orphaned = [...(stored ?? [])].filter((file) => !known.has(file.replace(/\.part$/, "")));
  return { missing, orphaned };
}

export async function* checkPictures(context: CheckContext) {
  // Records may change between the two reads: report only what two runs in a row find.
  const first = await compare(context);
  if (first.missing.length === 0 && first.orphaned.length === 0) return;
  const second = await compare(context);
  yield* problemWith(
    second.missing.filter((record) => first.missing.includes(record)),
    (list) =>
      `Records with a picture whose file is gone: ${list}. Put the file back from a backup, or send the picture again in the admin.`,
  );
  yield* problemWith(
    second.orphaned.filter((file) => first.orphaned.includes(file)),
    (list) =>
      `Files in the store that no record shows: ${list}. They only take up space; move them away if nobody misses them.`,
  );
}
