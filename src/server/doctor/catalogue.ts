import { type SQL, sql } from "drizzle-orm";
import { allFilesOfImage, filesOfImage } from "../../contracts/catalogue/image-rules.ts";
import { activities } from "../activity/activity-table.ts";
import { blogs } from "../catalogue/blog-table.ts";
import { courses } from "../catalogue/course-table.ts";
import { experts } from "../catalogue/expert-table.ts";
import { products } from "../catalogue/product-table.ts";
import { unclaimedImages } from "../images/unclaimed-image-table.ts";
import { orderItems, orderPayments, orders } from "../orders/core/order-table.ts";
import { shipments } from "../orders/core/shipment-table.ts";
import { reviews } from "../reviews/review-table.ts";
import { settingPictures } from "../settings/setting-table.ts";
import { ago, type CheckContext, note, problemWith, toIds } from "./check.ts";

/** Limits the checked files, newest first, in a store without `list`: each is a request. */
const MAX_CALLS = 100;

async function readUsedPictures({ db }: CheckContext) {
  const tables = Object.entries({
    product: products,
    course: courses,
    expert: experts,
    blog: blogs,
    review: reviews,
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
  const known = new Set([...unclaimed.flatMap(({ path }) => allFilesOfImage(path)), ...(await pictures.known())]);
  // Never an invoice or a receipt, even if its record is only in a newer database than this one.
  const isDocument = (file: string) => file.endsWith(".pdf");
  const isLeft = (file: string) => !known.has(file.replace(/\.part$/, "")) && !isDocument(file);
  const orphaned = [...(stored ?? [])].filter(isLeft);
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

const queryIds = async ({ db }: CheckContext, query: SQL) => toIds((await db.execute<{ id: string }>(query)).rows);

const negative = sql`select ${products.id} from ${products} where ${products.stock} < 0 order by ${products.id}`;

/**
 * The activity log contains every manual stock change: their sum must equal the free, held and sold pieces.
 * Imports log no amounts, so products older than the last import are skipped.
 */
const wrongCounts = sql`
  with taken as (
    select ${orderItems.productId} as id, sum(${orderItems.qty} - ${orderItems.restockedQty})::int as qty
    from ${orderItems} join ${orders} on ${orders.id} = ${orderItems.orderId}
    where ${orderItems.itemType} = 'product' and ${orders.stock} in ('reserved', 'sold')
    group by 1
  ), stocked as (
    select ${activities.recordId} as id,
      sum(coalesce((changes->'stock'->>1)::int, 0) - coalesce((changes->'stock'->>0)::int, 0))::int as qty
    from ${activities}
    where ${activities.kind} = 'product' and ${activities.action} in ('created', 'updated')
    group by ${activities.recordId} having bool_or(${activities.action} = 'created')
  )
  select ${products.id} from ${products}
  join stocked on stocked.id = ${products.id}
  left join taken on taken.id = ${products.id}
  where ${products.stock} <> stocked.qty - coalesce(taken.qty, 0)
    and not exists (
      select from ${activities} where ${activities.action} = 'imported' and ${activities.at} >= ${products.createdAt}
    )
  order by ${products.id}`;

/** Without a size on sale, the stock is the product's own. */
const wrongSums = sql`
  select ${products.id} from ${products}
  where jsonb_path_exists(${products.variants}, '$[*] ? (!exists (@.hidden))')
    and ${products.stock} <> (select sum((one->>'stock')::int) from jsonb_array_elements(${products.variants}) as one)
  order by ${products.id}`;

const wrongStates = sql`
  select ${orders.id} from ${orders}
  where case ${orders.placement}
    when 'open' then ${orders.stock} = 'sold' and ${orders.paidAt} is null or ${orders.stock} = 'reserved' and ${orders.paidAt} is not null
    when 'cancelled' then ${orders.stock} <> 'released'
    else ${orders.stock} = 'reserved'
  end
  order by ${orders.id}`;

/** Unpaid, without a parcel, a part of the money or a payment to check: those keep their pieces. */
const overdueHolds = (deadline: Date) => sql`
  select ${orders.id} from ${orders}
  where ${orders.stock} = 'reserved' and ${orders.heldUntil} < ${deadline.toISOString()}
    and not exists (select from ${shipments} where order_id = ${orders.id})
    and not exists (select from ${orderPayments}
      where order_id = ${orders.id} and (outcome = 'settled' or ${orderPayments.isToCheck}))
  order by ${orders.id}`;

/** Records whose rating is not what their published reviews add up to. */
const wrongRatings = Object.entries({ product: products, course: courses, consultancy: experts }).map(
  ([type, table]) => sql`select id from ${table}
    left join lateral (select coalesce(sum(stars), 0) as sum, count(*) as count from ${reviews}
      where item_type = ${type} and item_id = ${table}.id and state = 'published') as found on true
    where (rating_sum, rating_count) <> (found.sum, found.count)`,
);

export async function* checkReviews(context: CheckContext) {
  yield* problemWith(
    await queryIds(context, sql.join(wrongRatings, sql` union all `)),
    (list) =>
      `Records whose stars are not those of their published reviews: ${list}. Set their columns rating_sum and rating_count to the sum and the number of these reviews.`,
  );
}

export async function* checkStock(context: CheckContext) {
  yield* problemWith(
    await queryIds(context, negative),
    (list) => `Products with fewer than no pieces: ${list}. Count them and correct the stock in the admin.`,
  );
  yield* problemWith(
    await queryIds(context, wrongCounts),
    (list) =>
      `Products whose free, held and sold pieces are not what was stocked: ${list}. Count what lies on the shelf and correct the stock in the admin.`,
  );
  yield* problemWith(
    await queryIds(context, wrongSums),
    (list) =>
      `Products whose stock is not the sum of their sizes: ${list}. Count the pieces of each size, correct them in the admin and save.`,
  );
  yield* problemWith(
    await queryIds(context, wrongStates),
    (list) =>
      `Orders whose pieces are not where their status says: ${list}. Set the status again in the admin, then count the pieces.`,
  );
  const overdue = await queryIds(context, overdueHolds(ago(context, context.graceMs)));
  if (overdue.length > 0 && !context.isShopRunning)
    yield note(
      `${overdue.length} unpaid orders hold their pieces past their time; the shop frees them when it starts.`,
    );
  else
    yield* problemWith(
      overdue,
      (list) =>
        `Unpaid orders hold their pieces past their time: ${list}. The shop frees them every half minute; restart it, and read its log if this stays.`,
    );
}
