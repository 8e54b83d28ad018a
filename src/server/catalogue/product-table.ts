import { sql } from "drizzle-orm";
import { boolean, check, doublePrecision, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { makerRoles } from "../../contracts/catalogue/product-rules.ts";
import { enumChecks } from "../platform/database/enum-checks.ts";
import { ratingColumns, recordColumns, recordIndexes } from "./record-columns.ts";

/** A size of a product. */
export interface StoredVariant {
  id: string;
  name: string;
  stock: number;
  pricePaise?: number;
  offerPricePaise?: number;
  /** Removed by the owner, and kept because orders may name it. It has no pieces. See `variants.ts`. */
  hidden?: true;
}

export const products = pgTable(
  "products",
  {
    ...recordColumns,
    title: text("title").notNull(),
    description: text("description").notNull(),
    category: text("category").notNull(),
    subCategory: text("sub_category"),
    pricePaise: integer("price_paise").notNull(),
    offerPricePaise: integer("offer_price_paise").notNull(),
    stock: integer("stock").notNull(),
    /** Indexed instead of `stock`: it seldom changes, so most sales stay heap-only (HOT) updates. */
    canBeBought: boolean("can_be_bought").notNull().generatedAlwaysAs(sql`stock > 0`),
    /** In the owner's order. `stock` is the sum of their stock, unless all are hidden. */
    variants: jsonb("variants").$type<StoredVariant[]>().notNull().default([]),
    topSelling: boolean("top_selling").notNull(),
    stone: text("stone").notNull().default(""),
    material: text("material").notNull().default(""),
    metal: text("metal").notNull().default(""),
    size: text("size").notNull().default(""),
    weightGrams: doublePrecision("weight_grams"),
    originCountry: text("origin_country").notNull().default(""),
    certificate: text("certificate").notNull().default(""),
    intentions: text("intentions").array().notNull().default([]),
    zodiac: text("zodiac").array().notNull().default([]),
    planets: text("planets").array().notNull().default([]),
    chakras: text("chakras").array().notNull().default([]),
    /** All of them as one text, for the facets: grouping by lists is slow. */
    factsKey: text("facts_key").notNull().generatedAlwaysAs(sql`facts_key(intentions, zodiac, planets, chakras)`),
    /** The id of a tax class. Empty: that of its category, or of all pieces. */
    taxClass: text("tax_class").notNull().default(""),
    netQuantity: text("net_quantity").notNull().default(""),
    /** Name and address of the manufacturer, packer or importer. */
    maker: text("maker").notNull().default(""),
    makerRole: text("maker_role", { enum: makerRoles }).notNull().default("manufacturer"),
    mrpPaise: integer("mrp_paise"),
    ...ratingColumns,
    /** Category and facts, lower case without accents. PostgreSQL writes it, so every way to change them keeps it right. */
    searchFacts: text("search_facts")
      .notNull()
      .generatedAlwaysAs(
        sql`search_facts(array[category, sub_category, stone, material, size, origin_country, certificate] || intentions || zodiac || planets || chakras)`,
      ),
  },
  (table) => [
    ...recordIndexes("products", table),
    index("products_newest_in_category").on(table.category, table.createdAt, table.id, table.published),
    index("products_newest_in_sub_category").on(
      table.category,
      table.subCategory,
      table.createdAt,
      table.id,
      table.published,
    ),
    index("products_facts_search").using("gin", sql`${table.searchFacts} gin_trgm_ops`),
    index("products_by_price").on(table.offerPricePaise),
    index("products_newest_of_stone").on(table.stone, table.createdAt, table.id),
    index("products_facts").using("gin", table.intentions, table.zodiac, table.planets, table.chakras),
    // Covering index: counting with several filters is an index-only scan.
    index("products_facets").on(
      table.category,
      table.subCategory,
      table.stone,
      table.originCountry,
      table.metal,
      table.offerPricePaise,
      table.canBeBought,
      table.topSelling,
      table.published,
    ),
    ...enumChecks(table),
    check("products_price", sql`${table.pricePaise} >= 100`),
    check("products_offer_price", sql`${table.offerPricePaise} between 0 and ${table.pricePaise}`),
    check("products_stock", sql`${table.stock} >= 0`),
    check("products_variants", sql`not jsonb_path_exists(${table.variants}, '$[*] ? (@.stock < 0)')`),
  ],
);
