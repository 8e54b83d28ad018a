import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { ofUser } from "../accounts/user-table.ts";
import { products } from "../catalogue/product-table.ts";
import { timestamptz } from "../platform/database/timestamp-column.ts";

const productId = () => uuid("product_id").references(() => products.id, { onDelete: "cascade" });
const createdAt = timestamptz("created_at").notNull();

export const wishlistItems = pgTable(
  "wishlist_items",
  { userId: ofUser().notNull(), productId: productId().notNull(), createdAt },
  (table) => [
    primaryKey({ columns: [table.userId, table.productId] }),
    index("wishlist_items_of_product").on(table.productId),
  ],
);

/** Who wants a mail when a sold-out piece is back. The oldest entry is told first. */
export const stockWaits = pgTable(
  "stock_waits",
  {
    id: uuid("id").primaryKey(),
    productId: productId().notNull(),
    /** Empty: the product, in any size. */
    variantId: text("variant_id").notNull(),
    email: text("email").notNull(),
    /** Null for visitors without a login. */
    userId: ofUser(),
    createdAt,
    toldAt: timestamptz("told_at"),
  },
  (table) => [
    uniqueIndex("stock_waits_open").on(table.productId, table.variantId, table.email).where(sql`told_at is null`),
    index("stock_waits_of_product").on(table.productId, table.toldAt),
    index("stock_waits_of_user").on(table.userId),
  ],
);

export const isForBuyable = sql`${stockWaits.productId} in (select id from ${products} where ${products.canBeBought})`;
