import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type { Database } from "../platform/database/database.ts";
import { orderSchema } from "./order-relations.ts";
import type { FullOrder } from "./order-rows.ts";

/** Prepares the one statement that reads orders with the rows of their other tables. Returned in the order of `ids`. */
export function prepareFullOrders(db: Database) {
  const statement = drizzle(db.$client, { schema: orderSchema })
    .query.orders.findMany({
      where: ({ id }) => sql`${id} = any(${sql.placeholder("ids")})`,
      with: {
        items: { orderBy: ({ lineIndex }) => lineIndex },
        history: { orderBy: ({ id }) => id },
        events: { orderBy: ({ id }) => id },
        parcels: { orderBy: ({ id }) => id, with: { lines: { orderBy: ({ lineIndex }) => lineIndex } } },
        payments: { orderBy: ({ at, paymentId }) => [at, paymentId] },
      },
    })
    .prepare("full-orders");

  return async (ids: string[]): Promise<FullOrder[]> => {
    if (ids.length === 0) return [];
    const found = await statement.execute({ ids });
    const byId = new Map(found.map((row) => [row.id, row]));
    return ids.flatMap((id) => {
      const row = byId.get(id);
      if (!row) return [];
      const { items, history, events, parcels, payments, ...order } = row;
      return [{ order, items, history, events, parcels, payments }];
    });
  };
}
