import path from "node:path";
import { sql } from "drizzle-orm";
import { IMAGE_WIDTHS, webpCopyOf } from "../../contracts/image-path.ts";
import { blogs } from "../catalogue/blog-table.ts";
import { courses } from "../catalogue/course-table.ts";
import { experts } from "../catalogue/expert-table.ts";
import { products } from "../catalogue/product-table.ts";
import { unclaimedImages } from "../images/unclaimed-image-table.ts";
import type { CheckContext } from "./deps.ts";
import { type Finding, lookAt } from "./finding.ts";

/** A store that has to be asked for each file is asked about so many pictures, the newest first. */
const MOST_ASKED = 100;

const filesOf = (image: string) =>
  [image, ...IMAGE_WIDTHS.map((width) => webpCopyOf(image, width))].map((file) => path.posix.basename(file));

interface Shown {
  [kind: string]: unknown;
  record: string;
  image: string;
}

/** Every picture of every record, the newest records first. */
async function shownPictures({ db }: CheckContext) {
  const of = (kind: string, table: typeof products | typeof courses | typeof experts | typeof blogs) =>
    sql`select ${kind} || ' ' || id as record, unnest(images) as image, created_at from ${table}`;
  const all = sql.join(
    [of("product", products), of("course", courses), of("expert", experts), of("blog", blogs)],
    sql` union all `,
  );
  const { rows } = await db.execute<Shown>(sql`select record, image from (${all}) as shown order by created_at desc`);
  return rows;
}

/** Those whose files are not all there, and the files that belong to nobody. */
async function lookOnce(context: CheckContext) {
  const { db, pictures } = context;
  const stored = pictures.names && new Set(await pictures.names());
  const shown = await shownPictures(context);
  const noted = await db.select({ path: unclaimedImages.path }).from(unclaimedImages);
  const missing: string[] = [];
  for (const { record, image } of stored ? shown : shown.slice(0, MOST_ASKED)) {
    const files = stored ? filesOf(image) : filesOf(image).slice(0, 1);
    const found = await Promise.all(files.map(async (file) => stored?.has(file) ?? pictures.has(file)));
    if (found.includes(false)) missing.push(record);
  }
  const owned = new Set([...shown.map(({ image }) => image), ...noted.map(({ path }) => path)].flatMap(filesOf));
  const orphaned = [...(stored ?? [])].filter((file) => !owned.has(file.replace(/\.part$/, "")));
  return { missing, orphaned };
}

/** Pictures: what is shown is stored, and what is stored is shown. */
export async function examinePictures(context: CheckContext): Promise<Finding[]> {
  // Records come and go while files are counted: what is odd twice in a row is odd.
  const first = await lookOnce(context);
  if (first.missing.length === 0 && first.orphaned.length === 0) return [];
  const second = await lookOnce(context);
  return [
    ...lookAt(
      second.missing.filter((record) => first.missing.includes(record)),
      (list) =>
        `Records with a picture whose file is gone: ${list}. Put the file back from a backup, or send the picture again in the admin.`,
    ),
    ...lookAt(
      second.orphaned.filter((file) => first.orphaned.includes(file)),
      (list) =>
        `Files in the store that no record shows: ${list}. They only take up space; move them away if nobody misses them.`,
    ),
  ];
}
