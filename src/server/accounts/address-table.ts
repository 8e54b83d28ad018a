import { sql } from "drizzle-orm";
import { boolean, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { IndianState } from "../../contracts/orders/state-rules.ts";
import { timestamptz } from "../platform/database/timestamp-column.ts";
import { ofUser } from "./user-table.ts";

/** The addresses that customers have saved for their next orders. Orders copy them. */
export const addresses = pgTable(
  "addresses",
  {
    id: uuid("id").primaryKey(),
    userId: ofUser().notNull(),
    name: text("name").notNull(),
    phone: text("phone").notNull(),
    address: text("address").notNull(),
    pin: text("pin").notNull(),
    /** Empty when the PIN code belongs to no State. */
    state: text("state").$type<IndianState | "">().notNull(),
    gstin: text("gstin").notNull().default(""),
    isDefault: boolean("is_default").notNull(),
    createdAt: timestamptz("created_at").notNull(),
  },
  (table) => [
    index("addresses_of_user").on(table.userId),
    uniqueIndex("addresses_default").on(table.userId).where(sql`${table.isDefault}`),
  ],
);
export type AddressRow = typeof addresses.$inferSelect;
