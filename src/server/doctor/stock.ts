import { type SQL, sql } from "drizzle-orm";
import { activities } from "../activity/activity-table.ts";
import { products } from "../catalogue/product-table.ts";
import { orderItems, orders } from "../orders/order-table.ts";
import type { Database } from "../platform/database/database.ts";
import type { CheckContext } from "./deps.ts";
import { type Finding, lookAt, note } from "./finding.ts";

async function idsOf(db: Database, query: SQL) {
  const { rows } = await db.execute<{ id: string }>(query);
  return rows.map(({ id }) => id);
}

/**
 * What the owner put on the shelf by hand is written down with every change, so it must be what is free, held and sold.
 * An import says only that it happened: of products that were there before one, nobody knows.
 */
const miscounted = sql`
  with taken as (
    select ${orderItems.itemId} as id, sum(${orderItems.qty})::int as qty
    from ${orderItems} join ${orders} on ${orders.id} = ${orderItems.orderId}
    where ${orderItems.itemType} = 'product' and ${orders.stock} in ('held', 'kept')
    group by ${orderItems.itemId}
  ), stocked as (
    select ${activities.recordId} as id,
      sum(coalesce((changes->'stock'->>1)::int, 0) - coalesce((changes->'stock'->>0)::int, 0))::int as qty
    from ${activities}
    where ${activities.kind} = 'product' and ${activities.action} in ('created', 'updated')
    group by ${activities.recordId} having bool_or(${activities.action} = 'created')
  )
  select ${products.id} from ${products}
  join stocked on stocked.id = ${products.id}
  left join taken on taken.id = ${products.id}::text
  where ${products.stock} <> stocked.qty - coalesce(taken.qty, 0)
    and not exists (
      select from ${activities} where ${activities.action} = 'imported' and ${activities.at} >= ${products.createdAt}
    )
  order by ${products.id}`;

const misplaced = sql`
  select ${orders.id} from ${orders}
  where case ${orders.status}
    when 'pending' then ${orders.stock} = 'kept'
    when 'cancelled' then ${orders.stock} <> 'shelf'
    else ${orders.stock} = 'held' or (${orders.stock} = 'shelf' and not ${orders.stockShort})
  end
  order by ${orders.id}`;

function overdueHolds(ids: string[], { isShopRunning }: CheckContext): Finding[] {
  if (ids.length === 0) return [];
  if (!isShopRunning)
    return [note(`${ids.length} unpaid orders hold their pieces past their time; the shop frees them when it starts.`)];
  return lookAt(
    ids,
    (list) =>
      `Unpaid orders hold their pieces past their time: ${list}. The shop frees them every half minute; restart it, and read its log if this stays.`,
  );
}

/** Pieces: every one is free, held or sold, and none is two of these. */
export async function examineStock(context: CheckContext): Promise<Finding[]> {
  const { db, clock, patienceMs } = context;
  const since = new Date(clock.now().getTime() - patienceMs);
  const negative = sql`select ${products.id} from ${products} where ${products.stock} < 0 order by ${products.id}`;
  const overdue = sql`select ${orders.id} from ${orders}
    where ${orders.stock} = 'held' and ${orders.status} = 'pending' and ${orders.heldUntil} < ${since.toISOString()}
    order by ${orders.id}`;
  return [
    ...lookAt(
      await idsOf(db, negative),
      (list) => `Products with fewer than no pieces: ${list}. Count them and correct the stock in the admin.`,
    ),
    ...lookAt(
      await idsOf(db, miscounted),
      (list) =>
        `Products whose free, held and sold pieces are not what was stocked: ${list}. Count what lies on the shelf and correct the stock in the admin.`,
    ),
    ...lookAt(
      await idsOf(db, misplaced),
      (list) =>
        `Orders whose pieces are not where their status says: ${list}. Set the status again in the admin, then count the pieces.`,
    ),
    ...overdueHolds(await idsOf(db, overdue), context),
  ];
}
