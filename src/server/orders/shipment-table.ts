import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { timestamptz } from "../platform/database/timestamp-column.ts";
import { ofOrder } from "./order-table.ts";

/** The parcels of orders. */
export const shipments = pgTable(
  "shipments",
  {
    id: uuid("id").primaryKey(),
    orderId: ofOrder().notNull(),
    courier: text("courier").notNull(),
    trackingNumber: text("tracking_number").notNull(),
    trackingUrl: text("tracking_url").notNull(),
    shippedAt: timestamptz("shipped_at").notNull(),
    deliveredAt: timestamptz("delivered_at"),
    createdBy: uuid("created_by").notNull(),
    version: integer("version").notNull().default(1),
    /** The idempotency key of the request and the SHA-256 of its body. */
    requestKey: text("request_key"),
    requestHash: text("request_hash"),
  },
  (table) => [
    index("shipments_of_order").on(table.orderId, table.id),
    uniqueIndex("shipments_request").on(table.orderId, table.requestKey),
  ],
);

/** What is in a parcel: pieces of the order's line at `lineIndex`. */
export const shipmentLines = pgTable(
  "shipment_lines",
  {
    shipmentId: uuid("shipment_id")
      .notNull()
      .references(() => shipments.id, { onDelete: "cascade" }),
    lineIndex: integer("line_index").notNull(),
    qty: integer("qty").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shipmentId, table.lineIndex] }),
    check("shipment_lines_qty", sql`${table.qty} > 0`),
  ],
);
