import { sql } from "drizzle-orm";
import type { Catalogue, Pieces } from "../catalogue/service.ts";
import type { Database } from "../platform/database/database.ts";
import { asJson, rowsIn } from "../platform/database/json-rows.ts";
import { prepared } from "../platform/database/prepared.ts";
import type { HistoryRow, ItemRow, OrderRow } from "./order-rows.ts";
import { orderHistory, orderItems, orders } from "./order-table.ts";

export interface PlacedOrder {
  order: OrderRow;
  items: ItemRow[];
  history: HistoryRow[];
}

/**
 * Writes an order down and takes its pieces; answers whether there were enough, for without them nothing is written.
 * One statement, so that a product's row is locked no longer than that takes. It fails when the same buyer's same key is
 * already taken.
 */
export function createOrderInsert({ db, catalogue }: { db: Database; catalogue: Catalogue }) {
  const { steps, isEnough } = catalogue.stock.taking({
    productIds: sql.placeholder("productIds"),
    quantities: sql.placeholder("quantities"),
    message: sql.placeholder("message"),
  });
  const place = prepared<{ id: string }>(
    "place-order",
    sql`with ${steps},
      placed as (insert into ${orders} select one.* from ${rowsIn(orders, "order")} one where ${isEnough} returning id),
      lines as (insert into ${orderItems} select one.* from placed, ${rowsIn(orderItems, "items")} one),
      begun as (insert into ${orderHistory} select one.* from placed, ${rowsIn(orderHistory, "history")} one)
      select id from placed`,
  );

  return async ({ order, items, history }: PlacedOrder, pieces: readonly Pieces[]) => {
    const { values, heard } = catalogue.stock.given(pieces);
    try {
      const rows = {
        order: asJson(orders, [order]),
        items: asJson(orderItems, items),
        history: asJson(orderHistory, history),
      };
      return (await place(db, { ...values, ...rows })).length > 0;
    } finally {
      // Even where the answer was lost the pieces may be taken.
      heard();
    }
  };
}
export type OrderInsert = ReturnType<typeof createOrderInsert>;
