import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { timestamptz } from "../platform/database/timestamp-column.ts";
import { titleIn } from "./search.ts";

export const products = pgTable(
  "products",
  {
    id: uuid("id").primaryKey(),
    title: text("title").notNull(),
    description: text("description").notNull(),
    category: text("category").notNull(),
    subCategory: text("sub_category"),
    pricePaise: integer("price_paise").notNull(),
    offerPricePaise: integer("offer_price_paise").notNull(),
    stock: integer("stock").notNull(),
    topSelling: boolean("top_selling").notNull(),
    images: text("images").array().notNull(),
    /** Title and description in lower case, written by the shop so that every PostgreSQL locale searches alike. */
    searchText: text("search_text").notNull(),
    /** Raised by each update of the owner, never by an order. */
    version: integer("version").notNull().default(1),
    createdAt: timestamptz("created_at").notNull(),
  },
  (table) => [
    index("products_newest").on(table.createdAt, table.id),
    index("products_newest_in_category").on(table.category, table.createdAt, table.id),
    index("products_newest_in_sub_category").on(table.category, table.subCategory, table.createdAt, table.id),
    index("products_search").using("gin", sql`${table.searchText} gin_trgm_ops`),
    index("products_title_search").using("gin", sql`${titleIn(table.searchText)} gin_trgm_ops`),
    check("products_price", sql`${table.pricePaise} >= 100`),
    check("products_offer_price", sql`${table.offerPricePaise} between 0 and ${table.pricePaise}`),
    check("products_stock", sql`${table.stock} >= 0`),
  ],
);
